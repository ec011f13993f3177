import type { Quantity } from '../../../reading/quantities.ts';
import type { ReadText } from '../../../reading/tokens.ts';
import type { Alignment } from '../../align-claim.ts';
import type { Claim, Unit } from '../../claim-units.ts';
import { isHarmless } from '../../harmless-words.ts';
import { figuresOf, kindOf } from './number-kind.ts';

type ClaimNumber = Claim['numbers'][number];
/** Stretch of a text, in characters. */
type Stretch = { start: number; end: number };
/** Number of a list with its label: "12% in A and 5% in B", "A (12%) and B (5%)". */
type Item = { quantity: Quantity; label: Stretch };

/**
 * Compares the label of a number with the list of the sentence. `own`: the claim has all words of the number's label,
 * one of which is on no other, and no word that is only on another. `other`: the claim has no word of the label, which
 * has others, and one that is only on the label of that number. `unclear`: the number's own label in the claim has a word
 * that is only on another. Undefined if the list leaves it open.
 */
export function compareLabeled(
  claim: Claim,
  number: ClaimNumber,
  [found, another]: readonly Quantity[],
  { indexed, places }: Alignment,
): 'own' | 'unclear' | { other: Quantity } | undefined {
  if (!found || another || number.quantity.small) return undefined;
  const { text, tokens } = indexed.read;
  if (listing.test(text) || listing.test(claim.read.text)) return undefined;
  const kind = kindOf(found);
  const figures = figuresOf(indexed.read).filter((each) => kindOf(each) === kind && each.kind === 'plain');
  const list = readLists(text, figures).find((items) => items.some(({ quantity }) => quantity === found));
  const item = list?.find(({ quantity }) => quantity === found);
  if (!list || !item || list.some(({ label }) => /\d/.test(text.slice(label.start, label.end))))
    return undefined;
  const rivals = list.filter((each) => each !== item);
  const own = labelInClaim(claim, number);
  const held = [...places].filter(([unit]) => isWithin(unit, own));
  const isAt = (place: number, { label }: Item) => {
    const token = tokens[place];
    return token !== undefined && isWithin(token, label);
  };
  const isOnly = ([, at]: (typeof held)[number], only: Item) =>
    at.length > 0 && at.every((place) => isAt(place, only));
  const onOwn = held.filter((each) => isOnly(each, item));
  const onRival = rivals.filter((rival) => held.some((each) => isOnly(each, rival)));
  const matched = new Set(held.flatMap(([, at]) => at));
  const distinctive = tokens.flatMap((token, place) =>
    isAt(place, item) && isDistinctive(token) ? [place] : [],
  );
  const [rival, second] = onRival;
  const isHere = held.some(([, at]) => at.some((place) => isAt(place, item)));
  if (rival && !second && !isHere && distinctive.some((place) => !matched.has(place)))
    return { other: rival.quantity };
  // "208 twins reared apart" with "208 twins reared together, 93 twins reared apart".
  if (onRival.length > 0 && own.start > number.quantity.end) return 'unclear';
  const isDenied = ({ start, end }: Stretch, of: string) => denying.test(of.slice(start, end));
  const isWhole =
    onOwn.length > 0 &&
    onRival.length === 0 &&
    distinctive.every((place) => matched.has(place)) &&
    isDenied(item.label, text) === isDenied(own, claim.read.text);
  // A number outside the list may be what the claim's other words are about.
  return isWhole && figures.length === list.length ? 'own' : undefined;
}

const listing = /\brespectively\b|\bthe (?:former|latter)\b|分别|依次|前者|后者/i;
const denying = /\b(?:no|not|non|without|never|neither|un\w{4,})\b|无|未|不|非/i;

const isDistinctive = ({ kind, empty, stem, text }: ReadText['tokens'][number]): boolean =>
  kind !== 'number' && (!empty || /^[A-Z]$/.test(text)) && !isHarmless(stem);

const isWithin = ({ start, end }: Pick<Unit, 'start' | 'end'>, stretch: Stretch): boolean =>
  start >= stretch.start && end <= stretch.end;

/** Matches the preposition between a number and its label, and any bracket before it. */
const labelling = /^\s?(?:\([^()]{0,80}\)\s?)?(?:of|in|for|with|among|after|at|by|on|under|during|from)\s/i;
/** Matches the end of a label. */
const labelEnd =
  /[,;:()[\]，；。]|\.(?!\d)|\s(?:and|or|but|versus|vs\.?|than|compared|whereas|while|as (?:opposed|against|compared))\b|$/i;
