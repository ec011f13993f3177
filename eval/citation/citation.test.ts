import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sharedDataMissing } from '../../packages/simulators/src/corpus.ts';
import type { CheckedClaim, JudgedClaim } from './judged-claim.ts';
import { pairClasses } from './made-pair.ts';
import { pairsOf } from './minimal-pairs.ts';
import { formatCitationReport } from './print-report.ts';
import { estimateRates, ratesOf } from './rates.ts';
import { evaluateCitations } from './report.ts';
import { runChecks } from './run-checks.ts';
import { runScripted, scriptedVerifiers } from './scripted-verifiers.ts';
import { claimsOfTwins, heldOutSets, openSets, readTwins } from './twins.ts';

function checked(
  verdicts: [holds: boolean, verdict: CheckedClaim['check']['verdict'], pair: string][],
): CheckedClaim[] {
  return verdicts.map(([holds, verdict, pair], index) => {
    const claim: JudgedClaim = {
      ...{ id: `${index}`, sentence: '', article: { title: '', abstract: '', publicationTypes: undefined } },
      ...{
        language: 'en',
        relation: holds ? 'supports' : 'contradicts',
        class: 'number',
        evidence: undefined,
      },
      ...{ holds, pair, document: `record of ${pair}` },
    };
    return { claim, check: { verdict, suggestion: undefined, ms: 1 } };
  });
}

describe('the rates of citation checks', () => {
  const list = checked([
    [true, 'supported', 'p'],
    [false, 'deviates', 'p'],
    [true, 'undetermined', 'q'],
    [false, 'undetermined', 'q'],
    [true, 'deviates', 'r'],
    [false, 'supported', 'r'],
    [true, 'supported', 's'],
    [false, 'undetermined', 's'],
  ]);

  it('are weighted as if 15% of the citations were wrong', () => {
    const rates = ratesOf(list);
    assert.deepEqual(
      [rates.true_supported, rates.true_accused, rates.wrong_supported, rates.wrong_named],
      [0.5, 0.25, 0.25, 0.25],
    );
    // .25 of 15 % with .25 of 85 %; .5 of 85 % with .25 of 15 %.
    assert.ok(Math.abs((rates.red_precision ?? 0) - 0.15) < 1e-9);
    assert.ok(Math.abs((rates.green_precision ?? 0) - 0.425 / 0.4625) < 1e-9);
    assert.equal(rates.balanced_accuracy, 0.625);
    assert.equal(rates.distinguished, 0.5);
  });

  it('are missing for verdicts that were never given', () => {
    const rates = ratesOf(checked([[true, 'undetermined', 'p']]));
    assert.deepEqual(
      [rates.red_precision, rates.green_precision, rates.distinguished],
      Array(3).fill(undefined),
    );
  });

  it('lie within their confidence intervals, which are the same in every run', () => {
    const estimates = estimateRates(list);
    assert.deepEqual(estimates, estimateRates(list));
    for (const estimate of Object.values(estimates))
      assert.ok(estimate && estimate.low <= estimate.value && estimate.value <= estimate.high);
  });
});

