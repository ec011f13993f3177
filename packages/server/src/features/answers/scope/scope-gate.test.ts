import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { HistoryItem } from '@citewell/sdk';
import { buildTestApp } from '../../../testing/app/build-test-app.ts';
import { scriptedModel, scriptedRetriever } from '../../../testing/app/scripted.ts';
import { parseEvents } from '../../../testing/process/sse-reader.ts';
import { review } from '../../reviews/writing/review.ts';
import { answer } from '../answer.ts';

const article = anArticle('9900000001', {
  title: 'Metformin in children with type 2 diabetes: a randomized trial.',
  abstract: [{ text: 'Metformin lowered HbA1c by 1.1% in children with type 2 diabetes.' }],
});

/** Starts the app over a library of one record; also records the searches and every text sent to a model. */
async function build(t: TestContext, hasModel = false, balance?: number) {
  const library = scriptedRetriever('library', [article]);
  let asked = 0;
  const unasked = async () => {
    asked++;
    return undefined;
  };
  const model = hasModel ? scriptedModel({ plans: unasked }) : undefined;
  const {
    app,
    key: rich,
    createKey,
  } = await buildTestApp(t, {
    ...{ answer, review },
    services: { model, literature: { remote: [], library } },
  });
  const key = balance === undefined ? rich : await createKey({ balance });
  const post = (path: string, payload: object) =>
    app.inject({ method: 'POST', url: `/ai/api/${path}`, headers: { 'x-api-key': key }, payload });
  return { post, library, asked: () => asked };
}

const said = { en: /answers medical and biomedical questions only/, zh: /只回答医学和生物医学问题/ };
const questions = { en: 'Who won the world cup in 2018?', zh: '《红楼梦》的作者是谁？' };

describe('a message out of scope', () => {
  for (const language of ['en', 'zh'] as const)
    for (const model of [false, true])
      it(`gets a fixed reply from ask without search, citation or charge: ${language}, ${model ? 'a' : 'no'} model`, async (t) => {
        const { post, library, asked } = await build(t, model);
        const reply = await post('ask', { question: questions[language] });
        assert.equal(reply.statusCode, 200);
        const { answer: text, references } = reply.json();
        assert.match(text, said[language]);
        assert.deepEqual(references, []);
        assert.equal(reply.headers['x-tokens-charged'], '0');
        assert.deepEqual([library.queries.length, asked()], [0, 0]);
      });

  it('gets the reply with an empty balance, unlike a medical question', async (t) => {
    const { post } = await build(t, true, 0);
    for (const path of ['ask', 'ask_stream', 'expert', 'expert_stream'])
      for (const question of Object.values(questions)) {
        const reply = await post(path, { question });
        assert.equal(reply.statusCode, 200, reply.body);
        const refused = await post(path, { question: 'Does metformin lower HbA1c?' });
        assert.deepEqual(
          [refused.statusCode, refused.json().code.split(':')[0]],
          [403, 'insufficient_balance'],
        );
      }
  });

  it('gets the reply from ask_stream without a tool_call', async (t) => {
    const { post } = await build(t);
    const events = parseEvents((await post('ask_stream', { question: 'Thanks, that helps!' })).body);
    assert.deepEqual(
      events.map(({ event }) => event),
      ['answer_chunk', 'references', 'done'],
    );
  });

  for (const [message, file] of [
    ['Thanks!', 'trial.txt'],
    ['hello', 'x'],
    ['What is the capital of France?', 'trial.txt'],
    ['谢谢', 'trial.txt'],
    ['你好', 'x'],
    ['法国的首都是哪里？', 'trial.txt'],
  ] as const)
    it(`gets the reply beside an attachment: ${message}`, async (t) => {
      const { post, library, asked } = await build(t, true);
      const content = file === 'x' ? 'x' : 'Atorvastatin against atrial fibrillation: a randomized trial.';
      const reply = await post('ask', { question: message, file_content: content });
      assert.deepEqual(reply.json().references, []);
      assert.equal(reply.headers['x-tokens-charged'], '0');
      assert.deepEqual([library.queries.length, asked()], [0, 0]);
    });

  for (const message of ['Summarize this', 'does this agree with the literature?', '总结附件'])
    it(`is not a request about an attachment: ${message}`, async (t) => {
      const { post, library } = await build(t);
      const content = 'Metformin lowered HbA1c in adults with type 2 diabetes: a randomized trial.';
      await post('ask', { question: message, file_content: content });
      assert.ok(library.queries.length > 0);
    });

  it('is announced as free in the head of a stream, with a model too', async (t) => {
    const { post } = await build(t, true);
    for (const path of ['ask_stream', 'expert_stream'])
      for (const question of [...Object.values(questions), 'and in children?', '那儿童呢']) {
        const reply = await post(path, { question });
        assert.equal(reply.headers['x-tokens-charged'], '0', `${path} ${question}`);
      }
    const medical = await post('ask_stream', { question: 'Does metformin lower HbA1c?' });
    assert.equal(medical.headers['x-tokens-charged'], undefined);
  });

  it('gets a titled reply from expert and from a discussion', async (t) => {
    const { post, library } = await build(t);
    const reviewed = (await post('expert', { question: questions.en })).json();
    assert.equal(reviewed.title, 'Outside the scope of this service');
    assert.match(reviewed.review, said.en);
    assert.deepEqual([reviewed.sections, reviewed.references], [[], []]);
    const discussed = await post('ask_stream', {
      question: questions.zh,
      mode: 'discussion',
      file_content: '二甲双胍降低了HbA1c。',
    });
    assert.match(discussed.body, /超出本服务范围/);
    assert.equal(library.queries.length, 0);
  });

  it('is not read as a follow-up to a medical question', async (t) => {
    const { post } = await build(t);
    const history: HistoryItem[] = [{ q: 'Does metformin lower HbA1c?', a: 'It did [1].' }];
    for (const [question, cited] of [
      ['And in children?', 1],
      ['那儿童呢？', 1],
      ['Thanks, that helps!', 0],
    ] as const) {
      const events = parseEvents((await post('ask_stream', { question, history })).body);
      const refs = events.find(({ event }) => event === 'references')?.data.refs as unknown[];
      assert.equal(refs.length, cited, question);
    }
  });
});
