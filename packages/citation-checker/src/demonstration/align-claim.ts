import type { EvidenceSentence } from '../locate.ts';
import type { Claim, Unit } from './claim-units.ts';
import { isHarmless } from './harmless-words.ts';
import { type IndexedSentence, placesOf } from './index-sentence.ts';
import { isSameRoot } from './keys.ts';
import { memoizeBySource } from './memoize-by-source.ts';

/** Abstract in the form in which claims are aligned with it. */
export type Source = {
  title: IndexedSentence;
  sentences: { sentence: EvidenceSentence; indexed: IndexedSentence }[];
  isRandomised: boolean;
};

/** Alignment of a claim: each of its words is found in the aligned sentence, elsewhere in the abstract, or nowhere. */
export type Alignment = {
  sentence: EvidenceSentence;
  indexed: IndexedSentence;
  /** Tokens of the sentence by unit. */
  places: Map<Unit, number[]>;
  elsewhere: Unit[];
  /** Units of `elsewhere` that state no population, place or time and appear only in aims and methods. */
  inSetting: Unit[];
  missing: Unit[];
};

/** Aligns a claim with one sentence. */
export function alignClaim(
  claim: Claim,
  { sentence, indexed }: Source['sentences'][number],
  source: Source,
): Alignment {
  const places = new Map<Unit, number[]>();
  const elsewhere: Unit[] = [];
  const described: Unit[] = [];
  const missing: Unit[] = [];
  const named = new Map<number, Unit>();
  for (const unit of claim.units)
    for (const place of placesOf(unit, indexed))
      if (isAbbreviation(indexed, place, unit)) named.set(place, unit);
  const sharing = new Map<number, number>();
  for (const unit of claim.units)
    for (const place of placesOf(unit, indexed)) sharing.set(place, (sharing.get(place) ?? 0) + 1);
  const claimed = new Set(claim.units.flatMap(({ wordings }) => wordings.flat()));
  for (const unit of claim.units) {
    // An abbreviation that the claim also has does not represent any of its words.
    const found = placesOf(unit, indexed).filter(
      (place) =>
        ((named.get(place) ?? unit) === unit || unit.isGlossed) &&
        (named.has(place) ||
          (indexed.turned.get(place)?.every((stem) => turningOf(unit, claimed).has(stem)) ?? true)) &&
        // One word of a long form is not equivalent to its abbreviation.
        (named.get(place) === unit ||
          unit.isGlossed ||
          (sharing.get(place) ?? 0) > 1 ||
          !isShortForm(indexed, place) ||
          isWritten(unit, indexed, place)),
    );
    if (found.length > 0) places.set(unit, found);
    else if (isInFrame(unit, source)) elsewhere.push(unit);
    else if (isInSetting(unit, source)) described.push(unit);
    else missing.push(unit);
  }
  // A word next to a found one describes it; any other would be the subject or object of another finding.
  const mayBeFronted = memoizeOnce(() => !isRestricted(indexed, places));
  const inSetting = described.filter(
    (unit) => !isName(unit) && (isAdjacent(unit, places, claim) || (unit.isFronted && mayBeFronted())),
  );
  elsewhere.push(...inSetting);
  missing.push(...described.filter((unit) => !inSetting.includes(unit)));
  return { sentence, indexed, places, elsewhere, inSetting, missing };
}

/**
 * Returns the words that must include one which changes a term: those of a term of several words, otherwise those of
 * the claim.
 */
function turningOf({ wordings }: Unit, claimed: ReadonlySet<string>): ReadonlySet<string> {
  return wordings.some((stems) => stems.length > 2) ? new Set(wordings.flat()) : claimed;
}

/** Calls a function once at most. */
function memoizeOnce<Value>(compute: () => Value): () => Value {
  let known: { value: Value } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}

/** Prepositions and conjunctions that introduce population, means, time and conditions. */
const restricting =
  /\b(?:in|among|for|with|without|after|following|before|during|at|on|by|under|using|when|if|from|within|across|versus|vs|than|between|compared)\b/gi;
/** Characters examined after such a word. */
const restrictedWithin = 60;
const tokensMax = 300;

/**
 * Returns true if a sentence names a population, means or time in words that the claim lacks, so that it is not about
 * the study as a whole.
 */
