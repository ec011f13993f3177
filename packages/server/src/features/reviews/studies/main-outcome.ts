import type { labeledSentences } from '../../../literature/studies/abstract-sentences.ts';

const isMainOutcome = /\b(?:main|primary) (?:outcome|end ?point)|主要(?:结局|终点)/i;

/** Finds the sentence of the methods that names the main outcome; empty where none does. */
export function mainOutcomeOf(sentences: ReturnType<typeof labeledSentences>): string {
  const found = sentences.find(
    ({ label = '', text }) =>
      isMainOutcome.test(label) || (isMainOutcome.test(text) && !/\d[.·]\d/.test(text)),
  );
  return found?.text ?? '';
}
