import type { AnswerUnit } from '../citations/answer-units.ts';
import type { JudgedUnit } from './judge-units.ts';

/** Judges sentences that took too long to check: all are omitted because their support is unknown. */
export function excludeUnits(units: readonly AnswerUnit[]): JudgedUnit[] {
  return units.map(({ before, text }) => ({
    ...{ before, text, isOwn: true, uncited: 'needs_citation', isForeign: false },
    judgment: {
      outcome: 'omitted',
      pmids: [],
      verdict: 'undetermined',
      supporting: new Set(),
      evidence: [],
    },
  }));
}