/** Matches all that is between the label of an item and the next number. */
const joining =
  /^\s?(?:\([^()]{0,80}\)|\[[^[\]]{0,80}\])?\s?(?:,|;|and|, and|but|, but|versus|vs\.?|,? ?compared (?:with|to)|,? ?(?:whereas|while)|,? ?as (?:opposed to|against|compared with))\s(?:(?:only|just|about|approximately|in|with|to)\s){0,2}$/i;
/** Maximum length of a label, and of what a bracket has before its number. */
const labelMax = 90;
const openedWithin = 20;

/** Reads the lists of a text whose numbers each have a label after or before them. */
function readLists(text: string, figures: readonly Quantity[]): Item[][] {
  const after = figures.map((quantity): Item | undefined => {
    const rest = text.slice(quantity.end, quantity.end + labelMax);
    const from = labelling.exec(rest)?.[0].length;
    if (from === undefined) return undefined;
    const length = labelEnd.exec(rest.slice(from))?.index ?? 0;
    const start = quantity.end + from;
    return { quantity, label: { start, end: start + length } };
  });
  const before = figures.map((quantity): Item | undefined => {
    const opened = /\((?:n\s?=\s?\d{1,6}[,;]\s?)?$/i.exec(
      text.slice(Math.max(0, quantity.start - openedWithin), quantity.start),
    );
    if (!opened) return undefined;
    const open = quantity.start - opened[0].length;
    const from = Math.max(0, open - labelMax);
    const ahead = text.slice(from, open);
    const start = [...ahead.matchAll(labelStart)].at(-1);
    if (!start) return undefined;
    return { quantity, label: { start: from + start.index + start[0].length, end: open } };
  });
  const lists: Item[][] = [];
  for (const items of [after, before]) {
    let list: Item[] = [];
    for (const item of items) {
      const last = list.at(-1);
      if (last && item && isNext(text, last, item)) list.push(item);
      else {
        if (list.length > 1) lists.push(list);
        list = item ? [item] : [];
      }
    }
    if (list.length > 1) lists.push(list);
  }
  return lists;
}

/** Matches what precedes a label before its number. */
const labelStart =
  /(?:[,;:)]|\b(?:was|were|is|are|and|or|versus|vs\.?|than|includ(?:ed|ing|e)|had|showed|by|of|in|for|with))\s/gi;

/** Returns true if nothing but a separator is between two items. */
function isNext(text: string, last: Item, item: Item): boolean {
  if (item.label.start > last.quantity.start && item.label.end <= item.quantity.start) {
    const between = text.slice(Math.max(last.quantity.end, item.label.start - labelMax), item.label.start);
    return /\)\s?(?:,|;|and|or|, and|, or|versus|vs\.?)\s$/i.test(between);
  }
  return joining.test(text.slice(last.label.end, item.quantity.start));
}

/** Marks between the statements of a claim. */
const separating =
  /[,;，；、。]|\b(?:and|but|than|versus|vs\.?|whereas|while|although|compared|as (?:opposed|against))\b|而|与|和|但/gi;

/**
 * Returns the stretch of a claim that a number is about: all of it if it has no other of the kind, otherwise the label
 * after the number, or what the number's separators enclose.
 */
function labelInClaim({ read, numbers }: Claim, { quantity }: ClaimNumber): Stretch {
  const { text } = read;
  const figures = new Set(figuresOf(read));
  const kind = kindOf(quantity);
  const others = numbers.filter(
    (other) => other.quantity !== quantity && figures.has(other.quantity) && kindOf(other.quantity) === kind,
  );
  if (others.length === 0) return { start: 0, end: text.length };
  const rest = text.slice(quantity.end, quantity.end + labelMax);
  const from = labelling.exec(rest)?.[0].length;
  if (from !== undefined) {
    const start = quantity.end + from;
    return { start, end: start + (labelEnd.exec(rest.slice(from))?.index ?? 0) };
  }
  // "More often in A than in B (12% vs 5%)": the order decides.
  if (others.some((other) => areAdjacent(text, quantity, other.quantity))) return { start: 0, end: 0 };
  let [start, end] = [0, text.length];
  for (const { index, 0: mark } of text.matchAll(separating)) {
    if (index + mark.length <= quantity.start) start = Math.max(start, index + mark.length);
    else if (index >= quantity.end) end = Math.min(end, index);
  }
  return { start, end };
}

/** Returns true if nothing but a separator is between two numbers. */
function areAdjacent(text: string, one: Quantity, other: Quantity): boolean {
  const [first, last] = one.start < other.start ? [one, other] : [other, one];
  return !/[\p{L}]{4}|\p{Script=Han}{2}/u.test(
    text.slice(first.end, last.start).replace(/\b(?:versus|compared|with)\b/gi, ''),
  );
}
