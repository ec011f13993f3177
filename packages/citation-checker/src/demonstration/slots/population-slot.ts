import { cueFinder } from '../../reading/cues.ts';
import type { Alignment, Source } from '../align.ts';
import type { Claim } from '../claim-units.ts';
import type { IndexedSentence } from '../index-sentence.ts';
import { oppositesOf } from '../opposites.ts';
import type { SlotResult } from '../proof.ts';

/**
 * Compares words that exclude each other: men and women, systolic and diastolic, early and late. Where the sentence names
 * both, the claim has to name both in the same order; where it names the other one alone, the two conflict.
 */
export function compareOpposites(
  claim: Claim,
  { places, indexed, elsewhere, missing }: Alignment,
  source: Source,
): SlotResult {
  const fraction = compareFractions(claim, indexed, source);
  if (fraction) return fraction;
  const modified = otherModifier(claim, { places, indexed, elsewhere });
  if (modified) return { outcome: 'unclear', claim: modified };
  for (const unit of [...places.keys(), ...elsewhere, ...missing]) {
    const others = oppositesOf(unit.wordings[0]?.[0] ?? '');
    if (others.size === 0) continue;
    const theirOther = indexed.read.tokens.findIndex(({ stem }) => others.has(stem));
    if (theirOther < 0) continue;
    const mineOther = claim.read.tokens.findIndex(({ stem }) => others.has(stem));
    const theirs = indexed.read.tokens.findIndex(({ stem }) => unit.wordings[0]?.[0] === stem);
    if (theirs < 0 || mineOther < 0) return { outcome: 'unclear', claim: unit.text };
    if (mineOther < unit.index !== theirOther < theirs) return { outcome: 'unclear', claim: unit.text };
  }
  return { outcome: 'same' };
}

/**
 * Finds a word that the sentence has in another's place: "bladder cancer" beside "prostate cancer", where the abstract speaks
 * of the bladder elsewhere.
 */
function otherModifier(
  claim: Claim,
  { places, indexed, elsewhere }: Pick<Alignment, 'places' | 'indexed' | 'elsewhere'>,
): string | undefined {
  const matched = new Set([...places.values()].flat());
  const found = elsewhere.find((unit) => {
    const head = claim.units.find((other) => other.start > unit.start && other.start - unit.end <= 1);
    return (places.get(head ?? unit) ?? []).some((place) => {
      const [before, own] = [indexed.read.tokens[place - 1], indexed.read.tokens[place]];
      return (
        before &&
        own &&
        !before.empty &&
        before.kind !== 'number' &&
        own.start - before.end <= 1 &&
        !matched.has(place - 1) &&
        !isShortFor(before.text, unit.text)
      );
    });
  });
  return found?.text;
}

/** True where a short word is made of letters of another, from its first one on: Thr for threonine, KO for knockout. */
function isShortFor(short: string, long: string): boolean {
  if (short.length > shortMax || short.length >= long.length || !/^\p{Lu}/u.test(short)) return false;
  const [letters, whole] = [short.toLowerCase(), long.toLowerCase()];
  if (letters[0] !== whole[0]) return false;
  let at = 0;
  for (const letter of whole) if (letter === letters[at]) at++;
  return at === letters.length;
}

/** Maximum length of a short form without a bracket that explains it. */
const shortMax = 4;

/** The kinds of heart failure by ejection fraction, whose words are no directions. */
const fractions = cueFinder({
  preserved: {
    en: String.raw`(?:preserved|normal) (?:left ventricular )?(?:ejection fraction|LVEF|EF)|HFpEF`,
    zh: '射血分数(?:保留|正常)',
  },
  reduced: {
    en: String.raw`(?:reduced|low|decreased) (?:left ventricular )?(?:ejection fraction|LVEF|EF)|HFrEF`,
    zh: '射血分数(?:降低|减低|下降)',
  },
});

/** Compares the kind of heart failure; undefined where the claim names none, or the abstract names the same. */
function compareFractions(
  claim: Claim,
  indexed: IndexedSentence,
  { title, sentences }: Source,
): SlotResult | undefined {
  const [mine] = fractions(claim.read.text);
  if (!mine) return undefined;
  const theirs = fractions(indexed.read.text);
  if (theirs.some(({ sense }) => sense === mine.sense)) return undefined;
  const [other] = theirs;
  if (other) return { outcome: 'conflict', kind: 'context', claim: mine.text, evidence: other.text };
  const all = [title, ...sentences.map((each) => each.indexed)].flatMap(({ read }) => fractions(read.text));
  return all.length > 0 && all.every(({ sense }) => sense === mine.sense)
    ? undefined
    : { outcome: 'unclear', claim: mine.text };
}
