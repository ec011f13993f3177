import type { Language } from '@citewell/sdk';
import { escapeCitationMarkers } from '@citewell/sdk/citation-markers';
import { missingSubjectsLabel, unmentionedLabel } from '../literature/ranking/missing-subjects-label.ts';
import type { Passage } from '../literature/ranking/passage.ts';
import { emphasized, studyLabel } from '../literature/studies/study-label.ts';

/** Quotes a text verbatim, except that it cannot imitate a citation. */
export function quotationOf(text: string): string {
  return `“${escapeCitationMarkers(text)}”`;
}

const retracted: Record<Language, string> = { en: 'RETRACTED:', zh: '【已撤稿】' };

/**
 * Returns the words before a paper's first sentence: a warning if it is retracted, what the question names and it lacks or puts
 * differently, and its study label; each with a space after it.
 */
export function introductionOf(passage: Passage | undefined, language: Language): string {
  return [
    passage?.article.retracted ? retracted[language] : '',
    labelOf(passage, language),
    passage?.study ? emphasized(studyLabel(passage.study, language)) : '',
  ]
    .filter((words) => words !== '')
    .map((words) => `${words} `)
    .join('');
}

function labelOf(
  { lacks, unmentioned }: Pick<Passage, 'lacks' | 'unmentioned'> = {},
  language: Language,
): string {
  if (unmentioned) return unmentionedLabel(unmentioned, language);
  return lacks ? missingSubjectsLabel(lacks, language) : '';
}
