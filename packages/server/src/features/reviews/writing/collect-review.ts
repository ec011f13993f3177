import { ServiceError } from '@citewell/core/errors.ts';
import { addSupplement, type Language, type ReviewResponse } from '@citewell/sdk';
import type { Emit } from '../../../pipeline/events.ts';
import { reviewWords } from '../sections/review-words.ts';

/** Review, and the error that ended it early, if any. */
export type CollectedReview = { review: ReviewResponse; endedBy: ServiceError | undefined };

/**
 * Collects the events of the stream into the synchronous review; titles and sections come from its headings. A review
 * that ended early after finished sections and their references is returned with a final section that says so, since
 * those are paid for.
 */
export async function collectReview(
  run: (emit: Emit) => Promise<void>,
  language: Language,
): Promise<CollectedReview> {
  const response: ReviewResponse = { title: '', review: '', sections: [], references: [] };
  let finished = false;
  let endedBy: ServiceError | undefined;
  try {
    await run((event) => {
      if (event.event === 'answer_chunk') response.review += event.data.text;
      else if (event.event === 'references') {
        response.references = event.data.refs;
        finished = true;
      } else addSupplement(response, event);
      return undefined;
    });
  } catch (error) {
    if (!finished || !(error instanceof ServiceError)) throw error;
    endedBy = error;
    response.incomplete = error.code;
    const heading = reviewWords[language].parts.incomplete;
    response.review = `${response.review.trimEnd()}\n\n## ${heading}\n\n${error.body(language).error}\n`;
  }
  return { review: { ...response, ...partsOf(response.review) }, endedBy };
}

/** Splits a review's Markdown into title and sections. Sub-headings stay in the text of their section. */
function partsOf(review: string): Pick<ReviewResponse, 'title' | 'sections'> {
  const [head = '', ...rest] = review.split(/^## /m);
  const title = /^# (.*)$/m.exec(head)?.[1]?.trim() ?? '';
  const sections = rest.map((part) => {
    const end = part.indexOf('\n');
    const heading = end < 0 ? part : part.slice(0, end);
    return { heading: heading.trim(), text: end < 0 ? '' : part.slice(end + 1).trim() };
  });
  return { title, sections };
}
