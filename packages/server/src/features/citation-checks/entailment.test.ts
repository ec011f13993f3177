import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { entailmentFaults, startEntailmentSimulator } from '@citewell/simulators/llm/entailment-simulator.ts';
import { until } from '@citewell/simulators/until.ts';
import { inlineWork } from '../../app/language-tasks/inline-work.ts';
import { recordingMeter } from '../../testing/accounting/recording-meter.ts';
import { checkSentenceByRules } from './check-by-rules.ts';
import { checkSentence } from './check-sentence.ts';
import { createEntailmentVerifier } from './verifier/entailment-verifier.ts';

const article = {
  title: 'Metformin and cardiovascular events: a randomized trial.',
  abstract: `BACKGROUND: Metformin shields the vessels of rats.
METHODS: We assigned 1,204 adults with type 2 diabetes to metformin or placebo for 24 months.
RESULTS: Myocardial infarction occurred in fewer patients with metformin (hazard ratio 0.75, 95% CI 0.61 to 0.92).
CONCLUSIONS: Metformin reduced the risk of myocardial infarction in adults with type 2 diabetes.`,
  publicationTypes: undefined,
};
const open = 'Metformin shields the hearts of people whose sugar is high.';
const openZh = '二甲双胍守护血糖高者的心脏。';
const conclusion = 'Metformin reduced the risk';

async function setUp(t: TestContext, { deadlineMs = 10_000 }: { deadlineMs?: number } = {}) {
  const simulator = await startEntailmentSimulator();
  t.after(() => simulator.close());
  const logged: unknown[] = [];
  let now = 0;
  const verifier = createEntailmentVerifier(
    { baseUrl: simulator.url, apiKey: 'vk-0123', supportMin: 0.9, contradictionMin: 0.95, deadlineMs },
    { clock: { now: () => now } },
  );
  t.after(() => verifier.close());
  const check = (sentence: string, signal = new AbortController().signal) =>
    checkSentence(
      { sentence, article },
      { entailment: verifier, log: (_level, event, fields) => logged.push([event, fields]) },
      { requestId: 'r', signal, meter: recordingMeter(), work: inlineWork },
    );
  const advance = (ms: number) => {
    now += ms;
  };
  return { simulator, check, logged, advance };
}

describe('an entailment classifier for citation checks', () => {
  it('scores the sentences of an abstract in one request, without background', async (t) => {
    const { simulator, check } = await setUp(t);
    await check(open);
    const [request, ...others] = simulator.requests;
    assert.deepEqual(
      [request?.path, request?.authorization, others.length],
      ['/predict', 'Bearer vk-0123', 0],
    );
    const premises = request?.body.inputs.map(([premise]) => premise) ?? [];
    assert.ok(premises.some((premise) => premise.includes(conclusion)));
    assert.ok(!premises.some((premise) => premise.includes('rats')));
    assert.ok(request?.body.inputs.every(([, hypothesis]) => hypothesis === open));
  });

  for (const [sentence, supports, contradicts] of [
    [open, /this passage states the sentence/, /contradicts the sentence/],
    [openZh, /该段陈述了该句/, /与该句矛盾/],
  ] as const)
    it(`decides undetermined sentences above its thresholds: ${sentence}`, async (t) => {
      const { simulator, check } = await setUp(t);
      assert.equal(checkSentenceByRules({ sentence, article }).verdict, 'undetermined');
      const says = (label: 'entailment' | 'contradiction', probability: number) =>
        simulator.setScript((premise) => (premise.includes(conclusion) ? { [label]: probability } : {}));
      says('entailment', 0.91);
      const supported = await check(sentence);
      assert.deepEqual([supported.verdict, supported.method], ['supported', 'model']);
      assert.match(supported.evidence[0]?.text ?? '', /Metformin reduced the risk/);
      assert.match(supported.reason, supports);
      says('entailment', 0.89);
      assert.equal((await check(sentence)).verdict, 'undetermined');
      says('contradiction', 0.96);
      const deviates = await check(sentence);
      assert.equal(deviates.verdict, 'deviates');
      assert.match(deviates.analysis, contradicts);
      says('contradiction', 0.94);
      assert.equal((await check(sentence)).verdict, 'undetermined');
    });

  it('decides nothing if one passage entails the sentence and another contradicts it', async (t) => {
    const { simulator, check } = await setUp(t);
    simulator.setScript((premise) =>
      premise.includes(conclusion) ? { entailment: 0.99 } : { contradiction: 0.98 },
    );
    assert.equal((await check(open)).verdict, 'undetermined');
  });

  it('is not called if the rules decided', async (t) => {
    const { simulator, check } = await setUp(t);
    simulator.setScript(() => ({ entailment: 1 }));
    const wrong = 'Metformin reduced the risk of myocardial infarction in 52% of patients.';
    const byRules = checkSentenceByRules({ sentence: wrong, article }).verdict;
    assert.equal((await check(wrong)).verdict, byRules === 'undetermined' ? 'undetermined' : byRules);
    assert.equal(simulator.requests.length, byRules === 'undetermined' ? 1 : 0);
  });

  it('supports no number that the abstract lacks', async (t) => {
    const { simulator, check } = await setUp(t);
    simulator.setScript(() => ({ entailment: 1 }));
    assert.notEqual(
      (await check('Metformin shields 77% of hearts where sugar is high.')).verdict,
      'supported',
    );
  });

  for (const fault of entailmentFaults)
    it(`falls back to the rules’ verdict with a notice: ${fault}`, async (t) => {
      const { simulator, check, logged } = await setUp(t, fault === 'hangs' ? { deadlineMs: 50 } : {});
      simulator.setFault(fault);
      const result = await check(open);
      assert.deepEqual([result.verdict, result.method], ['undetermined', 'rules_model_failed']);
      assert.match(result.reason, /based on rules alone/);
      assert.match((await check(openZh)).reason, /仅依据规则/);
      const failure = { hangs: 'timeout', cut: 'unreachable' }[fault as string] ?? 'provider_error';
      assert.deepEqual(logged[0], ['engine_failed', { requestId: 'r', engine: 'entailment', failure }]);
    });

  it('is aborted with its request when the caller leaves', async (t) => {
    const { simulator, check, logged } = await setUp(t);
    simulator.setFault('hangs');
    const controller = new AbortController();
    const checking = check(open, controller.signal);
    const rejected = assert.rejects(checking, /gone/);
    await until(() => simulator.requests.length > 0);
    controller.abort(new Error('gone'));
    await rejected;
    await simulator.left();
    assert.deepEqual(logged, []);
  });

  it('is not called for thirty seconds after five failures', async (t) => {
    const { simulator, check, advance } = await setUp(t);
    simulator.setFault('status_500');
    for (let tried = 0; tried < 6; tried++) await check(open);
    assert.equal(simulator.requests.length, 5);
    simulator.setFault(undefined);
    advance(30_000);
    assert.equal((await check(open)).method, 'model');
  });
});
