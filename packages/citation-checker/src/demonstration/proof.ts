import type { DeviationKind } from '../finding.ts';
import type { EvidenceSentence, Span } from '../locate.ts';

/** Part of a statement that a comparison concerned. */
export type SlotName = 'content' | 'effect' | 'number' | 'reach' | 'strength' | 'population' | 'design';

/** Result of comparing one slot of a claim with one sentence. */
export type SlotResult =
  | { outcome: 'same' }
  /** Slot neither equal nor contradictory, which leaves the claim undecided. */
  | { outcome: 'unclear'; claim: string; leansAgainst?: true }
  /** Both cannot be true. */
  | {
      outcome: 'conflict';
      kind: DeviationKind;
      claim: string;
      evidence: string;
      replacement?: { start: number; end: number; text: string };
    };

/** Conflict with the abstract's description of its study, and the sentence that states it. */
export type StudyConflict = {
  slot: SlotName;
  conflict: Extract<SlotResult, { outcome: 'conflict' }>;
  sentence: EvidenceSentence;
  /** Indicates that a number of the claim identifies its finding, so that fewer words must match. */
  isAnchored?: true;
};

/** Part of a claim with its position in the abstract; `at` is undefined if it is not stated. */
export type ClaimPart = {
  text: string;
  at: 'sentence' | 'elsewhere' | undefined;
  /** Indicates that it is in another language and the lexicon has no word for it. */
  isUntranslated: boolean;
};

/**
 * Brand that exists only in types, so that no object literal is accepted as a proof; a symbol would be lost between
 * threads.
 */
declare const proven: unique symbol;

/**
 * Proof of a verdict: the abstract's sentence, the parts of the claim found in it, and the deciding slot. Created by
 * `proveSupport`, `proveVerbatim` and `proveContradiction`.
 */
export type Proof = {
  readonly [proven]: true;
  /** Sentence of the abstract. */
  sentence: Span;
  parts: ClaimPart[];
  /** Slot in which the two differ; undefined if they agree. */
  decidedBy: { slot: SlotName; conflict: Extract<SlotResult, { outcome: 'conflict' }> } | undefined;
};

/** Verdict; the two decided ones cannot be created without a proof. */
export type Demonstration =
  | { verdict: 'supported'; proof: Proof & { decidedBy: undefined } }
  | { verdict: 'deviates'; proof: Proof & { decidedBy: NonNullable<Proof['decidedBy']> } }
  | { verdict: 'undetermined'; closest: Span | undefined; parts: ClaimPart[] };

type Supported = Extract<Demonstration, { verdict: 'supported' }>;

/** Creates a proof of support. */
export function proveSupport(sentence: Span, parts: ClaimPart[]): Supported {
  const proof = { sentence, parts, decidedBy: undefined } as Proof & { decidedBy: undefined };
  return { verdict: 'supported', proof };
}

/** Creates the proof that the abstract contains a claim word for word. */
export function proveVerbatim(claim: string, span: Span): Supported {
  return proveSupport(span, [{ text: claim, at: 'sentence', isUntranslated: false }]);
}

/** Creates a proof of contradiction. */
export function proveContradiction(
  sentence: Span,
  parts: ClaimPart[],
  decidedBy: NonNullable<Proof['decidedBy']>,
): Demonstration {
  const proof = { sentence, parts, decidedBy } as Proof & { decidedBy: NonNullable<Proof['decidedBy']> };
  return { verdict: 'deviates', proof };
}
