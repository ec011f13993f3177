import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { buildTestApp } from '../../testing/app/build-test-app.ts';
import { scriptedModel, scriptedRetriever } from '../../testing/app/scripted.ts';
import { png } from '../../testing/documents/images.ts';
import { parseEvents } from '../../testing/process/sse-reader.ts';
import { answer } from './answer.ts';

const article = anArticle('9900000001', {
  title: 'Metformin in type 2 diabetes: a randomized trial.',
  abstract: [{ text: 'Metformin lowered HbA1c by 1.1% in adults with type 2 diabetes.' }],
});

/** Inputs of the searches for a question, and the resulting queries. */
async function searchesOf(t: TestContext, body: object, describes?: string) {
  const library = scriptedRetriever('library', [article]);
  const model = describes === undefined ? undefined : scriptedModel({ describes: async () => describes });
  const { app, key } = await buildTestApp(t, {
    answer,
    services: { model, literature: { remote: [], library } },
  });
  const reply = await app.inject({
    ...{ method: 'POST', url: '/ai/api/ask_stream', headers: { 'x-api-key': key } },
    payload: body,
  });
  const inputs = parseEvents(reply.body).flatMap(({ event, data }) =>
    event === 'tool_call' ? [data.input] : [],
  );
  return { inputs: inputs as Record<string, unknown>[], queries: library.queries };
}

describe('the events of a search', () => {
  it('state the category in a tool_call only if the question has one', {
    tags: ['event.tool_call.category'],
  }, async (t) => {
    const question = 'Does metformin lower HbA1c?';
    const restricted = await searchesOf(t, { question, category_id: 'endocrinology' });
    assert.ok(restricted.inputs.length > 0);
    for (const input of restricted.inputs) assert.equal(input.category_id, 'endocrinology');
    assert.ok(restricted.queries[0]?.categoryTerms?.includes('diabetes'));
    for (const input of (await searchesOf(t, { question })).inputs) assert.ok(!('category_id' in input));
  });
});

it('contain whole abstracts in a tool_result', async (t) => {
  const text = `${'Metformin was compared with placebo in adults. '.repeat(40)}Metformin lowered HbA1c.`;
  const library = scriptedRetriever('library', [{ ...article, abstract: [{ text }] }]);
  const { app, key } = await buildTestApp(t, {
    answer,
    services: { literature: { remote: [], library } },
  });
  const reply = await app.inject({
    ...{ method: 'POST', url: '/ai/api/ask_stream', headers: { 'x-api-key': key } },
    payload: { question: 'Does metformin lower HbA1c?' },
  });
  const items = parseEvents(reply.body).flatMap(({ event, data }) =>
    event === 'tool_result' ? data.items : [],
  );
  assert.deepEqual(
    (items as { abstract: string }[]).map(({ abstract }) => abstract),
    [text],
  );
});

describe('an attachment', () => {
  const trial =
    'We randomized 120 adults with type 2 diabetes to metformin or placebo. HbA1c fell by 1.1% with metformin.';
  for (const question of ['Does this trial agree with the literature?', '总结附件'])
    it(`is searched for if the question names nothing medical: ${question}`, async (t) => {
      const { queries } = await searchesOf(t, { question, file_content: trial });
      const concepts = (queries[0]?.concepts ?? []).join(' ');
      assert.match(concepts, /metformin/i);
      assert.doesNotMatch(concepts, /agree|literature|appendix/i);
    });

  it('does not change the search of a question with its own topic', async (t) => {
    const question = 'Does aspirin prevent stroke?';
    const alone = await searchesOf(t, { question });
    const attached = await searchesOf(t, { question, file_content: trial });
    assert.deepEqual(attached.queries[0]?.concepts, alone.queries[0]?.concepts);
  });
});

describe('an image description', () => {
  const described = {
    en: 'The image is a colour photograph of a printed laboratory report lying on a wooden desk. It shows elevated alanine aminotransferase of 120 U/L and bilirubin. The name of the hospital cannot be made out. No fracture is seen.',
    zh: '图像为一张放在木桌上的检验报告的彩色照片。报告显示丙氨酸氨基转移酶升高至120 U/L，胆红素升高。医院名称无法看清。未见骨折。',
  };
  for (const [language, question] of [
    ['en', 'What does this mean for metformin?'],
    ['zh', '这对二甲双胍意味着什么？'],
  ] as const)
    it(`adds its medical findings to the search, without appearance or negated findings: ${language}`, {
      tags: ['ask_stream.request.images.searched'],
    }, async (t) => {
      const { queries } = await searchesOf(
        t,
        { question, images: [png(8, 8).toString('base64')] },
        described[language],
      );
      const searched = (queries[0]?.facets ?? []).flat().join(' | ').toLowerCase();
      for (const wanted of [/metformin/, /aminotransferase/, /bilirubin/]) assert.match(searched, wanted);
      for (const noise of [
        /photograph|照片/,
        /desk|桌/,
        /report|报告/,
        /colour|彩色/,
        /hospital|医院/,
        /fracture|骨折/,
      ])
        assert.doesNotMatch(searched, noise);
    });
});
