import type { SentenceCheck } from '../../packages/server/src/features/citation-checks/check-by-rules.ts';
import type { CheckedRecord } from './records.ts';

/** A sentence beside what it cites, and what its author or annotators say of it. */
export type JudgedClaim = {
  id: string;
  sentence: string;
  article: CheckedRecord;
  language: 'en' | 'zh';
  /** Indicates that the abstract states it. */
  holds: boolean;
  /** Relation of the abstract to it. */
  relation: 'supports' | 'contradicts' | 'not_stated';
  /** The kind of error, or of edit; that of its twin for a true one. */
  class: string;
  /** Shared by a claim and its twin; undefined where it has none. */
  pair: string | undefined;
  /** The passage that decides, verbatim; undefined where nobody marked one. */
  evidence: string | undefined;
  /** The record, as resampled by the bootstrap. */
  document: string;
};

/** A claim, and what the product said of it. */
export type CheckedClaim = { claim: JudgedClaim; check: Outcome };

/** The part of a check that is measured; `ms` is wall time. */
type Outcome = {
  verdict: SentenceCheck['verdict'] | 'failed';
  suggestion: string | undefined;
  ms: number;
};
