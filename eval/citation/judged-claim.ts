import type { SentenceCheck } from '../../packages/server/src/features/citation-checks/check-by-rules.ts';
import type { CheckedRecord } from './records.ts';

/** Sentence with the record it cites, and the judgment of its author or annotators. */
export type JudgedClaim = {
  id: string;
  sentence: string;
  article: CheckedRecord;
  language: 'en' | 'zh';
  /** Indicates that the abstract states it. */
  holds: boolean;
  /** Relation of the abstract to it. */
  relation: 'supports' | 'contradicts' | 'not_stated';
  /** Kind of error, or of edit; for a true claim, that of its twin. */
  class: string;
  /** Shared by a claim and its twin; undefined without one. */
  pair: string | undefined;
  /** Decisive passage, verbatim; undefined if nobody marked one. */
  evidence: string | undefined;
  /** Record, by which the bootstrap resamples. */
  document: string;
};

/** Claim with the product's verdict. */
export type CheckedClaim = { claim: JudgedClaim; check: Outcome };

/** Measured part of a check; `ms` is wall time. */
type Outcome = {
  verdict: SentenceCheck['verdict'] | 'failed';
  suggestion: string | undefined;
  ms: number;
};
