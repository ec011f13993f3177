import type { EvidenceSentence } from '../locate.ts';
import type { Claim, Unit } from './claim-units.ts';
import { type IndexedSentence, placesOf } from './index-sentence.ts';

/** An abstract as claims are aligned with it. */
export type Source = {
  title: IndexedSentence;
  sentences: { sentence: EvidenceSentence; indexed: IndexedSentence }[];
  isRandomised: boolean;
};

/**
 * Alignment of a claim: each of its words is found in the aligned sentence, elsewhere in the abstract, or nowhere.
 */
export type Alignment = {
  sentence: EvidenceSentence;
  indexed: IndexedSentence;
  /** Tokens of the sentence by unit. */
  places: Map<Unit, number[]>;
  elsewhere: Unit[];
  missing: Unit[];
};

/** Aligns a claim with one sentence. */
export function align(
  claim: Claim,
  { sentence, indexed }: Source['sentences'][number],
  source: Source,
): Alignment {
  const places = new Map<Unit, number[]>();
  const elsewhere: Unit[] = [];
  const missing: Unit[] = [];
  for (const unit of claim.units) {
    const found = placesOf(unit, indexed);
    if (found.length > 0) places.set(unit, found);
    else if (isStatedElsewhere(unit, source)) elsewhere.push(unit);
    else missing.push(unit);
  }
  return { sentence, indexed, places, elsewhere, missing };
}

/** The parts of an abstract that tell whom and what it is about. */
const framing = new Set(['aim', 'method', 'unknown', 'result']);

function isStatedElsewhere(unit: Unit, { title, sentences }: Source): boolean {
  if (placesOf(unit, title).length > 0) return true;
  return (
    unit.isCircumstance &&
    sentences.some(
      ({ sentence, indexed }) => framing.has(sentence.section) && placesOf(unit, indexed).length > 0,
    )
  );
}
