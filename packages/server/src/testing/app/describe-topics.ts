import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { ReviewResponse, ScreenedRecord } from '@citewell/sdk';
import { buildReviewApp } from './review-app.ts';

type Row = readonly [title: string, abstract: string];

/** Rule for the records of a review: a topic in both languages, with records that it includes and others that it excludes. */
export type TopicRule = {
  rule: string;
  questions: readonly [en: string, zh: string];
  on: readonly Row[];
  off: readonly Row[];
  /** Decision on the excluded records, if it is part of the rule. */
  decision?: ScreenedRecord['decision'];
};

/** Describes reviews without a model that screen all records of a topic and include exactly those that are `on` it. */
export function describeTopics(subject: string, topics: readonly TopicRule[]): void {
  describe(subject, () => {
    for (const { rule, questions, on, off, decision } of topics)
      for (const question of questions)
        it(`${rule}: ${question}`, { tags: ['expert.request.question'] }, async (t) => {
          const articles = [...on, ...off].map(([title, text], at) =>
            anArticle(`71${10 + at}`, { title, abstract: [{ text }], mesh: [] }),
          );
          const { post } = await buildReviewApp(t, { articles });
          const reply = await post('expert', { question, include: ['screening'] });
          const { screening = [] } = reply.json() as ReviewResponse;
          const titles = (isIt: (record: ScreenedRecord) => boolean) =>
            screening
              .filter(isIt)
              .map(({ title }) => title)
              .sort();
          const decisions = JSON.stringify(screening.map(({ title, decision }) => [title, decision]));
          assert.equal(screening.length, articles.length);
          assert.deepEqual(
            titles((record) => record.decision === 'included'),
            on.map(([title]) => title).sort(),
            decisions,
          );
          if (decision)
            assert.deepEqual(
              titles((record) => record.decision === decision),
              off.map(([title]) => title).sort(),
              decisions,
            );
        });
  });
}
