import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { type AskResponse, Citewell } from '@citewell/sdk';
import { countingMeter } from '../accounting/meter.ts';
import { answer } from '../features/answers/answer.ts';
import { answerVerification } from '../http/schemas/responses.ts';
import { buildTestApp } from '../testing/app/build-test-app.ts';
import { injections } from '../testing/app/injections.ts';
import { scriptedModel, scriptedRetriever } from '../testing/app/scripted.ts';
import { parseEvents } from '../testing/process/sse-reader.ts';
import { inlineWork } from './language-tasks/inline-work.ts';

const trial = anArticle('1001', {
  title: 'Metformin in type 2 diabetes: a randomized trial.',
  abstract: [
    { label: 'METHODS', text: 'We enrolled 240 adults with type 2 diabetes.' },
    { label: 'RESULTS', text: 'Metformin lowered HbA1c by 1.1% in type 2 diabetes (P < 0.001).' },
  ],
});
const cohort = anArticle('1002', {
  title: 'Metformin and mortality in type 2 diabetes: a cohort.',
  abstract: [{ text: 'Metformin did not lower mortality in 4,100 patients with type 2 diabetes.' }],
});

type Setting = { written?: (mark: (pmid: string) => string) => string; records?: readonly Article[] };

/** The complete service; the model writes what a test specifies, or quotations follow. */
async function serve(t: TestContext, { written, records = [trial, cohort] }: Setting) {
  const model = scriptedModel({
    writes: ({ passages }) => [
      written?.((pmid) => `[${passages.find(({ article }) => article.pmid === pmid)?.id}]`) ?? '',
    ],
  });
  const { app, key, listen } = await buildTestApp(t, {
    answer,
    services: {
      model: written ? model : undefined,
      literature: { remote: [], library: scriptedRetriever('library', records) },
    },
  });
  const post = (path: string, payload: object) =>
    app.inject({
      method: 'POST',
      url: `/ai/api/${path}`,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      payload,
    });
  return { post, key, listen, ask: async (body: object) => (await post('ask', body)).json() as AskResponse };
}

const question = 'Does metformin work in type 2 diabetes?';
const written = (mark: (pmid: string) => string) =>
  `Two studies speak of it. Metformin lowered HbA1c by 1.1% in type 2 diabetes ${mark('1001')}. It lowered HbA1c by 4.8% in type 2 diabetes ${mark('1001')}. Metformin did not lower mortality in patients with type 2 diabetes ${mark('1002')}.`;
const kept =
  'Two studies speak of it. Metformin lowered HbA1c by 1.1% in type 2 diabetes [1]. Metformin did not lower mortality in patients with type 2 diabetes [2].';

