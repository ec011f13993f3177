import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse } from '@citewell/sdk';
import { buildReviewApp } from './review-app.ts';

export type Row = readonly [title: string, abstract: string];

/** Asserts that a review without a model screens all records, and includes exactly those that are `on` its topic. */
export async function assertIncludes(
  t: TestContext,
  question: string,
  { on, off }: { on: readonly Row[]; off: readonly Row[] },
): Promise<void> {
  const articles = [...on, ...off].map(([title, text], at) =>
    anArticle(`71${10 + at}`, { title, abstract: [{ text }], mesh: [] }),
  );
  const { post } = await buildReviewApp(t, { articles });
  const { screening = [] } = (
    await post('expert', { question, include: ['screening'] })
  ).json() as ReviewResponse;
  assert.equal(screening.length, articles.length);
  const included = screening.filter(({ decision }) => decision === 'included');
  assert.deepEqual(
    included.map(({ title }) => title).sort(),
    on.map(([title]) => title).sort(),
    JSON.stringify(screening.map(({ title, decision }) => [title, decision])),
  );
}
