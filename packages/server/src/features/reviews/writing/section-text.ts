import type { Language } from '@citewell/sdk';
import type { Task } from './finished-review.ts';
import { reviewMessages } from './review-messages.ts';

/** Sentences of evidence that a writer is given for one section, at most. */
export const unitsPerSection = 24;

/** Puts a section together: what leads into it, then its checked text, or quotations where nothing of it held. */
export function sectionText({ own, quoted, transition }: Task, text: string, language: Language): string {
  const lead =
    own.length === 0 ? undefined : text === '' ? reviewMessages[language].quotedInstead : transition;
  return [lead, text || quoted].filter(Boolean).join('\n\n');
}