describe('generated pairs', () => {
  const abstract = `RESULTS: Tinzalin reduced deep vein thrombosis compared with placebo. Aspirin did not reduce leg ulcers.
Potassium was higher in treated men than in control men. Fever occurred in 12% of treated men and 8% of control men.
There was no significant difference in major bleeding between the groups. Smoking was associated with leg ulcers.
Zolinat lowered resting heart rate without lowering blood pressure. Revision was needed in 4% of patients at 6 months.
Lorivane reduced wheezing but not coughing. Survival after 24 months was similar.
Zolinat was associated with lower mortality in men. Serum zinc increased in every fasting group, whereas plasma copper remained below the normal range.
Relapse was recorded in 12% in Leeds, 9% in Ghent, and 4% in Turin. The breath test still needs validation in large cohorts.`;

  it('are of every kind and all different', () => {
    const pairs = pairsOf({ title: '', abstract, publicationTypes: undefined });
    assert.deepEqual([...new Set(pairs.map((pair) => pair.class))].sort(), [...pairClasses].sort());
    const wrongOf = (kind: string) =>
      pairs.find((pair) => pair.class === kind && pair.language === 'en')?.wrong;
    assert.equal(
      wrongOf('nominalised'),
      'Tinzalin produced a smaller reduction in deep vein thrombosis than placebo.',
    );
    assert.equal(wrongOf('negation dropped'), 'Aspirin reduced leg ulcers.');
    assert.equal(
      wrongOf('other side of a comparison'),
      'Potassium was lower in treated men than in control men.',
    );
    assert.equal(wrongOf('other time point'), 'Revision was needed in 4% of patients at 24 months.');
    assert.equal(wrongOf('outcomes swapped'), 'Lorivane did not reduce wheezing, but reduced coughing.');
    assert.equal(wrongOf('cause for association'), 'Zolinat lowered mortality.');
    assert.equal(
      wrongOf('sides of a fronted comparison'),
      'Compared with treated men, potassium was higher in control men.',
    );
    assert.equal(wrongOf('population swapped'), 'Zolinat was associated with lower mortality in women.');
    assert.equal(
      wrongOf('finding rejected'),
      'The authors reject the view that tinzalin reduced deep vein thrombosis compared with placebo.',
    );
    assert.equal(wrongOf('subjects of two statements'), 'Serum zinc remained below the normal range.');
    assert.equal(wrongOf('owners in a list of figures'), 'Relapse was recorded in 4% in Ghent.');
    assert.equal(
      wrongOf('pending stated as done'),
      'The breath test has now been validated in large cohorts.',
    );
    assert.ok(pairs.some(({ language }) => language === 'zh'));
  });
});

describe('scripted verifiers', () => {
  it('accept every true quotation and never overrule a contradiction that rules found', async () => {
    const byRules = await runChecks(claimsOfTwins(readTwins('own') ?? []) ?? []);
    const rows = await Promise.all(scriptedVerifiers.map((verifier) => runScripted(verifier, byRules)));
    const [oracle, , agreeing, inventing, failing] = rows;
    const alone = ratesOf(byRules);
    assert.equal(oracle?.rates.wrong_supported?.value, 0);
    for (const { contradictions_supported: outvoted, name } of rows) assert.match(outvoted, /^0 of /, name);
    assert.ok((agreeing?.rates.true_supported?.value ?? 0) >= (oracle?.rates.true_supported?.value ?? 1));
    // A negation that only one of the two has is not outvoted, although the rules decide nothing by it; in the pair that
    // remains, both negate, but not the same outcome.
    const negations = (row: (typeof rows)[number] | undefined) =>
      Number.parseInt(row?.negations_supported ?? '', 10);
    assert.ok(negations(agreeing) <= 1);
    assert.equal(inventing?.rates.wrong_supported?.value, alone.wrong_supported);
    assert.equal(failing?.rates.true_supported?.value, alone.true_supported);
    assert.equal(failing?.failed, 0);
  });
});

describe('measuring citation checks', () => {
  it('runs the product on pairs of true and false claims about made-up abstracts and prints every rate', async () => {
    const report = await evaluateCitations({ sets: ['own'], quick: true });
    assert.ok(report);
    assert.deepEqual(
      report.sets.map(({ name, claims }) => [name, claims]),
      [
        ['twins own, en', 40],
        ['twins own, zh', 18],
      ],
    );
    for (const { rates } of report.sets)
      for (const name of ['wrong_supported', 'true_accused', 'distinguished'] as const)
        assert.ok(rates[name] && rates[name].value >= 0 && rates[name].value <= 1, name);
    const { wrong_supported: passed, true_accused: accused } = report.mistakes;
    assert.deepEqual(accused, []);
    // A finding in animals presented as one in patients passes if the abstract names the disease: docs/quality/citation-checks.md, what
    // goes wrong today.
    assert.ok(
      passed.every((sentence) => sentence.startsWith('own14 species')),
      passed.join('\n'),
    );
    const printed = formatCitationReport({ ...report, absent: ['held-out'] });
    assert.match(printed, /twins own, zh +18 [\s\S]*skipped: eval\/twins\/held-out\.jsonl is not here/);
  });

  it('has pairs whose records exist and contain their evidence', (t) => {
    for (const set of [...openSets, ...heldOutSets, 'own'] as const) {
      const twins = readTwins(set);
      if (!twins) continue;
      const claims = claimsOfTwins(twins);
      if (!claims) return t.skip(sharedDataMissing() ?? 'the records are not in ../shared/data');
      assert.equal(claims.length, 2 * twins.length);
    }
  });
});