describe('include: ["verification"]', () => {
  it('lists for every sentence its citations and the supporting text of their records, verbatim', async (t) => {
    const { ask } = await serve(t, { written });
    const reply = await ask({ question, include: ['verification'] });
    assert.equal(reply.answer, kept);
    const { sentences, omitted } = answerVerification.parse(reply.verification);
    assert.equal(omitted, 1);
    assert.equal(sentences.map(({ sentence }) => sentence).join(' '), kept);
    assert.deepEqual(
      sentences.map(({ kind, marks, verdict }) => [kind, marks.map(({ n }) => n), verdict]),
      [
        ['connective', [], null],
        ['cited', [1], 'supported'],
        ['cited', [2], 'supported'],
      ],
    );
    const abstracts: Record<string, string> = { 1001: abstractText(trial), 1002: abstractText(cohort) };
    for (const { evidence, marks } of sentences) {
      assert.equal(evidence.length, marks.length);
      for (const { pmid, text, start, end } of evidence)
        assert.equal(abstracts[pmid]?.slice(start, end), text);
    }
  });

  it('is one event of a stream, before done, and the SDK adds it to the answer', async (t) => {
    const { post, ask, key, listen } = await serve(t, { written });
    const body = { question, include: ['verification' as const] };
    const events = parseEvents((await post('ask_stream', body)).payload);
    assert.deepEqual(
      events.slice(-3).map(({ event }) => event),
      ['references', 'verification', 'done'],
    );
    const synchronous = await ask(body);
    assert.deepEqual(events.at(-2)?.data, synchronous.verification);
    const citewell = new Citewell({ baseUrl: `http://127.0.0.1:${await listen()}`, apiKey: key });
    assert.deepEqual((await citewell.askStream(body).final()).verification, synchronous.verification);
  });

  it('is sent only on request, and the sentences are checked either way', async (t) => {
    const { ask } = await serve(t, { written });
    const { verification, answer: text, references } = await ask({ question });
    assert.equal(verification, undefined);
    assert.equal(text, kept);
    assert.deepEqual(
      references.map(({ pmid }) => pmid),
      ['1001', '1002'],
    );
  });

  it('finds every quotation of an answer without a model supported', async (t) => {
    const { ask } = await serve(t, {});
    const { verification } = await ask({ question, include: ['verification'] });
    const cited = verification?.sentences.filter(({ kind }) => kind === 'cited') ?? [];
    assert.ok(cited.length >= 2);
    assert.deepEqual(new Set(cited.map(({ verdict }) => verdict)), new Set(['supported']));
    assert.equal(verification?.omitted, 0);
  });

  it('reports omitted sentences in the stream, in both languages', async (t) => {
    const { post } = await serve(t, { written });
    const said = async (body: object) => {
      const events = parseEvents((await post('ask_stream', body)).payload);
      return events.filter(({ event }) => event === 'thinking').map(({ data }) => data.message);
    };
    assert.ok(
      (await said({ question })).includes(
        'One sentence was removed because no retrieved abstract supports it.',
      ),
    );
    assert.ok((await said({ question, lang: 'zh' })).includes('已略去 1 句：检索到的摘要均不支持其内容。'));
  });

  it('hides the model’s reasoning and reports once that it reasons, in both languages', async (t) => {
    const { app, key } = await buildTestApp(t, {
      answer,
      services: {
        model: scriptedModel({
          writes: ({ passages }) => [
            { type: 'thinking', text: 'Stop taking ' },
            { type: 'thinking', text: 'your insulin. 请停用胰岛素。' },
            `Metformin lowered HbA1c by 1.1% in type 2 diabetes [${passages[0]?.id}].`,
          ],
        }),
        literature: { remote: [], library: scriptedRetriever('library', [trial]) },
      },
    });
    for (const [lang, sentence] of [
      ['en', 'The model is reasoning before it writes.'],
      ['zh', '模型正在思考，随后撰写回答。'],
    ] as const) {
      const { payload } = await app.inject({
        ...{ method: 'POST', url: '/ai/api/ask_stream', payload: { question, lang } },
        headers: { 'x-api-key': key },
      });
      assert.doesNotMatch(payload, /insulin|胰岛素/);
      assert.equal(payload.split(sentence).length, 2);
    }
  });

  it('reports that nothing is supported and quotes, if no sentence is left', async (t) => {
    const { ask } = await serve(t, {
      written: (mark) => `It lowered HbA1c by 4.8% in type 2 diabetes ${mark('1001')}.`,
    });
    const { answer: text, references } = await ask({ question });
    assert.match(text, /^The abstracts found do not support any sentence of the generated answer/);
    assert.match(text, /“Metformin lowered HbA1c by 1\.1% in type 2 diabetes \(P < 0\.001\)\.” \[1\]/);
    assert.doesNotMatch(text, /4\.8/);
    assert.equal(references[0]?.pmid, '1001');
  });
});

describe('instructions in an abstract or a sentence', () => {
  const wrong = 'Metformin lowered HbA1c by 4.8% in type 2 diabetes';
  it('never let a wrong sentence through', async (t) => {
    // One service for all: starting it takes longer than its answer.
    const records = [trial];
    let aside = '';
    const { ask } = await serve(t, { records, written: (mark) => `${wrong}${aside} ${mark('1001')}.` });
    for (const { where, text } of injections)
      await t.test(`${where}, ${text.slice(0, 60)}`, async () => {
        const [abstract, sentence] = where === 'abstract' ? [[{ text }], ''] : [[], text];
        records.splice(0, 1, { ...trial, abstract: [...trial.abstract, ...abstract] });
        aside = sentence && ` (${sentence.replace(/[.。]/g, '')})`;
        const reply = await ask({ question });
        assert.match(
          reply.answer,
          /^The abstracts found do not support any sentence of the generated answer/,
        );
        assert.doesNotMatch(reply.answer, /4\.8/);
        assert.ok(!reply.answer.includes(text), 'an order is not quoted either');
      });
  });
});

it('delay no sentence beyond the beginning of the next', async () => {
  const seen: string[] = [];
  const leftBefore: number[] = [];
  const parts = [
    'Metformin lowered HbA1c',
    ' by 1.1% in type 2',
    ' diabetes [E1]. ',
    'It',
    ' is old.',
    ' Ask',
  ];
  const model = scriptedModel({
    *writes() {
      for (const part of parts) {
        leftBefore.push(seen.length);
        yield part;
      }
      leftBefore.push(seen.length);
    },
  });
  await answer(
    {
      ...{ question, language: undefined, years: {}, maxReferences: 10, category: undefined },
      ...{ fileContent: undefined, history: [], images: [], include: [] },
    },
    {
      model,
      literature: { remote: [], library: scriptedRetriever('library', [trial]) },
      clock: { now: () => Date.UTC(2026, 10, 21) },
      log: () => {},
    },
    {
      requestId: 'r',
      signal: new AbortController().signal,
      meter: countingMeter(),
      work: inlineWork,
      emit(event) {
        if (event.event === 'answer_chunk') seen.push(event.data.text);
        return undefined;
      },
    },
  );
  // With "It" the first sentence was sent, with " Ask" the second.
  assert.deepEqual(leftBefore, [0, 0, 0, 0, 1, 1, 2]);
  assert.deepEqual(seen, ['Metformin lowered HbA1c by 1.1% in type 2 diabetes [1].', ' It is old.', ' Ask']);
});
