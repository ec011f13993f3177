import type { ReadText, Token } from '../../reading/tokens.ts';
import type { Alignment } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
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

/** Returns the first words that name what "all" refers to. */
const namedAfter = ({ tokens }: ReadText, from: number): Token[] =>
  tokens.filter(({ start, kind }) => start >= from && kind === 'word').slice(0, namedMax);
const namedMax = 3;

/** Maximum distance, in characters, of a description from its word. */
const adjacentWithin = 24;
const describes = (between: string): boolean =>
  /^ (?:with|who|having|of|from|in|undergoing|given|receiving)\b/i.test(between);
