import { cueFinder } from '../../reading/cues.ts';
import type { Alignment, Source } from '../align-claim.ts';
import type { Claim, Unit } from '../claim-units.ts';
import { isHarmless } from '../harmless-words.ts';
import { type IndexedSentence, placesOf } from '../index-sentence.ts';
import { isSameRoot } from '../keys.ts';
import { memoizeBySource } from '../memoize-by-source.ts';
import { matchNumber } from '../numbers.ts';
import { oppositesOf } from '../opposites.ts';
import type { SlotResult } from '../proof.ts';
import { isOutsideRun } from '../stated-in-order.ts';
import { itemsOf } from './numbers/paired-numbers.ts';

/**
 * Compares words that exclude each other: men and women, systolic and diastolic, early and late. If the sentence names
 * both, the claim must name both in the same order; if it only names the other, the two conflict.
 */
export function compareOpposites(claim: Claim, alignment: Alignment, source: Source): SlotResult {
  const { places, indexed, elsewhere, missing } = alignment;
  const fraction = compareFractions(claim, indexed, source);
  if (fraction) return fraction;
  const modified = otherModifier(claim, { places, indexed, elsewhere });
  if (modified) return { outcome: 'unclear', claim: modified };
  for (const unit of [...elsewhere, ...missing]) {
    const denied = antonymOf(unit, indexed);
    // "Palpable" and "impalpable": their stems differ by more than the prefix.
    if (!denied && hasDeniedRoot(unit, indexed)) return { outcome: 'unclear', claim: unit.text };
    if (!denied) continue;
    const isDenial = claim.clauses.some(({ effects }) =>
      effects.some(({ direction }) => direction === 'none' || direction === 'denied'),
    );
    return isDenial
      ? { outcome: 'unclear', claim: unit.text }
      : { outcome: 'conflict', kind: 'negation', claim: unit.text, evidence: denied };
  }
  const divided = elsewhere.find((unit) => isDivided(unit, source));
  if (divided) return { outcome: 'unclear', claim: divided.text };
  for (const unit of [...places.keys(), ...elsewhere, ...missing]) {
    const own = unit.wordings[0]?.[0] ?? '';
    if (hasExchanged(own, claim, indexed)) return { outcome: 'unclear', claim: unit.text };
    const others = oppositesOf(own);
    if (others.size === 0) continue;
    const theirOther = indexed.read.tokens.findIndex(({ stem }) => others.has(stem));
    if (theirOther < 0) continue;
    const mineOther = claim.read.tokens.findIndex(({ stem }) => others.has(stem));
    const theirs = indexed.read.tokens.findIndex(({ stem }) => unit.wordings[0]?.[0] === stem);
    if (theirs < 0 && mineOther < 0 && !isNamed(unit, source))
      return {
        outcome: 'conflict',
        kind: 'context',
        claim: unit.text,
        evidence: indexed.read.tokens[theirOther]?.text ?? '',
      };
    const isOfOtherClause =
      places.has(unit) && isOutsideRun(indexed.read.tokens[theirOther]?.start ?? 0, claim, alignment);
    if (mineOther < 0 && (isOfOtherClause || isApart(theirs, theirOther, claim, indexed))) continue;
    if (theirs < 0 || mineOther < 0) return { outcome: 'unclear', claim: unit.text };
    // The effect slot distinguishes the two sides of a comparison.
    const areCompared = isComparison(claim.read.text) && isComparison(indexed.read.text);
    if (
      !areCompared &&
      mineOther < unit.index !== theirOther < theirs &&
      !haveOwnFigures([unit.index, mineOther], [theirs, theirOther], claim.read, indexed.read)
    )
      return { outcome: 'unclear', claim: unit.text };
  }
  return { outcome: 'same' };
}

/**
 * Returns true if the other of two opposites is apart from the claim's: in brackets, the comparator of the claim's, or
 * another item of a list that has the claim's figure.
 */
function isApart(own: number, other: number, { numbers }: Claim, { read }: IndexedSentence): boolean {
  const [mine, theirs] = [read.tokens[own]?.start ?? -1, read.tokens[other]?.start ?? -1];
  if (mine < 0 || theirs < 0) return false;
  const bare = read.text.replace(/\([^()]{0,160}\)/g, (inside) => ' '.repeat(inside.length));
  if (bare[theirs] === ' ') return bare[mine] !== ' ';
  const itemAt = itemsOf(read.text);
  if (itemAt(mine) === itemAt(theirs)) return false;
  const items = numbers
    .filter(({ quantity: { small, kind } }) => !small && kind === 'plain')
    .map(({ quantity }) => matchNumber(quantity, read.quantities, '').found)
    .flatMap(([one, another]) => (one && !another ? [itemAt(one.start)] : []));
  return items.includes(itemAt(mine)) && !items.includes(itemAt(theirs));
}

