import type { Alignment, Source } from '../align-claim.ts';
import type { Claim, Unit } from '../claim-units.ts';
import { placesOf } from '../index-sentence.ts';
import { type KindMember, kindsOf } from '../kinds.ts';
import { memoizeBySource } from '../memoize-by-source.ts';
import type { SlotResult } from '../proof.ts';

/** Maximum words between the differing word and a neighbour that both texts share. */
const adjacentWithin = { claim: 2, sentence: 4 };

/**
 * Compares the only word of a claim that the abstract lacks with the word at its place in the sentence: a conflict if
 * the two are of one kind, have the same neighbour, and anything else of that kind is in both texts.
 */
export function compareKinds(
  claim: Claim,
  { missing, indexed, places }: Alignment,
  source: Source,
): SlotResult {
  const [unit, another] = missing;
  if (!unit || another || isAnywhere(unit, source)) return { outcome: 'same' };
  const mine = kindsOfUnit(unit);
  if (mine.length === 0) return { outcome: 'same' };
  const matched = new Set([...places.values()].flat());
  for (const { kind, which } of mine) {
    // Those of the kind that the claim has too do not replace it.
    const theirs = indexed.read.tokens.flatMap((token, place) => {
      const own = kindsOf(token.stem, token.text).find((each) => each.kind === kind);
      return own && !matched.has(place) ? [{ place, token, which: own.which }] : [];
    });
    const [other] = theirs;
    if (!other || other.which === which || theirs.some((each) => each.which !== other.which)) continue;
    const isAdjacent = claim.units.some(
      (near) =>
        near !== unit &&
        Math.abs(near.index - unit.index) <= adjacentWithin.claim &&
        (places.get(near) ?? []).some((at) =>
          theirs.some(({ place }) => Math.abs(at - place) <= adjacentWithin.sentence),
        ),
    );
    if (isAdjacent)
      return { outcome: 'conflict', kind: 'context', claim: unit.text, evidence: other.token.text };
  }
  return { outcome: 'same' };
}

export function kindsOfUnit({ text, wordings }: Unit): KindMember[] {
  return wordings.flatMap((stems) =>
    stems.flatMap((stem) => kindsOf(stem, stem === wordings[0]?.[0] ? text : stem)),
  );
}

/** Returns true for a word anywhere in the abstract or its title. */
const isAnywhere = memoizeBySource((unit: Unit, { title, sentences }: Source): boolean =>
  [title, ...sentences.map(({ indexed }) => indexed)].some((indexed) => placesOf(unit, indexed).length > 0),
);
