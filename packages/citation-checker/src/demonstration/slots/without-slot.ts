import type { Alignment } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import type { SlotResult } from '../proof.ts';

/**
 * Matches phrases for something absent or different, up to the end of the phrase: "without affecting neutrophil
 * recruitment", "rather than smoking", "A, but not B, reduced". "With and without" names two groups.
 */
const without =
  /\b(?:(?<!\bwith (?:and|or|versus|vs\.?) )without(?! (?:and|or|versus|vs\.?) with\b)|rather than|instead of|as opposed to|in the absence of|lacking|devoid of|free (?:of|from))\b(?:(?!\b(?:was|were|is|are|had|has|have|did|does|seems?|appears?|suggests?|shows?|showed|shares?|shared|exhibit(?:s|ed)?|display(?:s|ed)?|experienced?|develop(?:s|ed)?|remain(?:s|ed)?|indicates?|could|can|may|might|would|will|should)\b)[^,;:.()]){2,160}|(?<=, )but not [^,;:.()]{2,80}(?=,)|(?<!, )but not (?!in\b|with\b|for\b|by\b|to\b)[^,;:.()]{2,40}?(?= (?:is|are|was|were|has|have|had)\b)|\b\p{L}{3,20}-free\b|(?:而不|而非|且不|无需|不伴)[^，。；]{2,40}/giu;

/** Matches groups defined by something absent: "patients who did not have preoperative chemotherapy". */
const lacking =
  /\b(?:did|do|does|had|has|have|was|were|are|is) not (?:had|have|receiv(?:e|ed|ing)|undergo(?:ne)?|underwent|tak(?:e|en|ing)|us(?:e|ed|ing)|given|treated|exposed|offered|administered)\b(?:(?!\b(?:but|and|than|was|were|had|did)\b)[^,;:.()]){2,80}|\b(?:those|patients|people|persons|women|men|children|subjects|participants|individuals|ones) not (?:taking|receiving|given|treated|on|using|exposed|having|undergoing|offered|taken)\b(?:(?!\b(?:but|and|than|was|were|had|did)\b)[^,;:.()]){2,80}|(?:未|没有)(?:接受|服用|使用|应用|采用|进行|患|暴露于)[^，。；]{1,20}/giu;

const negating =
  /\b(?:no|not|non|without|neither|nor|never|none|lack\w{0,4}|absen(?:t|ce)|free|deficien\w{1,3}|knock-?outs?|null|un\w{4,20}|than|other|alone)\b|[无未不没非]/i;

type Place = { start: number; end: number };

/**
 * Compares absences. If the sentence has a word of the claim only after "without", the claim must have it so too, and
 * vice versa: its effect otherwise is unknown.
 */
export function compareWithout(claim: Claim, { indexed, places }: Alignment): SlotResult {
  const lacked = findLacked(claim, { indexed, places });
  if (lacked) return { outcome: 'unclear', claim: lacked };
  const mine = placesOf(claim.read.text, without);
  const theirs = placesOf(indexed.read.text, without);
  if (mine.length === 0 && theirs.length === 0) return { outcome: 'same' };
  // "With A, compared with controls without A": a claim that negates nothing has A on both sides.
  const named = Map.groupBy(places, ([{ wordings }]) => wordings[0]?.join(' ') ?? '');
  if (mine.length === 0 && !negating.test(claim.read.text))
    for (const [[unit, at] = [], ...others] of named.values())
      if (
        unit &&
        others.length > 0 &&
        at?.some((place) => isIn(theirs, indexed.read.tokens[place]?.start ?? -1))
      )
        return { outcome: 'unclear', claim: unit.text };
  for (const [unit, at] of places) {
    if (unit.isCircumstance && negating.test(claim.read.text)) continue;
    const starts = at.map((place) => indexed.read.tokens[place]?.start ?? -1);
    // "With A more than without A", in both.
    const same = (named.get(unit.wordings[0]?.join(' ') ?? '') ?? []).map(([each]) => isIn(mine, each.start));
    if (new Set(same).size === 2 && starts.some((start) => isIn(theirs, start))) continue;
    const isAbsent = starts.every((start) => isIn(theirs, start));
    if (isAbsent !== isIn(mine, unit.start)) return { outcome: 'unclear', claim: unit.text };
  }
  return { outcome: 'same' };
}

/** Finds a word of the claim that describes something the sentence's people did not have, or the reverse. */
function findLacked(
  claim: Claim,
  { indexed, places }: Pick<Alignment, 'indexed' | 'places'>,
): string | undefined {
  const mine = placesOf(claim.read.text, lacking);
  const theirs = placesOf(indexed.read.text, lacking);
  if (mine.length === 0 && theirs.length === 0) return undefined;
  const [unit] =
    [...places].find(([{ start }, at]) => {
      const isLacked = at.every((place) => isIn(theirs, indexed.read.tokens[place]?.start ?? -1));
      return isLacked !== isIn(mine, start);
    }) ?? [];
  return unit?.text;
}

function placesOf(text: string, phrases: RegExp): Place[] {
  return [...text.matchAll(phrases)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));
}

function isIn(places: readonly Place[], at: number): boolean {
  return places.some(({ start, end }) => at >= start && at < end);
}
