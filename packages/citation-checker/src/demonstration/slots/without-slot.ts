import type { Alignment } from '../align.ts';
import type { Claim } from '../claim-units.ts';
import type { SlotResult } from '../proof.ts';

/** Phrases that say something to be absent, up to the end of the phrase: "without affecting neutrophil recruitment". */
const without =
  /\b(?:without|in the absence of|lacking|devoid of|free (?:of|from))\b[^,;:.()]{2,160}|(?:而不|且不|无需|不伴)[^，。；]{2,40}/giu;

type Place = { start: number; end: number };

/**
 * Compares what the two say to be absent. Where the sentence has a word of the claim behind "without" alone, the claim must
 * have it behind one too, and the other way round: which effect the word would otherwise have cannot be told.
 */
export function compareWithout(claim: Claim, { indexed, places }: Alignment): SlotResult {
  const mine = placesOf(claim.read.text);
  const theirs = placesOf(indexed.read.text);
  if (mine.length === 0 && theirs.length === 0) return { outcome: 'same' };
  for (const [unit, at] of places) {
    if (unit.isCircumstance) continue;
    const starts = at.map((place) => indexed.read.tokens[place]?.start ?? -1);
    const isAbsent = starts.every((start) => isIn(theirs, start));
    if (isAbsent !== isIn(mine, unit.start)) return { outcome: 'unclear', claim: unit.text };
  }
  return { outcome: 'same' };
}

function placesOf(text: string): Place[] {
  return [...text.matchAll(without)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));
}

function isIn(places: readonly Place[], at: number): boolean {
  return places.some(({ start, end }) => at >= start && at < end);
}
