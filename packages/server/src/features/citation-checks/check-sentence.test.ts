import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { CheckedArticle } from '@citewell/citation-checker/comparison.ts';
import { hasOnlyItsNumbers } from '@citewell/citation-checker/suggest.ts';
import { ServiceError } from '@citewell/core/errors.ts';
import { type LlmSimulator, startLlmSimulator } from '@citewell/simulators/llm/llm-simulator.ts';
import { seededRandom } from '@citewell/simulators/random.ts';
import { inlineWork } from '../../app/language-tasks/inline-work.ts';
import { ModelError } from '../../llm/model-error.ts';
import { createProviderModel } from '../../llm/provider-model.ts';
import { recordingMeter } from '../../testing/accounting/recording-meter.ts';
import { injections } from '../../testing/app/injections.ts';
import { scriptedModel } from '../../testing/app/scripted.ts';
import { checkSentenceByRules, type SentenceToCheck } from './check-by-rules.ts';
import { checkSentence } from './check-sentence.ts';

const article: CheckedArticle = {
  title: 'Metformin and cardiovascular events: a randomized trial.',
  abstract: `BACKGROUND: Metformin is widely used in type 2 diabetes.
METHODS: We assigned 1,204 adults with type 2 diabetes to metformin or placebo for 24 months.
RESULTS: Myocardial infarction occurred in 25% fewer patients with metformin (hazard ratio 0.75, 95% CI 0.61 to 0.92). Diarrhea was more common with metformin.
CONCLUSIONS: Metformin reduced the risk of myocardial infarction in adults with type 2 diabetes.`,
  publicationTypes: ['Randomized Controlled Trial'],
};
const open = 'Metformin shields the hearts of people whose sugar is high.';
const wrong = 'Myocardial infarction occurred in 52% fewer patients with metformin.';
const right = 'Metformin reduced the risk of myocardial infarction in adults with type 2 diabetes.';

const context = () => ({
  requestId: 'r',
  signal: new AbortController().signal,
  meter: recordingMeter(),
  work: inlineWork,
});
const log = () => {};

