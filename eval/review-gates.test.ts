import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ReviewResponse } from '@citewell/sdk';
import { simulatedRecord } from '../packages/simulators/src/pubmed/record.ts';
import { figuresOf } from './review-figures.ts';
import { addReview, failedGates, newTally, qualityOf } from './review-gates.ts';
import { reviewTopics } from './review-topics.ts';

const record = simulatedRecord({
  ...{ pmid: '1', title: 'Statins and death.', published: { year: '2020' }, publicationTypes: [] },
  journal: { title: 'J', abbreviation: 'J' },
  abstract: [{ label: 'RESULTS', text: 'Statins lowered mortality in 480 adults.' }],
});

function qualityIn(changes: Partial<ReviewResponse>, start = 38): ReturnType<typeof qualityOf> {
  const n = { text: '480', pmid: '1', field: 'abstract' as const, start, end: start + 3, sentence: '' };
  const empty = { population: null, intervention: null, comparator: null, outcome: null, effect: null };
  const tally = newTally();
  const review: ReviewResponse = {
    ...{ title: 'T', review: '# T\n\nCounts.\n', sections: [] },
    references: [{ pmid: '1', title: 'Statins and death.', authors: '', journal: 'J', year: '2020' }],
    comparison: [{ pmid: '1', design: null, n, ...empty }],
    ...changes,
  };
  addReview(tally, review, { question: 'Statins', subject: /statin/i }, new Map([['1', record]]));
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
