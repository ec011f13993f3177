import type { DeviationKind } from '@citewell/citation-checker/finding.ts';
import type { Span } from '@citewell/citation-checker/locate.ts';
import type { Language } from '@citewell/sdk';

/** Sentence and the abstract it cites; `language` is that of the explanation. */
export type VerifyInput = {
  sentence: string;
  title: string;
  abstract: string;
  language: Language;
  /** Result of the rules: their verdict, the closest passages, and possible differences. */
  alignment: RuleAlignment;
};

/** Result of the rules for a sentence, as input of a later judgment; texts are verbatim. */
export type RuleAlignment = {
  verdict: 'supported' | 'deviates' | 'undetermined';
  passages: string[];
  /** Words of the sentence with those of the abstract; the latter are undefined if it has none. */
  differences: { claim: string; evidence: string | undefined }[];
};

/** Parts of a claim that a verifier compares. */
export const claimParts = [
  'population',
  'intervention',
  'comparator',
  'outcome',
  'effect',
  'number',
  'time',
  'strength',
  'design',
] as const;

/** Part of a claim with the corresponding part of the abstract; both verbatim, `quote` empty if there is none. */
export type ComparedPart = {
  part: (typeof claimParts)[number];
  claim: string;
  quote: string;
  relation: 'same' | 'different' | 'absent';
};

/** Judgment of a verifier on a sentence, with its quotations located in the texts by code. */
export type Verification = {
  /** 2 stated, 1 implied, 0 not mentioned, −1 opposed, −2 the opposite stated. */
  score: number;
  /** Verbatim, with its offsets; undefined only if the score is 0. */
  evidence: Span | undefined;
  /** Compared parts: from a score of 1 on all are the same; below 0 at least one is different. */
  parts: ComparedPart[];
  /** Kind of deviation; undefined for scores from 1. */
  deviation: DeviationKind | undefined;
  explanation: string;
  /** Corrected sentence, unchecked; may be empty. */
  suggestion: string;
};
