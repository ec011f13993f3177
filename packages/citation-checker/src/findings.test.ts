import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { estimateSupport } from './estimate.ts';
import { hasOnlyItsNumbers, proposeEdit } from './propose-edit.ts';
import { readQuantities } from './reading/quantities.ts';
import { findingAbstracts, findingClaims, meets } from './testing/finding-claims.ts';

const checked = findingClaims.map((claim) => {
  const article = { title: '', abstract: findingAbstracts[claim.abstract], publicationTypes: undefined };
  return { claim, article, check: estimateSupport({ sentence: claim.sentence, article }) };
});

const abstract =
  'In this double-blind trial, 900 adults received tocilizumab 8 mg/kg or placebo. Remission was reached by 120 of 300 patients (40%) with tocilizumab and 75 of 300 (25%) with placebo (OR 2.0, 95% CI 1.4 to 2.8; P<0.001). Serious infections did not differ (HR 1.08, 95% CI 0.80 to 1.46). Pain changed by -3.5 points with tocilizumab. At least 70% of patients completed the trial.';
const article = { title: '', abstract, publicationTypes: undefined };
const check = (sentence: string) => estimateSupport({ sentence, article });

describe('sentences about findings, by class', () => {
  for (const [kind, list] of Map.groupBy(checked, ({ claim }) => `${claim.kind}, ${claim.expected}`))
    it(`${kind}: nine in ten and more are judged as a careful reader would, in both languages`, (t) => {
      const wrong = list.filter(({ claim, check: { verdict } }) => !meets(claim.expected, verdict));
      t.diagnostic(`${list.length - wrong.length} of ${list.length}`);
      assert.ok(
        wrong.length <= Math.max(1, 0.1 * list.length),
        wrong.map(({ claim }) => claim.sentence).join('\n'),
      );
    });

  it('are never supported with less than even confidence', () => {
    for (const { check: result } of checked)
      if (result.verdict === 'supported') assert.ok(result.confidence >= 0.5);
  });

  it('get corrections that are whole, whose numbers stand in the abstract, and that pass the check themselves', () => {
    let offered = 0;
    for (const { claim, article: source, check: result } of checked) {
      const input = { sentence: claim.sentence, article: source };
      const suggestion = result.verdict === 'deviates' ? proposeEdit(input, result.deviations) : undefined;
      if (suggestion === undefined) continue;
      offered++;
      assert.ok(hasOnlyItsNumbers(suggestion, source.abstract), suggestion);
      assert.equal(
        estimateSupport({ sentence: suggestion, article: source }).verdict,
        'supported',
        suggestion,
      );
      assert.equal(
        (suggestion.match(/[(（]/g) ?? []).length,
        (suggestion.match(/[)）]/g) ?? []).length,
        suggestion,
      );
      assert.doesNotMatch(suggestion, /\(\s*\)|\s{2}|\b(?:but|and|had)\W*$/, suggestion);
      const units = (text: string) => readQuantities(text).filter(({ percent }) => percent).length;
      if (/[%％]/.test(claim.sentence) && !/[%％]/.test(suggestion)) assert.equal(units(suggestion), 0);
    }
    assert.ok(offered > 0);
  });
});

describe('a number', () => {
  for (const [sentence, kind, evidence] of [
    ['Remission was reached by 25% of patients with tocilizumab.', 'comparator', '40%'],
    ['托珠单抗组有25%的患者缓解，安慰剂组为40%。', 'comparator', '40%'],
    ['Remission was more frequent with tocilizumab (OR 2.0, 95% CI 0.80 to 1.46).', 'numeric', '1.4 to 2.8'],
    ['At most 70% of patients completed the trial.', 'numeric', 'At least 70%'],
    ['Pain changed by +3.5 points with tocilizumab.', 'numeric', '-3.5 points'],
  ] as const)
    it(`is refused where it belongs to something else: ${sentence}`, () => {
      const { verdict, deviations } = check(sentence);
      assert.equal(verdict, 'deviates');
      assert.ok(
        deviations.some((finding) => finding.kind === kind && finding.evidence === evidence),
        JSON.stringify(deviations),
      );
    });

  for (const [sentence, computation] of [
    ['Remission was 15 percentage points more frequent with tocilizumab.', '40% − 25%'],
    ['Remission was reached by 195 patients in total.', '120 + 75'],
    ['托珠单抗组与安慰剂组相差15个百分点。', '40% − 25%'],
  ] as const)
    it(`is accepted where it follows from others, and the computation is named: ${sentence}`, () => {
      const { numbers, deviations } = check(sentence);
      assert.deepEqual(deviations, []);
      assert.ok(
        numbers.some(({ how, evidence }) => how === 'derived' && evidence === computation),
        JSON.stringify(numbers),
      );
    });
});

describe('a long abstract', () => {
  it('is read once for all sentences that are checked against it', () => {
    const long = { title: '', abstract: `${abstract} `.repeat(40), publicationTypes: undefined };
    const first = estimateSupport({
      sentence: 'Remission was reached by 40% with tocilizumab.',
      article: long,
    });
    const again = estimateSupport({
      sentence: 'Remission was reached by 40% with tocilizumab.',
      article: long,
    });
    assert.deepEqual(again, first);
  });
});
