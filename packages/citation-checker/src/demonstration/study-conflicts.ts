import type { Source } from './align-claim.ts';
import type { Claim } from './claim-units.ts';
import { placesOf } from './index-sentence.ts';
import type { StudyConflict } from './proof.ts';
import { compareDesign } from './slots/design-slot.ts';
import { compareIntervals } from './slots/numbers/interval-slot.ts';
import { compareUnstatedNumbers } from './slots/numbers/unstated-number-slot.ts';
import { compareReplaced } from './slots/replaced-slot.ts';
import { compareSignificance } from './slots/significance-slot.ts';
import { compareSpecies } from './slots/species-slot.ts';
import { compareStrength } from './slots/strength-slot.ts';

/** Compares a part of a claim with the abstract's description of its study. */
type StudyComparison = (claim: Claim, source: Source) => StudyConflict | undefined;

const comparisons: readonly StudyComparison[] = [
  compareSpecies,
  compareDesign,
  compareIntervals,
  compareSignificance,
  compareUnstatedNumbers,
  compareStrength,
  compareReplaced,
];

/** Minimum number and share of a claim's words in title and abstract for it to be about this study. */
const aboutTheStudy = { words: 3, share: 0.6 };
/** Minimum if a number identifies the study, or the words are in another language. */
const anchored = { words: 1, share: 0.3 };

/**
 * Finds statements that cannot be true of this study: a species, design or number that the abstract excludes. Empty for
 * a claim that may be about another study.
 */
export function findStudyConflicts(claim: Claim, source: Source, isCrossLingual: boolean): StudyConflict[] {
  const conflicts = comparisons.flatMap((compare) => compare(claim, source) ?? []);
  if (conflicts.length === 0) return conflicts;
  const texts = [source.title, ...source.sentences.map(({ indexed }) => indexed)];
  const isFound = new Map(
    claim.units.map((unit) => [unit, texts.some((indexed) => placesOf(unit, indexed).length > 0)]),
  );
  return conflicts.filter(({ isAnchored, conflict }) => {
    // The conflicting words need not be found.
    const others = claim.units.filter(({ text }) => !conflict.claim.includes(text));
    const found = others.filter((unit) => isFound.get(unit)).length;
    const { words, share } = isAnchored || isCrossLingual ? anchored : aboutTheStudy;
    return found >= Math.min(words, others.length) && found >= share * others.length;
  });
}

/**
 * Returns true if one sentence, even on the background, has all words of a claim and those in conflict: the abstract states it itself,
 * whatever its study found.
 */
export function isOwnStatement({ conflict }: StudyConflict, claim: Claim, { sentences }: Source): boolean {
  const words = conflict.claim.toLowerCase();
  return sentences.some(
    ({ sentence, indexed }) =>
      sentence.text.toLowerCase().includes(words) &&
      claim.units.every((unit) => placesOf(unit, indexed).length > 0),
  );
}
