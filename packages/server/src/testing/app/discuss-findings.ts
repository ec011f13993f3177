import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { parseEvents } from '../process/sse-reader.ts';
import { buildReviewApp } from './review-app.ts';

export type DiscussedFindings = {
  question: string;
  /** Sent as `file_content`; undefined for findings that stand in the question. */
  findings?: string;
  /** The sentences that each record found reports, with its title. */
  records: readonly (readonly [title: string, ...results: string[]])[];
};

/** Discusses findings without a model beside records that report the given sentences. */
export async function discussFindings(t: TestContext, { question, findings, records }: DiscussedFindings) {
  const articles = records.map(([title, ...results], at) =>
    anArticle(`51${at}0`, { title, abstract: results.map((text) => ({ label: 'RESULTS', text })) }),
  );
  const { post } = await buildReviewApp(t, { articles });
  const reply = await post('ask_stream', {
    ...{ mode: 'discussion', question, include: ['trust'] },
    ...(findings !== undefined && { file_content: findings }),
  });
  assert.equal(reply.statusCode, 200);
  const events = parseEvents(reply.body);
  const listed = events.flatMap(({ event, data }) =>
    event === 'references' ? (data.refs as { pmid: string }[]) : [],
  );
  const sources = events.flatMap(({ event, data }) =>
    event === 'thinking' && data.sources ? [data.sources as { pmid: string }[]] : [],
  );
  const sent = sources.at(-1)?.map(({ pmid }) => pmid) ?? [];
  assert.ok(
    listed.every(({ pmid }) => sent.includes(pmid)),
    'every reference was sent before the text',
  );
  const cards = events.flatMap(({ event, data }) => (event === 'trust' ? data.cards : []));
  assert.equal(cards.length, listed.length, 'every reference has its card');
  const text = events.flatMap(({ event, data }) => (event === 'answer_chunk' ? [data.text] : [])).join('');
  const parts = text.split(/^## /m).slice(1);
  const under = (...names: string[]) =>
    parts.find((part) => names.some((name) => part.startsWith(`${name}\n`))) ?? '';
  return {
    principal: under('Principal findings', '主要发现'),
    comparison: under('Comparison with prior work', '与既往研究的比较'),
    mechanisms: under('Possible mechanisms', '可能的机制'),
    limits: under('Strengths and limitations', '优势与局限'),
    conclusion: under('Conclusion', '结论'),
  };
}

/** Asserts that a comparison, in either language, calls its one record agreeing or disagreeing, or for another side neither. */
export function assertSide(comparison: string, side: string): void {
  const isAgreeing = /\*\*(?:Finding \d: )?agreeing\*\*|\*\*(?:结果\d：)?一致\*\*/i.test(comparison);
  const isDisagreeing = /\*\*(?:Finding \d: )?disagreeing\*\*|\*\*(?:结果\d：)?不一致\*\*/i.test(comparison);
  assert.deepEqual(
    { isAgreeing, isDisagreeing },
    { isAgreeing: side === 'agreeing', isDisagreeing: side === 'disagreeing' },
    comparison,
  );
}
