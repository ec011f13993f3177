import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { Reranker } from '../literature/ranking/reranker.ts';
import { scriptedRetriever } from '../testing/app/scripted.ts';
import { searchRanked } from './search-ranked.ts';

const articles = ['Gout and colchicine.', 'Gout, colchicine and gout again.', '痛风与秋水仙碱。'].map(
  (title, at) => anArticle(`${at + 1}`, { title, abstract: [{ text: 'Colchicine for gout.' }] }),
);
const never = new AbortController().signal;

async function order(reranker: Reranker | undefined, signal = never): Promise<string[]> {
  const found = await searchRanked(
    { question: 'Does colchicine help in gout?', limit: 10, requestId: 'r1' },
    {
      literature: { remote: [], library: scriptedRetriever('library', articles) },
      reranker,
      clock: { now: () => Date.UTC(2026, 10, 21) },
      log: () => {},
    },
    signal,
  );
  return found.articles.map(({ article }) => article.pmid);
}

const scripted = (score: Reranker['score']): Reranker => ({
  ...{ depth: 40, share: 0.7, score },
  close: async () => {},
});

describe('a search with a reranker', () => {
  it('sends the original question with each title and abstract, in both languages', async () => {
    const asked: [string, readonly string[]][] = [];
    const reranker = scripted(async ({ text: question }, candidates) => {
      const texts = candidates.map(({ text }) => text);
      asked.push([question, texts]);
      return texts.map((text) => (text.startsWith('痛风') ? 9 : 0));
    });
    assert.equal((await order(reranker))[0], '3');
    assert.equal(asked[0]?.[0], 'Does colchicine help in gout?');
    assert.ok(asked[0]?.[1].includes('痛风与秋水仙碱。\nColchicine for gout.'));
  });

  it('keeps the original order if the reranker is unavailable', async () => {
    assert.deepEqual(await order(scripted(async () => undefined)), await order(undefined));
  });

  it('ends when its caller disconnects', async () => {
    const controller = new AbortController();
    const reranker = scripted(async (_question, _texts, signal) => {
      controller.abort(new Error('gone'));
      signal.throwIfAborted();
      return undefined;
    });
    await assert.rejects(order(reranker, controller.signal), /gone/);
  });
});