/**
 * Returns true if the abstract mentions the other part of a divided population anywhere: a finding that names neither
 * applies to both.
 */
const isDivided = memoizeBySource((unit: Unit, { title, sentences }: Source): boolean => {
  const others = oppositesOf(unit.wordings[0]?.[0] ?? '');
  const all = [title, ...sentences.map(({ indexed }) => indexed)];
  return (
    others.size > 0 &&
    placesOf(unit, title).length === 0 &&
    all.some(({ read }) => read.tokens.some(({ stem }) => others.has(stem)))
  );
});

/**
 * Returns true if claim and sentence have a word and its negation in different order: "obese patients and nonobese
 * animals". The effect slot distinguishes the two sides of a comparison.
 */
function hasExchanged(stem: string, { read }: Claim, indexed: IndexedSentence): boolean {
  const isOrdered = ({ text, tokens }: Claim['read']) => {
    const [own, negated] = [stem, `non${stem}`].map((each) =>
      tokens.findIndex((token) => token.stem === each),
    );
    return own === undefined || negated === undefined || own < 0 || negated < 0 || isComparison(text)
      ? undefined
      : own < negated;
  };
  const [mine, theirs] = [isOrdered(read), isOrdered(indexed.read)];
  return mine !== undefined && theirs !== undefined && mine !== theirs;
}

/** Maximum numbers of a list; a text of nothing but numbers would take quadratic time. */
const figuresMax = 60;

/** Returns true if two opposites each have the same figure in a list of the claim and in one of the sentence. */
function haveOwnFigures(
  mine: readonly [number, number],
  theirs: readonly [number, number],
  claim: Claim['read'],
  sentence: Claim['read'],
): boolean {
  const figureAt = ({ text, tokens, quantities }: Claim['read'], place: number) => {
    if (quantities.length > figuresMax) return undefined;
    const itemAt = itemsOf(text);
    const item = itemAt(tokens[place]?.start ?? -1);
    const [one, another] = quantities.filter(
      ({ start, small, kind }) => !small && kind === 'plain' && itemAt(start) === item,
    );
    return another ? undefined : one;
  };
  return mine.every((place, at) => {
    const [own, other] = [figureAt(claim, place), figureAt(sentence, theirs[at] ?? -1)];
    return own !== undefined && other !== undefined && matchNumber(own, [other], '').found.length > 0;
  });
}

/** Prefixes that invert the meaning of a word: adequate, inadequate. */
const denying = ['in', 'un', 'non', 'im', 'ir', 'dis'];
/**
 * Minimum length of a word with such a prefix: "ability" and "inability" are opposites, "form" and "inform" are not.
 */
const deniedMin = 5;

/** Finds the word by which a sentence negates one of a claim's: "inadequate" for "adequate", or the reverse. */
function antonymOf({ wordings }: Unit, { read }: IndexedSentence): string | undefined {
  const stem = wordings[0]?.[0] ?? '';
  if (stem.length < deniedMin || stem.startsWith('han:')) return undefined;
  return read.tokens.find(
    (token) =>
      token.stem.length >= deniedMin &&
      denying.some((prefix) => token.stem === prefix + stem || stem === prefix + token.stem),
  )?.text;
}

/** Returns true if a sentence has a prefixed word whose rest is a form of a claim's word, or the reverse. */
function hasDeniedRoot({ wordings }: Unit, { read }: IndexedSentence): boolean {
  const stem = wordings[0]?.[0] ?? '';
  if (stem.length < deniedMin || stem.startsWith('han:')) return false;
  const isDenied = (long: string, short: string) =>
    denying.some((prefix) => long.startsWith(prefix) && isSameRoot(long.slice(prefix.length), short));
  return read.tokens.some(
    (token) => token.stem.length >= deniedMin && (isDenied(token.stem, stem) || isDenied(stem, token.stem)),
  );
}

/** Returns true if the abstract contains a word or a synonym anywhere: another finding may be about it. */
const isNamed = memoizeBySource((unit: Unit, { title, sentences }: Source): boolean =>
  [title, ...sentences.map(({ indexed }) => indexed)].some((indexed) => placesOf(unit, indexed).length > 0),
);

/**
 * Finds a word that replaces another in the sentence: "bladder cancer" for "prostate cancer", "investment in growth"
 * for "investment in reproduction", if the abstract mentions the bladder and growth elsewhere.
 */
