import type { ReadText, Token } from '../../reading/tokens.ts';
import type { Alignment } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import { isHarmless } from '../harmless-words.ts';
import { placesOf } from '../index-sentence.ts';
import { keysOf } from '../keys.ts';

/** Words for "all", with the words between them and their noun. */
const universal = /\b(?:all|every|each|any)(?: (?:of|the|these|those|our|its|their|other|\d+))*\s/i;
/** Ends of the phrase after such a word. */
const phraseEnd = /[,;:()]|\b(?:and|but|or|while|whereas)\b|\d/;

/**
 * Finds the word by which a claim generalises differently from the sentence: "all patients" for "all the survivors", or
 * "all patients with delayed feeding" for "all patients with short bowel and 60% of those with delayed feeding".
 * Returns undefined if either contains no such word.
 */
export function findExtendedScope(
  { read, units }: Claim,
  { indexed, places }: Pick<Alignment, 'indexed' | 'places'>,
): string | undefined {
  const [mine, theirs] = [universal.exec(read.text), universal.exec(indexed.read.text)];
  if (!mine || !theirs) return undefined;
  const start = mine.index + mine[0].length;
  const from = theirs.index + theirs[0].length;
  const [mineNamed, theirsNamed] = [namedAfter(read, start), namedAfter(indexed.read, from)];
  const [head] = mineNamed;
  if (!head || theirsNamed.length === 0) return undefined;
  const keys = theirsNamed.flatMap(({ stem }) => keysOf(stem));
  if (!mineNamed.some(({ stem }) => keysOf(stem).some((key) => keys.includes(key)))) return mine[0].trim();
  const to = from + (phraseEnd.exec(indexed.read.text.slice(from))?.index ?? indexed.read.text.length);
  const next = units.find((unit) => unit.start > head.start);
  const isNear = next && next.start - head.end <= adjacentWithin;
  const at = isNear ? places.get(next) : undefined;
  const isInside = (place: number) => {
    const word = indexed.read.tokens[place]?.start ?? -1;
    return word >= from && word < to;
  };
  return at && !at.some(isInside) && describes(read.text.slice(head.end, next?.start))
    ? mine[0].trim()
    : undefined;
}

/** Matches "all" with the phrase that it extends over, up to the predicate. */
const extended =
  /\b(?:all|every|each)\b(?: (?:of|the|these|those|our|its|their|other|\d+)\b)*(?<phrase>[^,;:()]{3,120}?)(?<!\b(?:who|that|which)(?: [a-z]+ly)?) (?=(?:had|have|has|showed|shows|was|were|is|are|did|do|does|developed|received|required|reported|survived|died|underwent|experienced|remained|recovered)\b)|(?:所有|全部|每[例名位个])(?<han>[^，。；]{2,40}?)(?=均|都|皆)/iu;
/** Matches the other use: "identified all cases with X". */
const extendedObject =
  /\b(?:all|every|each)\b(?: (?:of|the|these|those|our|its|their|other|\d+)\b)*(?<phrase> [^,;:()]{3,120}?(?=[,;:().]|$))/iu;

/**
 * Finds a claim on "all" whose phrase is not the sentence's: a word of it is only in the sentence's predicate, or the
 * sentence's phrase is narrower.
 */
export function findOtherScope(
  { read }: Claim,
  { indexed, places }: Pick<Alignment, 'indexed' | 'places'>,
): string | undefined {
  const [mine, theirs] = [phraseOf(read.text), phraseOf(indexed.read.text)];
  if (!mine || !theirs) return undefined;
  const startOf = (place: number) => indexed.read.tokens[place]?.start ?? -1;
  const isInside = (place: number) => startOf(place) >= theirs.from && startOf(place) < theirs.to;
  const { tokens } = indexed.read;
  const isWithin = ({ wordings }: Claim['units'][number], at: readonly number[]) =>
    at.some(isInside) &&
    // 骨转移 is both bone and metastases.
    wordings.some((stems) => stems.every((stem) => placesOf({ wordings: [[stem]] }, indexed).some(isInside)));
  const own = [...places].filter(([{ start, end }]) => start >= mine.from && end <= mine.to);
  const moved = own.find(([unit, at]) => at.length > 0 && !isWithin(unit, at));
  if (moved) return moved[0].text;
  const matched = new Set([...places].flatMap(([{ end }, at]) => (end <= mine.to ? at : [])));
  const isNarrower = tokens.some(
    ({ kind, empty, stem }, place) =>
      isInside(place) && kind === 'word' && !empty && !isHarmless(stem) && !matched.has(place),
  );
  return isNarrower ? read.text.slice(mine.from, mine.to).trim() : undefined;
}

function phraseOf(text: string): { from: number; to: number } | undefined {
  const found = extended.exec(text) ?? extendedObject.exec(text);
  const phrase = found?.groups?.phrase ?? found?.groups?.han;
  if (!found || !phrase) return undefined;
  const from = found.index + found[0].indexOf(phrase);
  return { from, to: from + phrase.length };
}

/** Returns the first words that name what "all" refers to. */
const namedAfter = ({ tokens }: ReadText, from: number): Token[] =>
  tokens.filter(({ start, kind }) => start >= from && kind === 'word').slice(0, namedMax);
const namedMax = 3;

/** Maximum distance, in characters, of a description from its word. */
const adjacentWithin = 24;
const describes = (between: string): boolean =>
  /^ (?:with|who|having|of|from|in|undergoing|given|receiving)\b/i.test(between);