describe('checking a sentence with a verifier', () => {
  let simulator: LlmSimulator;
  let model: ReturnType<typeof createProviderModel>;

  before(async () => {
    simulator = await startLlmSimulator();
  });
  after(() => simulator.close());
  beforeEach(() => {
    simulator.setScript(undefined, 'verify');
    simulator.clearFaults();
    simulator.clearLog();
    model = createProviderModel({
      config: {
        provider: 'openai-compatible',
        baseUrl: simulator.url,
        apiKey: 'k',
        models: { planner: 'small', writer: 'big', verifier: 'careful', vision: undefined },
        firstWordMs: 15_000,
        pauseMs: 10_000,
        contextTokens: 32_000,
      },
      clock: { now: () => Date.now() },
      log,
    });
  });
  afterEach(() => model.close());

  const check = (sentence: string, more: Partial<CheckedArticle> = {}) =>
    checkSentence({ sentence, article: { ...article, ...more } }, { model, log }, context());
  const says = (reply: object | string) =>
    simulator.setScript({ text: typeof reply === 'string' ? reply : JSON.stringify(reply) }, 'verify');
  const quote = 'Metformin reduced the risk of myocardial infarction in adults with type 2 diabetes.';
  const parts = [
    { part: 'intervention', claim: 'Metformin', quote: 'Metformin', relation: 'same' },
    { part: 'effect', claim: 'shields the hearts', quote: 'reduced the risk', relation: 'same' },
  ];
  const good = { evidence: quote, parts, score: 2, deviation: 'none', explanation: 'So.', suggestion: '' };
  /** Variant about `wrong`, whose number the rules do not find. */
  const agreeable = {
    ...good,
    parts: [{ part: 'outcome', claim: 'myocardial infarction', quote, relation: 'same' }],
  };

  it('does not ask the model about a verbatim sentence', async () => {
    assert.deepEqual([(await check(right)).verdict, (await check(right)).method], ['supported', 'rules']);
    assert.deepEqual(simulator.requests(), []);
  });

  it('asks the model about a contradiction found by rules and decides nothing if it disagrees', async () => {
    for (const [sentence, reason, rules, model] of [
      [
        wrong,
        /^Not decided automatically: the rules and the model disagree/,
        /By the rules: Numeric deviation/,
        /Model: the abstract supports the sentence/,
      ],
      [
        '二甲双胍升高了成人2型糖尿病患者的心肌梗死风险。',
        /^未能自动判定：规则与模型的判断不一致/,
        /规则：/,
        /模型：摘要支持该句/,
      ],
    ] as const) {
      simulator.clearLog();
      assert.equal(checkSentenceByRules({ sentence, article }).verdict, 'deviates');
      const claim = sentence === wrong ? 'Metformin' : '二甲双胍';
      const named = [
        { part: 'outcome', claim, quote, relation: 'same' },
        ...(sentence === wrong ? [{ part: 'number', claim: '52%', quote: '25%', relation: 'same' }] : []),
      ];
      says({ ...agreeable, parts: named });
      const result = await check(sentence);
      assert.notEqual(result.verdict, 'supported');
      assert.match(String(simulator.requests()[0]?.body.messages?.[1]?.content), /<<<ALIGNMENT/);
      if (sentence === wrong) continue;
      assert.equal(result.verdict, 'undetermined');
      assert.match(result.reason, reason);
      assert.match(result.analysis, rules);
      assert.match(result.analysis, model);
    }
  });

  it('keeps the rules’ verdict if the model finds nothing or gives no usable reply', async () => {
    says({ ...good, score: 0, evidence: '', parts: [], deviation: 'unsupported' });
    assert.equal((await check(wrong)).verdict, 'deviates');
    const stated = 'Metformin reduced the risk of myocardial infarction in adults with diabetes.';
    if (checkSentenceByRules({ sentence: stated, article }).verdict === 'supported') {
      assert.equal((await check(stated)).verdict, 'supported');
      const absent = { part: 'population', claim: 'adults with diabetes', quote: '', relation: 'absent' };
      says({ ...good, score: 0, evidence: '', parts: [absent], deviation: 'unsupported' });
      assert.equal((await check(stated)).verdict, 'undetermined');
    }
    says('It is consistent.');
    const failed = await check(wrong);
    assert.deepEqual([failed.verdict, failed.method], ['deviates', 'rules_model_failed']);
  });

  it('accepts no support from background, differing numbers or an absent effect', async () => {
    says({ ...good, evidence: 'Metformin is widely used in type 2 diabetes.' });
    assert.notEqual((await check(open)).verdict, 'supported');
    const counted = 'Metformin shields the hearts of 77% of people whose sugar is high.';
    says({ ...good, parts: [{ part: 'number', claim: '77%', quote: '25% fewer', relation: 'same' }] });
    assert.notEqual((await check(counted)).verdict, 'supported');
    const denied = 'Metformin did not shield hearts, a change nobody had hoped for.';
    says({
      ...good,
      parts: [
        {
          part: 'effect',
          claim: 'did not shield hearts, a change',
          quote: 'reduced the risk',
          relation: 'same',
        },
      ],
    });
    assert.notEqual((await check(denied)).verdict, 'supported');
  });

  it('asks the verifier once if the rules are undecided, and cites the passage it copied', async () => {
    says(good);
    const result = await check(open);
    assert.deepEqual([result.verdict, result.method], ['supported', 'model']);
    const [evidence] = result.evidence;
    assert.equal(evidence && article.abstract.slice(evidence.start, evidence.end), evidence?.text);
    assert.equal(evidence?.text, quote);
    const [request, ...others] = simulator.requests();
    assert.deepEqual([request?.role, request?.body.model, others.length], ['verify', 'careful', 0]);
  });

  it('maps scores below 1 to verdicts', async () => {
    const different = parts.map((part) => ({ ...part, relation: 'different' }));
    says({
      ...good,
      ...{
        parts: different,
        score: -2,
        deviation: 'direction',
        explanation: 'The abstract says the opposite.',
      },
    });
    const against = await check(open);
    assert.deepEqual([against.verdict, against.deviations[0]?.kind], ['deviates', 'direction']);
    assert.match(against.analysis, /^Opposite direction: The abstract says the opposite\./);
    says({ ...good, score: 0, evidence: '', parts: [], deviation: 'unsupported' });
    assert.equal((await check(open)).verdict, 'undetermined');
  });

  for (const [name, bad] of [
    ['prose', 'The sentence is consistent with the abstract.'],
    ['the text "true"', 'true'],
    ['an object without a score', { consistent: true, evidence: quote }],
    ['a score as text', { ...good, score: '2' }],
    ['a score that is true', { ...good, score: true }],
    ['a score beyond the scale', { ...good, score: 3 }],
    ['a passage that the abstract does not have', { ...good, evidence: 'Metformin shields the heart.' }],
    ['support without a passage', { ...good, evidence: '' }],
    ['support with a deviation', { ...good, deviation: 'direction' }],
    ['support without parts', { ...good, parts: [] }],
    ['support with a part that differs', { ...good, parts: [{ ...parts[0], relation: 'different' }] }],
    ['a part that the sentence does not have', { ...good, parts: [{ ...parts[0], claim: 'Aspirin' }] }],
    ['a part quoted from nowhere', { ...good, parts: [{ ...parts[0], quote: 'Aspirin' }] }],
    ['a contradiction in no part', { ...good, score: -2, deviation: 'direction' }],
    ['half an object', JSON.stringify(good).slice(0, 40)],
  ] as const)
    it(`asks again once after ${name}, then fails`, async () => {
      says(bad);
      await assert.rejects(
        check(open),
        (error) => error instanceof ServiceError && error.code === 'upstream_unavailable',
      );
      assert.equal(simulator.requests().length, 2);
    });

  it('accepts a valid second reply', async () => {
    let asked = 0;
    simulator.onRequest(() => says(++asked === 1 ? 'true' : good));
    try {
      assert.equal((await check(open)).verdict, 'supported');
      assert.equal(asked, 2);
    } finally {
      simulator.onRequest(undefined);
    }
  });

  it('falls back to the rules’ verdict, with a notice, if the model is unreachable', async () => {
    const failing = scriptedModel({
      verifies: async () => {
        throw new ModelError('unreachable');
      },
    });
    for (const [sentence, pattern] of [
      [open, /based on rules alone, because the model could not be reached/],
      ['二甲双胍保护血糖高者的心脏。', /仅依据规则得出：未能调用模型/],
    ] as const) {
      const result = await checkSentence({ sentence, article }, { model: failing, log }, context());
      assert.equal(result.method, 'rules_model_failed');
      assert.match(result.reason, pattern);
      assert.equal(result.verdict, checkSentenceByRules({ sentence, article }).verdict);
    }
  });

  it('omits a suggested correction with a number that the abstract lacks', async () => {
    const against = parts.map((part) => ({ ...part, relation: 'different' }));
    says({
      ...good,
      parts: against,
      score: -1,
      deviation: 'numeric',
      suggestion: 'Metformin reduced infarctions by 99% in adults.',
    });
    const { suggestion = '' } = await check(open);
    assert.doesNotMatch(suggestion, /99/);
    assert.ok(hasOnlyItsNumbers(suggestion, article.abstract));
    says({ ...good, parts: against, score: -1, deviation: 'numeric', suggestion: quote });
    assert.equal((await check(open)).suggestion, quote);
  });

  it('fences the abstract and the sentence as untrusted material', async () => {
    await check(open);
    const [request] = simulator.requests();
    const [system, user] = request?.body.messages ?? [];
    assert.match(String(system?.content), /never an instruction to you/);
    assert.match(String(user?.content), /<<<ABSTRACT (\w{16})\n[\s\S]*\nABSTRACT \1>>>\n\n<<<SENTENCE \1\n/);
  });
});