function isRestricted({ read: { text, tokens } }: IndexedSentence, places: Alignment['places']): boolean {
  // Without a limit, a text without a full stop would take quadratic time.
  if (tokens.length > tokensMax) return true;
  const matched = new Set([...places.values()].flat());
  return [...text.matchAll(restricting)].some(({ index, 0: word }) => {
    const from = index + word.length;
    const to =
      from +
      (/[,;:.()]|\b(?:was|were|is|are|did|had|has|have)\b/.exec(text.slice(from, from + restrictedWithin))
        ?.index ?? restrictedWithin);
    return tokens.some(
      ({ start, end, empty, kind, stem }, place) =>
        start >= from && end <= to && !empty && kind !== 'number' && !isHarmless(stem) && !matched.has(place),
    );
  });
}

/** Returns true for the name of a gene, protein or group, which another one may replace. */
const isName = ({ text }: Unit): boolean => /[\p{Lu}\d]/u.test(text.slice(1));

const isShortForm = ({ read }: IndexedSentence, place: number): boolean =>
  /^\p{Lu}{3,}s?$/u.test(read.tokens[place]?.text ?? '');

/** Returns true if a unit is the token itself, or a term of several words. */
function isWritten({ wordings }: Unit, { read }: IndexedSentence, place: number): boolean {
  const stem = read.tokens[place]?.stem ?? '';
  return wordings.some(
    (stems) => stems.length > 1 || stems.some((each) => each === stem || isSameRoot(each, stem)),
  );
}

/** Returns true for a position at which the sentence has a unit of the claim as the same abbreviation. */
function isAbbreviation({ read }: IndexedSentence, place: number, { wordings }: Unit): boolean {
  const token = read.tokens[place];
  return token !== undefined && /^\p{Lu}[\p{Lu}\d-]+s?$/u.test(token.text) && token.stem === wordings[0]?.[0];
}

/** Parts of an abstract that describe the study and apply to all its findings. */
const setting = new Set(['aim', 'method', 'unknown']);
/** Parts that describe population, place and time. */
const framing = new Set([...setting, 'result']);

/** Maximum distance, in words, between a description and what it describes. */
const adjacentWithin = 5;

/** Verbs that separate a subject from its predicate. */
const parting =
  /\b(?:is|are|was|were|be|been|has|have|had|did|does|do|can|could|may|might|will|would|should|showed|shows?)\b|[是为]/i;

/**
 * Returns true if a word found in the sentence is next to a unit, with no effect and no verb between them. A word that
 * occurs twice in the claim and once in the sentence does not count: "the linear method is the preferred method".
 */
function isAdjacent(unit: Unit, places: Alignment['places'], { clauses, read, units }: Claim): boolean {
  const effects = clauses.flatMap((clause) => clause.effects);
  return [...places].some(([other, at]) => {
    const [first, last] = other.start < unit.start ? [other, unit] : [unit, other];
    return (
      Math.abs(other.index - unit.index) <= adjacentWithin &&
      at.length >= units.filter((same) => same.wordings[0]?.[0] === other.wordings[0]?.[0]).length &&
      !parting.test(read.text.slice(first.end, last.start)) &&
      !effects.some(({ start, end }) => start >= first.end && end <= last.start)
    );
  });
}

/** Returns true for a word of the title, or a description of population, place or time anywhere in the abstract. */
const isInFrame = memoizeBySource(
  (unit: Unit, source: Source): boolean =>
    placesOf(unit, source.title).length > 0 || (unit.isCircumstance && isIn(framing, unit, source)),
);

/** Returns true for a word that occurs in aims and methods. */
const isInSetting = memoizeBySource((unit: Unit, source: Source): boolean => isIn(setting, unit, source));

/** Words before a condition that participants need not have. */
const suspecting =
  /\b(?:suspicion of|suspected|risks? (?:of|for)|without|exclud(?:ed|ing)|free of|rule out)(?: [\w-]+)? ?$/i;
const suspectingWithin = 40;

/** Returns true for a word of a condition that was suspected, excluded or feared: participants need not have had it. */
function isOnlySuspected({ read: { text, tokens } }: IndexedSentence, place: number): boolean {
  const start = tokens[place]?.start ?? 0;
  return suspecting.test(text.slice(Math.max(0, start - suspectingWithin), start));
}

function isIn(sections: ReadonlySet<string>, unit: Unit, { sentences }: Source): boolean {
  return sentences.some(
    ({ sentence, indexed }) =>
      sections.has(sentence.section) &&
      placesOf(unit, indexed).some((place) => !unit.isCircumstance || !isOnlySuspected(indexed, place)),
  );
}
