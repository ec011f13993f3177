import { fileContentMaxBytes, imagesMax } from '@citewell/sdk';
import type { Asked } from '../turn.ts';
import type { ReadFailure } from './read-failure.ts';

/** Maximum number of texts per question. */
export const textsMax = 10;

/** An attachment as it was read: the text of a document, or an image as a data URL. */
type Attachment = { name: string; text: string } | { name: string; data: string };

/** Returns the change that adds an attachment to a question, or the reason why there is no room for it. */
export function addAttachment(before: Asked, attachment: Attachment): Partial<Asked> | ReadFailure {
  if ('data' in attachment)
    return before.images.length < imagesMax ? { images: [...before.images, attachment] } : 'too_many_images';
  if (before.attachments.length >= textsMax) return 'too_many_files';
  const attachments = [...before.attachments, attachment];
  const isTooLong = new Blob([joinedText({ ...before, attachments }) ?? '']).size > fileContentMaxBytes;
  return isTooLong ? 'too_long_together' : { attachments };
}

/**
 * Joins typed findings and the texts of all files to the single text of a request; undefined if there is none. File
 * names are not sent, since they often contain a person's name.
 */
export function joinedText({
  mode,
  findings,
  attachments,
}: Pick<Asked, 'mode' | 'findings' | 'attachments'>): string | undefined {
  const typed = mode === 'discussion' ? [findings.trim()] : [];
  const texts = [...typed, ...attachments.map(({ text }) => text)].filter((text) => text !== '');
  return texts.length > 0 ? texts.join('\n\n') : undefined;
}