function otherModifier(
  claim: Claim,
  { places, indexed, elsewhere }: Pick<Alignment, 'places' | 'indexed' | 'elsewhere'>,
): string | undefined {
  const matched = new Set([...places.values()].flat());
  const isOther = (place: number, unit: Unit) => {
    const [before, own] = [indexed.read.tokens[place - 1], indexed.read.tokens[place]];
    return (
      before &&
      own &&
      (!before.empty || /^[A-Z]$/.test(before.text)) &&
      before.kind !== 'number' &&
      own.start - before.end <= 1 &&
      // "To exclude IBD": a verb is not a description.
      !/^to$/i.test(indexed.read.tokens[place - 2]?.text ?? '') &&
      !matched.has(place - 1) &&
      !isShortFor(before.text, unit.text)
    );
  };
  const effects = indexed.clauses.flatMap((clause) => clause.effects);
  const isDistinctive = (place: number) => {
    const token = indexed.read.tokens[place];
    return (
      token !== undefined &&
      !isHarmless(token.stem) &&
      !effects.some(({ start, end }) => token.start < end && start < token.end)
    );
  };
  // "Multinodular goitres" followed by "multinodular glands".
  const isBeforeOther = (place: number, unit: Unit) => {
    const [own, next] = [indexed.read.tokens[place], indexed.read.tokens[place + 1]];
    return (
      own !== undefined &&
      next !== undefined &&
      next.start - own.end === 1 &&
      !next.empty &&
      next.kind !== 'number' &&
      !matched.has(place + 1) &&
      isDistinctive(place + 1) &&
      !isShortFor(next.text, unit.text)
    );
  };
  const isInChinese = /\p{Script=Han}/u.test(claim.read.text);
  // The noun after a Chinese description may belong to the verb: "binds the BTE site", whose words are all in the
  // claim.
  const isAfterOwn = (head: number, place: number) =>
    place > head &&
    place - head <= ofHeadWithin &&
    !/[,;:()]/.test(
      indexed.read.text.slice(indexed.read.tokens[head]?.end, indexed.read.tokens[place]?.start),
    ) &&
    indexed.read.tokens
      .slice(head + 1, place)
      .every((token, at) => matched.has(head + 1 + at) || token.empty);
  // An adverb belongs to the following verb, and 静脉 in 静脉与肿瘤 not to the tumour.
  const headOf = (unit: Unit) =>
    claim.units.find((other) => {
      const between = claim.read.text.slice(unit.end, other.start);
      return other.start >= unit.end && /^(?:\s|-|的)?$/.test(between) && !/ly$/i.test(other.text);
    });
  const found =
    elsewhere.find((unit) =>
      (places.get(headOf(unit) ?? unit) ?? []).some(
        (place) => isOther(place, unit) && !isHarmless(indexed.read.tokens[place - 1]?.stem ?? ''),
      ),
    ) ??
    // The effect slot distinguishes the sides of a comparison.
    (isComparison(claim.read.text) && isComparison(indexed.read.text) ? [] : [...places.keys()]).find(
      (unit) => {
        const heads = places.get(headOf(unit) ?? unit) ?? [];
        const isNear = (places.get(unit) ?? []).some((place) =>
          heads.some(
            (head) =>
              (head - place <= adjacentWithin.before && place - head <= adjacentWithin.after) ||
              isOfHead(indexed, head, place) ||
              isCoordinated(indexed, head, place) ||
              (isInChinese && isAfterOwn(head, place)),
          ),
        );
        return (
          !isNear &&
          heads.length > 0 &&
          heads.some((place) => isOther(place, unit) && isDistinctive(place - 1))
        );
      },
    ) ??
    elsewhere.find((unit) => {
      const before = claim.units.findLast((other) => other.start < unit.start);
      const at = before && unit.start - before.end === 1 ? (places.get(before) ?? []) : [];
      return at.length > 0 && at.every((place) => isBeforeOther(place, unit));
    }) ??
    elsewhere.find((unit) => hasOtherObject(unit, claim, indexed, places, matched));
  return found?.text;
}

/**
 * Matches words after a preposition, which belong to the one before it: "The interaction of Rab17 with the regulatory
 * subunits".
 */
function isOfHead({ read: { text, tokens } }: IndexedSentence, head: number, place: number): boolean {
  if (place <= head || place - head > ofHeadWithin) return false;
  const between = text.slice(tokens[head]?.end, tokens[place]?.start);
  return (
    /^ (?:[\p{L}\p{N}-]+ ){0,2}?(?:of|with|between|to|at|in|on|from|for) /u.test(between) &&
    !/[,;:.()]/.test(between)
  );
}
const ofHeadWithin = 8;

