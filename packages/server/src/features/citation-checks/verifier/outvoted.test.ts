import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { CitationCheckResponse } from '@citewell/sdk';
import { startEntailmentSimulator } from '@citewell/simulators/llm/entailment-simulator.ts';
import { ModelError } from '../../../llm/model-error.ts';
import { buildTestApp, type TestAppOptions } from '../../../testing/app/build-test-app.ts';
import { scriptedModel, scriptedRetriever } from '../../../testing/app/scripted.ts';
import { createEntailmentVerifier } from './entailment-verifier.ts';
import { readVerification } from './read-verification.ts';
import type { ComparedPart } from './verification.ts';

const abstract = `BACKGROUND: In small studies of surgical patients, tinzalin reduced pulmonary embolism by 40%.
METHODS: We randomly assigned 412 adults with hip fracture to oral tinzalin 20 mg once daily or placebo.
RESULTS: Pulmonary embolism occurred in 9 of 206 patients given tinzalin and 11 of 206 given placebo. Tinzalin did not reduce mortality. Tinzalin shortened the stay in hospital by two days, without increasing bleeding.
CONCLUSIONS: Tinzalin did not lower pulmonary embolism after hip fracture.`;
const zhAbstract = `背景：既往小样本研究中，替扎林使肺栓塞减少40%。
方法：将412例髋部骨折成人随机分为口服替扎林组或安慰剂组。
结果：替扎林未降低死亡率。替扎林使住院时间缩短两天。
结论：替扎林未能减少髋部骨折后的肺栓塞。`;

type Part = Partial<ComparedPart>;

async function checkWith(
  t: TestContext,
  services: TestAppOptions['services'],
  sentence: string,
  checked = abstract,
): Promise<CitationCheckResponse> {
  const title = 'Tinzalin after hip fracture.';
  const remote = [scriptedRetriever('pubmed', [anArticle('101', { title, abstract: [{ text: checked }] })])];
  const { postTo } = await buildTestApp(t, {
    services: { ...services, literature: { remote, library: undefined } },
  });
  const { status, body } = await postTo('/ai/api/factcheck_verify', {
    sentence,
    pmid: '101',
    include: ['verification'],
  });
  assert.equal(status, 200, body);
  return JSON.parse(body);
}

/** Checks a sentence with a model that finds it stated by this passage, with these parts. */
function checkWithModel(
  t: TestContext,
  { sentence, evidence, parts, from }: { sentence: string; evidence: string; parts: Part[]; from?: string },
): Promise<CitationCheckResponse> {
  const reply = JSON.stringify({
    ...{ evidence, score: 2, deviation: 'none', explanation: '', suggestion: '' },
    parts: parts.map((part) => ({ relation: 'same', ...part })),
  });
  const model = scriptedModel({
    verifies: async (input) => {
      const verification = readVerification(reply, input);
      if (!verification) throw new ModelError('bad_json');
      return verification;
    },
  });
  return checkWith(t, { model }, sentence, from);
}

/** Checks a sentence with a classifier that finds it entailed by the passages with these words. */
async function checkWithClassifier(t: TestContext, sentence: string, words: string, from?: string) {
  const simulator = await startEntailmentSimulator();
  t.after(() => simulator.close());
  simulator.setScript((premise) => (premise.includes(words) ? { entailment: 0.97 } : {}));
  const entailment = createEntailmentVerifier(
    {
      ...{ baseUrl: simulator.url, apiKey: undefined, deadlineMs: 10_000 },
      supportMin: 0.9,
      contradictionMin: 0.95,
    },
    { clock: { now: () => 0 } },
  );
  t.after(() => entailment.close());
  return checkWith(t, { entailment }, sentence, from);
}

const denied: { name: string; sentence: string; evidence: string; from?: string; said: readonly RegExp[] }[] =
  [
    {
      name: 'a passage denies the effect',
      sentence: 'Tinzalin reduced mortality in frail adults.',
      evidence: 'Tinzalin did not reduce mortality.',
      said: [
        /the rules and the model disagree/,
        /^Rules: Negation changed: the sentence says “Tinzalin reduced mortality in frail adults”, the abstract “Tinzalin did not reduce mortality”\. Model: the abstract supports the sentence/,
      ],
    },
    {
      name: 'only part of the denying sentence is quoted',
      sentence: 'Tinzalin reduced mortality in frail adults.',
      evidence: 'reduce mortality',
      said: [/the rules and the model disagree/, /Tinzalin did not reduce mortality/],
    },
    {
      name: 'a passage denies the effect in other words',
      sentence: 'Oral tinzalin lowered pulmonary embolism after a fractured hip in frail adults.',
      evidence: 'Tinzalin did not lower pulmonary embolism after hip fracture.',
      said: [/the rules and the model disagree/, /^Rules: Negation changed/],
    },
    {
      name: 'only the sentence denies it',
      sentence: 'Tinzalin did not shorten the hospital stay of frail adults.',
      evidence: 'Tinzalin shortened the stay in hospital by two days',
      from: abstract.replace(', without increasing bleeding', ''),
      said: [/the rules and the model disagree/, /^Rules: Negation changed/],
    },
    {
      name: 'a Chinese sentence cites an English denial',
      sentence: '口服替扎林(tinzalin)降低了髋部骨折后的死亡率。',
      evidence: 'Tinzalin did not reduce mortality.',
      said: [/规则与模型的判断不一致/, /^规则：否定关系改变：.*模型：摘要支持该句。$/],
    },
    {
      name: 'a Chinese passage denies the effect',
      sentence: '替扎林降低了体弱成人的死亡率。',
      evidence: '替扎林未降低死亡率',
      from: zhAbstract,
      said: [/规则与模型的判断不一致/, /^规则：否定关系改变：.*模型：摘要支持该句。$/],
    },
  ];

