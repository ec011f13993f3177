import type { AskResponse, Includable } from '@citewell/sdk';
import type { ReviewDocument } from '../../documents/document.ts';
import { documentForms } from '../../http/calls/document-forms.ts';
import { recordForms } from '../../http/calls/record-forms.ts';
import type { ReplyForm } from '../../http/calls/reply-forms.ts';

/** Supplements that an answer as a document is made of. */
export const documentNeeds = ['run', 'bibliography'] as const;

/** An answer as a document: under its question, with whole references, the day on which it was made and its searches. */
export function answerDocument({
  answer,
  references,
  bibliography = references,
  run,
}: AskResponse): Omit<ReviewDocument, 'language'> {
  const title = run?.question.replace(/\s+/g, ' ').trim() ?? '';
  return {
    review: `# ${title}\n\n${answer.trim()}\n`,
    references: bibliography,
    ...(run && { date: run.finished_at.slice(0, 10), searches: run.searches, unavailable: run.unavailable }),
  };
}

/** Forms in which an answer can be had besides JSON. */
export const answerForms: Record<string, ReplyForm<AskResponse, Includable>> = {
  ...documentForms('answer', { markdown: documentNeeds, docx: documentNeeds }, answerDocument),
  ...recordForms<AskResponse>(({ references, bibliography = references }) => bibliography),
};