/** Matches the first of several descriptions of one word: "myeloid, T lymphoid, or B lymphoid progenitors". */
function isCoordinated({ read: { text, tokens } }: IndexedSentence, head: number, place: number): boolean {
  if (place >= head || head - place > coordinatedWithin) return false;
  const between = text.slice(tokens[place]?.end, tokens[head]?.start);
  return (
    /^(?:,|\s(?:and|or)\b)/.test(between) && /\b(?:and|or)\b/.test(between) && !predicating.test(between)
  );
}
const coordinatedWithin = 6;
const predicating =
  /[;:.()]|\b(?:of|in|on|at|to|for|from|by|with|without|after|before|than|not|but|is|are|was|were|be|had|has|have|did|do|does|that|which|who|an?|the|its|their|through|via)\b/i;

const isComparison = (text: string): boolean =>
  /\b(?:than|compared (?:with|to)|relative to|versus)\b/i.test(text);

/** Maximum distance in words between related words. */
const adjacentWithin = { before: 8, after: 4 };

/** Matches a preposition between related words: "Investment in", "levels of the". */
const linking = /^ (in|of|for|to|on|with|by|from|through|via|against|into) (?:(?:the|an?|their|its|our) )?/;

/** Returns true if the sentence has another word after the same preposition at the word to which a unit belongs. */
function hasOtherObject(
  unit: Unit,
  { read, units }: Claim,
  { read: { text, tokens } }: IndexedSentence,
  places: Alignment['places'],
  matched: ReadonlySet<number>,
): boolean {
  const head = units.findLast((other) => other.start < unit.start);
  const at = head ? (places.get(head) ?? []) : [];
  const between = head ? linking.exec(read.text.slice(head.end)) : null;
  if (!head || !between || head.end + between[0].length !== unit.start) return false;
  // "In patients with epilepsy": the words after a general noun identify the population.
  const isOfAnyone = (next: number) => {
    if (!isHarmless(tokens[next]?.stem ?? '')) return false;
    const rest = text.slice(tokens[next]?.end);
    const until = (tokens[next]?.end ?? 0) + (/[,;:.()]/.exec(rest)?.index ?? rest.length);
    return !tokens.some(
      ({ start, end, empty, stem }, place) =>
        place > next && start < until && end <= until && !empty && !matched.has(place) && !isHarmless(stem),
    );
  };
  return (
    at.length > 0 &&
    at.every((place) => {
      const end = tokens[place]?.end ?? 0;
      const theirs = linking.exec(text.slice(end));
      if (!theirs || theirs[1] !== between[1]) return false;
      const next = tokens.findIndex(({ start }) => start >= end + theirs[0].length);
      return (
        next >= 0 &&
        !matched.has(next) &&
        !tokens[next]?.empty &&
        !isOfAnyone(next) &&
        !isShortFor(tokens[next]?.text ?? '', unit.text)
      );
    })
  );
}

/**
 * Returns true if a short word consists of letters of another, including the first: Thr for threonine, KO for knockout.
 */
export function isShortFor(short: string, long: string): boolean {
  if (short.length > shortMax || short.length >= long.length || !/^\p{Lu}/u.test(short)) return false;
  const [letters, whole] = [short.toLowerCase(), long.toLowerCase()];
  if (letters[0] !== whole[0]) return false;
  let at = 0;
  for (const letter of whole) if (letter === letters[at]) at++;
  return at === letters.length;
}

/** Maximum length of an abbreviation without an explanation in brackets. */
const shortMax = 4;

/** Kinds of heart failure by ejection fraction, whose words are not directions. */
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

/** Compares the kind of heart failure; undefined if the claim names none, or the abstract names the same. */
function compareFractions(claim: Claim, indexed: IndexedSentence, source: Source): SlotResult | undefined {
  const [mine] = fractions(claim.read.text);
  if (!mine) return undefined;
  const theirs = fractions(indexed.read.text);
  if (theirs.some(({ category }) => category === mine.category)) return undefined;
  const [other] = theirs;
  if (other) return { outcome: 'conflict', kind: 'context', claim: mine.text, evidence: other.text };
  return namesNoOther(claim, source) ? undefined : { outcome: 'unclear', claim: mine.text };
}

/** Returns true if the abstract names the claim's kind of heart failure and no other. */
const namesNoOther = memoizeBySource((claim: Claim, { title, sentences }: Source): boolean => {
  const [mine] = fractions(claim.read.text);
  const all = [title, ...sentences.map((each) => each.indexed)].flatMap(({ read }) => fractions(read.text));
  return all.length > 0 && all.every(({ category }) => category === mine?.category);
});
