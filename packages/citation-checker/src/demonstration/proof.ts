import type { DeviationKind } from '../finding.ts';
import type { EvidenceSentence, Span } from '../locate.ts';

/** The part of a statement that a comparison was about. */
export type SlotName = 'content' | 'effect' | 'number' | 'reach' | 'strength' | 'population' | 'design';

/** The outcome of comparing one slot of a claim with one sentence. */
export type SlotResult =
  | { outcome: 'same' }
  /** Slot neither equal nor contradictory: it keeps a claim from being decided. */
  | { outcome: 'unclear'; claim: string; leansAgainst?: true }
  /** Both cannot be true. */
  | {
      outcome: 'conflict';
      kind: DeviationKind;
      claim: string;
      evidence: string;
      replacement?: { start: number; end: number; text: string };
    };

/** A conflict with what the abstract as a whole says of its study, and the sentence that says so. */
export type StudyConflict = {
  slot: SlotName;
  conflict: Extract<SlotResult, { outcome: 'conflict' }>;
  sentence: EvidenceSentence;
  /** A number of the claim tells which finding it is about: fewer of its words have to be found. */
  isAnchored?: true;
};

/** A part of a claim and where the abstract has it; `at` is undefined where it is not stated. */
export type ClaimPart = {
  text: string;
  at: 'sentence' | 'elsewhere' | undefined;
  /** Its language is not the abstract's, and the lexicon has no word for it. */
  isUntranslated: boolean;
};

/** Brand that exists only in types, so that no object literal passes for a proof; a symbol would be lost between threads. */
declare const proven: unique symbol;

/** The ground of a verdict: the abstract's sentence, the parts of the claim found in it, and the slot that decided. Made by `proveSupport` and `proveContradiction`. */
export type Proof = {
  readonly [proven]: true;
  /** The abstract's sentence. */
  sentence: Span;
  parts: ClaimPart[];
  /** The slot in which the two differ; undefined where they agree in all. */
  decidedBy: { slot: SlotName; conflict: Extract<SlotResult, { outcome: 'conflict' }> } | undefined;
};

/** A verdict; the two that say something cannot be made without a proof. */
export type Demonstration =
  | { verdict: 'supported'; proof: Proof & { decidedBy: undefined } }
  | { verdict: 'deviates'; proof: Proof & { decidedBy: NonNullable<Proof['decidedBy']> } }
  | { verdict: 'undetermined'; closest: Span | undefined; parts: ClaimPart[] };

/** Makes a proof of agreement. */
export function proveSupport(sentence: Span, parts: ClaimPart[]): Demonstration {
  const proof = { sentence, parts, decidedBy: undefined } as Proof & { decidedBy: undefined };
  return { verdict: 'supported', proof };
}

/** Makes a proof of a contradiction. */
export function proveContradiction(
  sentence: Span,
  parts: ClaimPart[],
  decidedBy: NonNullable<Proof['decidedBy']>,
): Demonstration {
  const proof = { sentence, parts, decidedBy } as Proof & { decidedBy: NonNullable<Proof['decidedBy']> };
  return { verdict: 'deviates', proof };
}
