import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { inlineWork } from '../app/language-tasks/inline-work.ts';
import { answer } from '../features/answers/answer.ts';
import type { Model } from '../llm/model.ts';
import { buildTestApp } from '../testing/app/build-test-app.ts';
import { scriptedModel, scriptedRetriever } from '../testing/app/scripted.ts';
import type { LanguageWork, LanguageWorkers, TaskName } from './language-work.ts';
import { TaskTimeout } from './task-timeout.ts';

/** Workers that stop these tasks, as if they took too long, and run all others. */
function givingUp(...names: TaskName[]): LanguageWorkers {
  const work: LanguageWork = async (name, argument, signal, ...kept) => {
    if (names.includes(name)) throw new TaskTimeout(10_000);
    return inlineWork(name, argument, signal, ...kept);
  };
  return { workFor: () => work, close: async () => {} };
}

const abstract = 'Metformin reduced the risk of myocardial infarction by 25% in adults with type 2 diabetes.';
const trial = anArticle('101', { title: 'Metformin and infarction', abstract: [{ text: abstract }] });

async function post(
  t: Parameters<typeof buildTestApp>[0],
  workers: LanguageWorkers,
  url: string,
  payload: object,
  model?: Model,
) {
  const { app, key, settled } = await buildTestApp(t, {
    answer,
    services: {
      languageWorkers: workers,
      model,
      literature: { remote: [], library: scriptedRetriever('library', [trial]) },
    },
  });
  const reply = await app.inject({ method: 'POST', url, headers: { 'x-api-key': key }, payload });
  return { reply, settled };
}

describe('a text whose processing times out', () => {
  for (const [sentence, said] of [
    ['Metformin reduced the risk of myocardial infarction by 25%.', /took too long and was stopped/],
    ['二甲双胍使心肌梗死风险降低25%。', /耗时过长，已放弃/],
  ] as const)
    it(`gives an undetermined verdict with the reason: ${sentence}`, async (t) => {
      const workers = givingUp('checkSentenceByRules', 'isStatedReview');
      const body = { sentence, pmid: '101', abstract, include: ['verification'] };
      const { reply } = await post(t, workers, '/ai/api/factcheck_verify', body);
      assert.equal(reply.statusCode, 200);
      const { consistent, reason, verification } = reply.json();
      assert.equal(consistent, false);
      assert.match(reason, said);
      assert.equal(verification.verdict, 'undetermined');
      assert.equal(verification.confidence, null);
    });

  for (const [text, said] of [
    ['The the patients was treated with  metformin.', /Left unchanged: 1 part of the text, because checking/],
    ['患者接受了二甲双胍治疗,效果良好.', /有 1 段保持原样：比对润色结果与原文耗时过长/],
  ] as const)
    it(`returns a segment unchanged and reports it: ${text}`, async (t) => {
      for (const task of ['compareVersion', 'polishByRules'] as const) {
        const body = { text, insert_refs: false };
        const { reply } = await post(t, givingUp(task), '/ai/api/polish', body);
        const events = [...reply.body.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(
          ([, event = '', data = '']) => ({ event, data: JSON.parse(data) }),
        );
        const texts = events.filter(({ event }) => event === 'answer_chunk').map(({ data }) => data.text);
        assert.equal(texts.join(''), text);
        assert.ok(events.some(({ event, data }) => event === 'thinking' && said.test(data.message)));
      }
    });

  it('removes a sentence from an answer if its citation could not be checked', async (t) => {
    const model = scriptedModel({ writes: () => [`${abstract.slice(0, -1)} [E1]. Two things are known.`] });
    const body = { question: 'Does metformin reduce myocardial infarction?' };
    const { reply } = await post(t, givingUp('judgeUnits'), '/ai/api/ask', body, model);
    assert.equal(reply.statusCode, 200);
    assert.doesNotMatch(reply.json().answer, /25%/);
    assert.deepEqual(reply.json().references, []);
  });

  for (const [question, said] of [
    ['Does metformin reduce myocardial infarction?', /took more than 10 s and was stopped/],
    ['二甲双胍能降低心肌梗死风险吗？', /处理文本超过 10 秒，已放弃/],
  ] as const)
    for (const task of ['planQuestion', 'selectEvidence'] as const)
      it(`ends a call with 503 and no charge if no answer is possible without ${task}: ${question}`, async (t) => {
        const { reply, settled } = await post(t, givingUp(task), '/ai/api/ask', { question });
        assert.equal(reply.statusCode, 503);
        assert.equal(reply.headers['retry-after'], '5');
        assert.equal(reply.json().code, 'overloaded');
        assert.match(reply.json().error, said);
        assert.deepEqual(
          settled.map(({ outcome }) => outcome),
          ['internal_error'],
        );
      });
});
