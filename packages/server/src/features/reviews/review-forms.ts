import type { ReviewIncludable, ReviewResponse } from '@citewell/sdk';
import { type CiteRecord, screenedRecords } from '@citewell/sdk/bibliography';
import type { ReviewDocument } from '../../documents/document.ts';
import { documentForms } from '../../http/calls/document-forms.ts';
import { recordForms } from '../../http/calls/record-forms.ts';
import type { ReplyForm } from '../../http/calls/reply-forms.ts';

/** Supplements needed to render a review as a document. */
export const reviewDocumentSupplements = ['trust', 'comparison', 'figures', 'run', 'bibliography'] as const;

/** Turns a review into a document with full references and its date. */
export function reviewDocument(made: ReviewResponse): Omit<ReviewDocument, 'language'> {
  const { review, references, bibliography = references, comparison, figures, run, trust } = made;
  return {
    ...{ review, references: bibliography },
    ...(comparison && { comparison }),
    ...(figures && { figures }),
    ...(trust && { trust }),
    ...(run && { date: run.finished_at.slice(0, 10) }),
  };
}

/** Returns the records of a review as a file: those it cites or, if its screening was requested, all it considered. */
export function reviewRecords({
  references,
  bibliography = references,
  screening,
}: ReviewResponse): readonly CiteRecord[] {
  return screening ? screenedRecords(screening, bibliography) : bibliography;
}

/** Reply forms of a review other than JSON. */
export const reviewForms: Record<string, ReplyForm<ReviewResponse, ReviewIncludable>> = {
  ...documentForms('review', { markdown: ['bibliography'], docx: reviewDocumentSupplements }, reviewDocument),
  ...recordForms<ReviewResponse>(reviewRecords),
};
