import type { Alignment } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import type { SlotResult } from '../proof.ts';

/**
 * Words that make the preceding one the name of a group: "the hearing only condition", "the SIG group", "vitamin D
 * alone".
 */
const label = /\b(?:only|alone|groups?|arms?|conditions?|phases?|period)\b/gi;
/** Maximum words between the name and such a word. */
const labelWithin = 2;
/** Matches a name with its sign: HT+, CD4(-), ER−. */
const signed = /(?<![\p{L}\p{N}])(\p{Lu}[\p{L}\p{N}]{1,9})\s?\(?([+\-−–])\)?(?![\p{L}\p{N}])/gu;

/**
 * Compares the names of groups: if both have "the … only condition", its first words must agree; and a name with a plus
 * must not have a minus in the other.
 */
export function compareLabels(claim: Claim, { indexed, places }: Alignment): SlotResult {
  const sign = otherSign(claim.read.text, indexed.read.text);
  if (sign) return { outcome: 'unclear', claim: sign, leansAgainst: true };
  for (const { index, 0: word } of claim.read.text.matchAll(label)) {
    const at = claim.read.tokens.findIndex(({ start }) => start >= index);
    const named = claim.units.findLast((unit) => unit.start < index);
    if (!named || at < 0 || at - named.index > labelWithin) continue;
    if (claim.read.text.slice(named.end, index).trim().length > 0) continue;
    const theirs = [...indexed.read.text.matchAll(label)].filter(
      ({ 0: other }) => other.toLowerCase() === word.toLowerCase(),
    );
    if (theirs.length === 0 || !places.has(named)) continue;
    const isNamed = theirs.some(({ index: start }) => {
      const place = indexed.read.tokens.findIndex((token) => token.start >= start);
      return places.get(named)?.some((other) => other < place && place - other <= labelWithin);
    });
    if (!isNamed) return { outcome: 'unclear', claim: `${named.text} ${word}` };
  }
  return { outcome: 'same' };
}

/** Finds a name that the claim has with one sign and the sentence only with the other. */
function otherSign(claim: string, sentence: string): string | undefined {
  const signsOf = (text: string) =>
    [...text.matchAll(signed)].map(([written, name = '', sign]) => ({
      written,
      name: name.toLowerCase(),
      isPlus: sign === '+',
    }));
  const theirs = signsOf(sentence);
  return signsOf(claim).find(({ name, isPlus }) => {
    const same = theirs.filter((other) => other.name === name);
    return same.length > 0 && !same.some((other) => other.isPlus === isPlus);
  })?.written;
}