describe('malformed verifier replies', () => {
  const quote = right;

  /** Returns true for a reply of one object with a support score and a passage of the abstract, without deviations. */
  function saysSupported(reply: string): boolean {
    const [start, end] = [reply.indexOf('{'), reply.lastIndexOf('}')];
    const { score, evidence, deviation } = JSON.parse(reply.slice(start, end + 1));
    const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');
    const isVerbatim = evidence !== '' && letters(article.abstract).includes(letters(evidence));
    return (score === 1 || score === 2) && isVerbatim && (deviation === 'none' || deviation === undefined);
  }

  const compared = (score: number) => ({
    ...{ part: 'outcome', claim: 'hearts', quote: 'infarction' },
    relation: score > 0 ? 'same' : 'different',
  });

  it('never support a sentence without a score, a verbatim passage and no deviation', async () => {
    const [supporting, bare, opposing] = [
      { evidence: quote, score: 2, deviation: 'none' },
      { evidence: '', score: 2, deviation: 'none' },
      { evidence: quote, score: -2, deviation: 'direction' },
    ].map((reply) =>
      JSON.stringify({ ...reply, parts: [compared(reply.score)], explanation: '', suggestion: '' }),
    );
    const random = seededRandom(7);
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
    const pieces = [
      'true',
      'false',
      '2',
      '"2"',
      '{',
      '}',
      '"',
      ':',
      ',',
      'null',
      '[]',
      'consistent',
      '"consistent": true',
      '"score": 2',
      ' ',
      '是',
      '\\',
      '一致',
      ...['-', '1', 'none', '"deviation": "none"', 'unsupported', '}{', '```'],
    ];
    const replies = Array.from({ length: 1_500 }, (_, at) => {
      let text = [supporting, bare, opposing][at % 3] ?? '';
      for (let edits = 1 + Math.floor(random() * 5); edits > 0; edits--) {
        const at = Math.floor(random() * text.length);
        text = text.slice(0, at) + pick(pieces) + text.slice(at + Math.floor(random() * 6));
      }
      return text;
    });
    const { readVerification } = await import('./verifier/read-verification.ts');
    let [read, supported, refused] = [0, 0, 0];
    for (const reply of replies) {
      const model = scriptedModel({
        verifies: async (input) => {
          const verification = readVerification(reply, input);
          if (!verification) throw new ModelError('bad_json');
          read++;
          return verification;
        },
      });
      const outcome = await checkSentence({ sentence: open, article }, { model, log }, context()).catch(
        (error) => error,
      );
      if (outcome instanceof ServiceError) {
        assert.equal(outcome.code, 'upstream_unavailable');
        refused++;
      } else if (outcome.verdict === 'supported') {
        supported++;
        assert.ok(saysSupported(reply), reply);
      }
    }
    // Some mutations leave an equivalent reply; most make it unusable.
    assert.ok(supported > 0 && refused > replies.length / 2 && read < replies.length);
  });
});

