import type { Language } from '@citewell/sdk';
import type { Task } from './finished-review.ts';
import { reviewMessages } from './review-messages.ts';

/** Maximum number of evidence sentences for one section. */
export const unitsPerSection = 24;

/** Assembles a section: its introduction, then its checked text, or quotations if nothing was supported. */
export function sectionText({ own, quoted, transition }: Task, text: string, language: Language): string {
  const lead =
    own.length === 0 ? undefined : text === '' ? reviewMessages[language].quotedInstead : transition;
  return [lead, text || quoted].filter(Boolean).join('\n\n');
}
