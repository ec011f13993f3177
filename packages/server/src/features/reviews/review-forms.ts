import type { ReviewIncludable, ReviewResponse } from '@citewell/sdk';
import type { ReviewDocument } from '../../documents/document.ts';
import { docxType } from '../../documents/docx.ts';
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

/** Forms in which a review can be had besides JSON. */
export const reviewForms: Record<string, ReplyForm<ReviewResponse, ReviewIncludable>> = {
  markdown: {
    accept: 'text/markdown',
    needs: ['bibliography'],
    render: async (made, language, { work, signal }) => ({
      type: 'text/markdown; charset=utf-8',
      body: await work('toMarkdown', { ...reviewDocument(made), language }, signal),
    }),
  },
  docx: {
    accept: docxType,
    needs: documentNeeds,
    render: async (made, language, { work, signal }) => ({
      type: docxType,
      filename: 'citewell-review.docx',
      body: Buffer.from(await work('toDocx', { ...reviewDocument(made), language }, signal)),
    }),
  },
  ...recordForms<ReviewResponse>(({ references, bibliography = references }) => bibliography),
};