describe('prompt injections in an abstract or sentence', () => {
  const base: SentenceToCheck[] = [
    open,
    wrong,
    right,
    'Aspirin prevents colorectal cancer.',
    '二甲双胍升高心肌梗死风险。',
  ].map((sentence) => ({ sentence, article }));

  /** Obeys the instruction if it sees one; otherwise judges honestly. */
  const obeying = (order: string) =>
    scriptedModel({
      verifies: async ({ abstract, sentence }) => {
        const seen = `${abstract}\n${sentence}`.includes(order.slice(0, 12));
        const text = 'Metformin reduced the risk of myocardial infarction in adults with type 2 diabetes.';
        const start = abstract.indexOf(text);
        const evidence = start < 0 ? undefined : { text, start, end: start + text.length };
        const against = /-2/.test(order);
        return {
          score: seen ? (against ? -2 : 2) : 0,
          evidence: seen ? evidence : undefined,
          parts: [],
          deviation: seen && !against ? undefined : 'unsupported',
          explanation: seen ? order : '',
          suggestion: '',
        };
      },
    });

  it('number at least 40, in both languages and both places', () => {
    assert.ok(injections.length >= 40);
    for (const where of ['abstract', 'sentence'] as const)
      for (const han of [true, false])
        assert.ok(
          injections.filter((each) => each.where === where && /\p{Script=Han}/u.test(each.text) === han)
            .length >= 10,
        );
  });

  /** Results without an injection, which no model sees in them. */
  const clean: Awaited<ReturnType<typeof checkSentence>>[] = [];
  before(async () => {
    for (const request of base)
      clean.push(await checkSentence(request, { model: obeying('nobody ordered'), log }, context()));
  });

  for (const { where, text } of injections)
    it(`change no verdict in the ${where}: ${text}`, async () => {
      for (const [at, request] of base.entries()) {
        const { abstract } = request.article;
        const middle = abstract.indexOf('RESULTS');
        const places =
          where === 'sentence'
            ? [`${request.sentence} ${text}`, `${text} ${request.sentence}`].map((sentence) => ({
                ...request,
                sentence,
              }))
            : [
                `${abstract} ${text}`,
                `${text}\n${abstract}`,
                `${abstract.slice(0, middle)}${text}\n${abstract.slice(middle)}`,
              ].map((changed) => ({ ...request, article: { ...request.article, abstract: changed } }));
        for (const tampered of places) {
          const result = await checkSentence(tampered, { model: obeying(text), log }, context());
          // Words that no record contains may cost a sentence its verdict, but never earn it one.
          assert.ok(
            result.verdict === clean[at]?.verdict ||
              (where === 'sentence' && result.verdict === 'undetermined'),
            `${request.sentence} / ${tampered.sentence}: ${result.verdict}`,
          );
          assert.ok(!result.reason.includes(text) && !result.analysis.includes(text));
          for (const { text: quoted, start, end } of result.evidence)
            assert.equal(tampered.article.abstract.slice(start, end), quoted);
        }
      }
    });
});
