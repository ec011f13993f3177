import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ReviewResponse } from '@citewell/sdk';
import { simulatedRecord } from '../packages/simulators/src/pubmed/record.ts';
import { figuresOf } from './review-figures.ts';
import { addReview, failedGates, failedSilence, newTally, qualityOf } from './review-gates.ts';
import { effectTopics, reviewTopics, streamedTopics } from './review-topics.ts';

const record = simulatedRecord({
  ...{ pmid: '1', title: 'Statins and death.', published: { year: '2020' }, publicationTypes: [] },
  journal: { title: 'J', abbreviation: 'J' },
  abstract: [{ label: 'RESULTS', text: 'Statins lowered mortality in 480 adults, adjusted for smoking.' }],
});

function qualityIn(
  changes: Partial<ReviewResponse>,
  start = 38,
  parts: readonly RegExp[] = [/statin/i, /mortality/i],
): ReturnType<typeof qualityOf> {
  const n = { text: '480', pmid: '1', field: 'abstract' as const, start, end: start + 3, sentence: '' };
  const empty = { population: null, intervention: null, comparator: null, outcome: null, effect: null };
  const tally = newTally();
  const review: ReviewResponse = {
    ...{ title: 'T', review: '# T\n\nCounts.\n', sections: [] },
    references: [{ pmid: '1', title: 'Statins and death.', authors: '', journal: 'J', year: '2020' }],
    comparison: [{ pmid: '1', design: null, n, ...empty }],
    ...changes,
  };
  addReview(tally, review, { question: 'T', parts }, new Map([['1', record]]));
  return qualityOf(tally, 1, 0);
}

it('passes a sound review and names the figure that a faulty one fails', () => {
  assert.deepEqual(failedGates(qualityIn({})), []);
  assert.match(String(failedGates(qualityIn({}, 37))), /^cells_verbatim 0,/);
  assert.match(
    String(failedGates(qualityIn({ review: '# T\n\nStatins reduce mortality.\n' }))),
    /^directions_undemonstrated 1,/,
  );
  const other = { pmid: '2', title: 'Knees', authors: '', journal: 'J', year: '2020' };
  assert.match(String(failedGates(qualityIn({ references: [other] }))), /^on_topic 0,/);
  const conclusion = [{ heading: 'Conclusion', text: 'It is so.' }];
  assert.match(String(failedGates(qualityIn({ sections: conclusion }))), /^conclusions_on_topic 0,/);
});

it('judges each part of a topic, whatever the figures were adjusted for', () => {
  assert.match(String(failedGates(qualityIn({}, 38, [/statin/i, /sleep/i]))), /^on_topic 0,/);
  assert.match(String(failedGates(qualityIn({}, 38, [/statin/i, /smok/i]))), /^on_topic 0,/);
  const isPair = ({ question }: { question: string }) => / and |与/.test(question);
  for (const topic of [...reviewTopics, ...effectTopics].filter(isPair))
    assert.ok(topic.parts.length >= 2, topic.question);
});

it('fails a streamed run with a long pause, or without a measured one', () => {
  const silence = { reviews: 5, lists: 0, outline_seconds_median: 9, errors: 0 };
  const paused = (most: number | undefined, median: number | undefined) =>
    failedSilence({ ...silence, silence_seconds_most: most, silence_seconds_median: median });
  assert.deepEqual(paused(15, 12), []);
  assert.match(String(paused(15.1, 7)), /^silence_seconds_most 15.1,/);
  assert.match(String(paused(14, 12.1)), /^silence_seconds_median 12.1,/);
  assert.equal(paused(undefined, undefined).length, 2);
  assert.equal(streamedTopics.length, 5);
});

it('covers at least forty topics in both languages', () => {
  assert.ok(reviewTopics.length >= 40);
  assert.ok(reviewTopics.filter(({ question }) => /\p{Script=Han}/u.test(question)).length >= 10);
});

it('requires a list of fewer than three papers to be labeled as such, and a review to have every part', () => {
  const reference = (pmid: string) => ({ pmid, title: 'T', authors: '', journal: 'J', year: '2020' });
  const structured = (papers: number, review: string, headings: readonly string[]) =>
    figuresOf(
      {
        title: 'T',
        review,
        sections: headings.map((heading) => ({ heading, text: '' })),
        references: Array.from({ length: papers }, (_, at) => reference(String(at))),
      },
      new Map(),
    ).structured;
  const list = ['Findings', 'Search methods'];
  const parts = [
    'Abstract',
    'Background',
    'Search methods',
    'Findings',
    'Comparison of the studies',
    'Limitations',
    'Gaps in the evidence',
  ];
  assert.equal(structured(2, 'Too little was found for a review.', list), true);
  assert.equal(structured(2, 'Two studies.', list), false);
  assert.equal(structured(2, 'Too little was found for a review.', parts), false);
  assert.equal(structured(3, 'Too little was found for a review.', list), false);
  assert.equal(structured(3, '', parts), true);
  assert.equal(structured(3, '', parts.slice(0, -1)), false);
});
