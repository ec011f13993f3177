import type { ReviewIncludable, ReviewResponse } from '@citewell/sdk';
import { type CiteRecord, screenedRecords } from '@citewell/sdk/bibliography';
import type { ReviewDocument } from '../../documents/document.ts';
import { documentForms } from '../../http/calls/document-forms.ts';
import { recordForms } from '../../http/calls/record-forms.ts';
import type { ReplyForm } from '../../http/calls/reply-forms.ts';

/** Supplements that a review as a document is made of. */
export const documentNeeds = ['trust', 'comparison', 'figures', 'run', 'bibliography'] as const;

/** A review as a document: with whole references, and the day on which it was made. */
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

/** The records of a review as a file: those that it cites, or, where its screening was asked for, all that it saw. */
export function reviewRecords({
  references,
  bibliography = references,
  screening,
}: ReviewResponse): readonly CiteRecord[] {
  return screening ? screenedRecords(screening, bibliography) : bibliography;
}

/** Forms in which a review can be had besides JSON. */
export const reviewForms: Record<string, ReplyForm<ReviewResponse, ReviewIncludable>> = {
  ...documentForms('review', { markdown: ['bibliography'], docx: documentNeeds }, reviewDocument),
  ...recordForms<ReviewResponse>(reviewRecords),
};
