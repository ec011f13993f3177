import type { AskResponse, Includable } from '@citewell/sdk';
import type { ReviewDocument } from '../../documents/document.ts';
import { documentForms } from '../../http/calls/document-forms.ts';
import { recordForms } from '../../http/calls/record-forms.ts';
import type { ReplyForm } from '../../http/calls/reply-forms.ts';

/** Supplements needed to render an answer as a document. */
export const answerDocumentSupplements = ['run', 'bibliography'] as const;

/** Turns an answer into a document: title, full references, date and searches. */
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

/** Reply forms of an answer besides JSON. */
export const answerForms: Record<string, ReplyForm<AskResponse, Includable>> = {
  ...documentForms(
    'answer',
    { markdown: answerDocumentSupplements, docx: answerDocumentSupplements },
    answerDocument,
  ),
  ...recordForms<AskResponse>(({ references, bibliography = references }) => bibliography),
};
