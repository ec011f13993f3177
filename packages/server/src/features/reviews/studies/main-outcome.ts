import type { Article } from '@citewell/core/records/article.ts';
import { labeledSentences } from '../../../literature/studies/abstract-sentences.ts';
import { listedName, namedOutcomes } from './named-outcomes.ts';

const isMainOutcome = /\b(?:main|primary) (?:outcome|end ?point)|主要(?:结局|终点)/i;

/** Finds the sentence of the methods that names the main outcome; empty where none does. */
export function mainOutcomeOf(sentences: ReturnType<typeof labeledSentences>): string {
  const found = sentences.find(
    ({ label = '', text }) =>
      isMainOutcome.test(label) || (isMainOutcome.test(text) && !/\d[.·]\d/.test(text)),
  );
  return found?.text ?? '';
}

/** Returns true if the title of a record, or what its methods call the main outcome, names a listed outcome. */
export function isMainOutcomeOf(article: Article, name: string): boolean {
  const listed = listedName(name);
  return namedOutcomes(`${article.title}\n${mainOutcomeOf(labeledSentences(article))}`).some(
    (outcome) => listedName(outcome.name) === listed,
  );
}