describe('a negation that only a sentence or the passage cited for it has', () => {
  for (const { name, sentence, evidence, from, said } of denied) {
    it(`is not outvoted by a model: ${name}`, async (t) => {
      const parts = [{ part: 'outcome', claim: sentence.slice(-12), quote: evidence }] as Part[];
      const { consistent, reason, deviation_analysis, verification } = await checkWithModel(t, {
        ...{ sentence, evidence, parts },
        ...(from && { from }),
      });
      assert.deepEqual([consistent, verification?.verdict], [false, 'undetermined']);
      assert.match(reason, said[0] ?? /^$/);
      assert.match(deviation_analysis, said[1] ?? /^$/);
    });
    it(`is not outvoted by a classifier: ${name}`, async (t) => {
      const { consistent, verification } = await checkWithClassifier(t, sentence, evidence, from);
      assert.deepEqual([consistent, verification?.verdict], [false, 'undetermined']);
    });
  }

  it('prevents no support if it concerns something else', async (t) => {
    const evidence = 'Tinzalin shortened the stay in hospital by two days, without increasing bleeding.';
    for (const sentence of [
      'Frail adults who took tinzalin left hospital sooner, since it shortened their stay.',
      '替扎林(tinzalin)缩短了体弱成人的住院(hospital)时间。',
    ]) {
      const parts = [
        { part: 'effect', claim: /shortened|缩短/.exec(sentence)?.[0] ?? '', quote: 'shortened' },
      ] as Part[];
      const { verification } = await checkWithModel(t, { sentence, evidence, parts });
      assert.deepEqual([verification?.verdict, verification?.method], ['supported', 'model'], sentence);
      const classified = await checkWithClassifier(t, sentence, 'shortened the stay');
      assert.equal(classified.verification?.verdict, 'supported', sentence);
    }
  });
});

describe('the parts of a finding', () => {
  const evidence =
    'Pulmonary embolism occurred in 9 of 206 patients given tinzalin and 11 of 206 given placebo.';
  for (const [name, sentence, parts] of [
    [
      'an effect',
      'Tinzalin made lung clots rarer in the frail.',
      [{ part: 'effect', claim: 'rarer', quote: 'tinzalin reduced pulmonary embolism' }],
    ],
    [
      'a number',
      'Tinzalin made lung clots 40% rarer in the frail.',
      [
        { part: 'effect', claim: 'rarer', quote: '9 of 206 patients' },
        { part: 'number', claim: '40%', quote: 'by 40%' },
      ],
    ],
    [
      'a number that no part names',
      'Tinzalin made lung clots 40% rarer in the frail.',
      [{ part: 'effect', claim: 'rarer', quote: '9 of 206 patients' }],
    ],
    [
      'a comparator',
      'Tinzalin made lung clots rarer than in surgical patients.',
      [{ part: 'comparator', claim: 'surgical patients', quote: 'surgical patients' }],
    ],
    [
      'an effect in Chinese',
      '替扎林(tinzalin)使体弱者的肺栓塞变得少见。',
      [{ part: 'effect', claim: '变得少见', quote: 'tinzalin reduced pulmonary embolism' }],
    ],
    [
      'an outcome that only the title has',
      'Tinzalin made lung clots rarer after hip fracture.',
      [{ part: 'outcome', claim: 'after hip fracture', quote: 'Tinzalin after hip fracture' }],
    ],
  ] as [string, string, Part[]][])
    it(`are not accepted from background, aims or the title: ${name}`, async (t) => {
      const { verification } = await checkWithModel(t, { sentence, evidence, parts });
      assert.deepEqual([verification?.verdict, verification?.method], ['undetermined', 'rules']);
    });

  it('are accepted from results, and people, treatment and design from anywhere', async (t) => {
    for (const sentence of [
      'Tinzalin made lung clots rarer in those with a broken hip.',
      '替扎林(tinzalin)使髋部骨折者的肺栓塞变得少见。',
    ]) {
      const [effect = '', people = ''] = /[a-z] rarer/.test(sentence)
        ? ['rarer', 'those with a broken hip']
        : ['变得少见', '髋部骨折者'];
      const parts = [
        { part: 'effect', claim: effect, quote: '9 of 206 patients given tinzalin' },
        { part: 'population', claim: people, quote: 'adults with hip fracture' },
      ] as Part[];
      const { verification } = await checkWithModel(t, { sentence, evidence, parts });
      assert.deepEqual([verification?.verdict, verification?.method], ['supported', 'model'], sentence);
    }
  });
});
