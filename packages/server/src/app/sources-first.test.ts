import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Reference } from '@citewell/sdk';
import { answer } from '../features/answers/answer.ts';
import { buildReviewApp } from '../testing/app/review-app.ts';
import { parseEvents } from '../testing/process/sse-reader.ts';

describe('the papers chosen as evidence', { concurrency: true }, () => {
  for (const path of ['ask_stream', 'expert_stream'])
    for (const model of [false, true])
      for (const question of ['Does metformin reduce mortality in type 2 diabetes?', '二甲双胍治疗2型糖尿病'])
        it(`are sent once, before the first word: ${path} ${model ? 'with' : 'without'} a model, ${question}`, {
          tags: ['event.thinking.sources'],
        }, async (t) => {
          const { post } = await buildReviewApp(t, { model, options: { answer } });
          const events = parseEvents((await post(path, { question })).body);
          const withSources = events.filter(({ data }) => 'sources' in data);
          assert.equal(withSources.length, 1);
          const [chosen] = withSources;
          assert.equal(chosen?.event, 'thinking');
          const firstWord = events.findIndex(({ event }) => event === 'answer_chunk');
          assert.ok(events.indexOf(chosen as (typeof events)[number]) < firstWord);
          const sources = chosen?.data.sources as Reference[];
          assert.equal(new Set(sources.map(({ pmid }) => pmid)).size, sources.length);
          const references = events.find(({ event }) => event === 'references')?.data.refs as Reference[];
          assert.ok(references.length > 0);
          for (const reference of references)
            assert.deepEqual(
              sources.find(({ pmid }) => pmid === reference.pmid),
              reference,
            );
        });

  it('are empty if nothing was found on the question', async (t) => {
    const { post } = await buildReviewApp(t, { articles: [], options: { answer } });
    for (const path of ['ask_stream', 'expert_stream']) {
      const events = parseEvents((await post(path, { question: 'Metformin in type 2 diabetes' })).body);
      const chosen = events.flatMap(({ data }) => ('sources' in data ? [data.sources] : []));
      assert.deepEqual(chosen.flat(), []);
    }
  });
});
