import { findPolarityCues } from '@citewell/citation-checker/statements/polarity-cues.ts';
import { replacedAlternative } from './alternatives.ts';
import { beginsWithMarker } from './caller-markers.ts';
import type { MeaningChange } from './meaning-change.ts';
import { pieceOf, placeholders } from './protected-spans.ts';
import { plainQuantities, quantitiesIn } from './quantities.ts';
import { type Anchor, swappedTermsAcross, swappedTermsAround } from './swapped-terms.ts';

/** One side of corresponding sentences: masked text, with the protected spans of the whole text. */
export type Side = { masked: string; pieces: readonly string[] };

type Fixed = Anchor & {
  kind: 'number' | 'citation' | 'piece';
  text: string;
  /** Unit of a number: figures with the same unit can be confused. */
  unit: string;
  isWord: boolean;
};

/**
 * Finds changes within sentences that say the same: a number with its bound and unit, a citation marker or formula
 * that is missing, new, reordered or attached to another word; a reversed direction or comparison.
 */
export function orderViolations(was: Side, is: Side): MeaningChange[] {
  const [left, right] = spelledAlike(read(was), read(is));
  const changes = differences(left.fixed, right.fixed);
  if (changes.length === 0) changes.push(...misplaced(left, right));
  return [...changes, ...turned(left.plain, right.plain)];
}

type Read = { plain: string; fixed: Fixed[] };

function read({ masked, pieces }: Side): Read {
  const plain = plainQuantities(masked);
  const quantities = quantitiesIn(plain).map(
    ({ bound, value, ...rest }): Fixed => ({ ...rest, kind: 'number', text: `${bound}${value}${rest.unit}` }),
  );
  const others = Array.from(plain.matchAll(placeholders), ({ 0: standIn, index }): Fixed => {
    const text = pieceOf(standIn, pieces).replace(/\s+/g, ' ');
    return {
      kind: beginsWithMarker(text) ? 'citation' : 'piece',
      text,
      unit: '',
      isWord: false,
      start: index,
      end: index + 1,
    };
  });
  return { plain, fixed: [...quantities, ...others].sort((one, other) => one.start - other.start) };
}

/** "Two" may become "2": a number that either side spells counts as spelled on both. */
function spelledAlike(...sides: [Read, Read]): [Read, Read] {
  const spelled = new Set(
    sides.flatMap(({ fixed }) => fixed.filter(({ isWord }) => isWord).map(({ text }) => text)),
  );
  const [was, is] = sides.map(({ plain, fixed }) => ({
    plain,
    fixed: fixed.map((each) =>
      each.kind === 'number' && spelled.has(each.text) ? { ...each, isWord: true } : each,
    ),
  }));
  return [was ?? sides[0], is ?? sides[1]];
}

/** Lists what one side has more often than the other, once per missing or added occurrence. */
export function differences<Kind extends MeaningChange['kind']>(
  was: readonly { kind: Kind; text: string }[],
  is: readonly { kind: Kind; text: string }[],
): MeaningChange[] {
  const left = new Map<string, { kind: Kind; text: string; count: number }>();
  const count = (each: { kind: Kind; text: string }, step: number) => {
    const key = `${each.kind} ${each.text}`;
    const known = left.get(key) ?? { ...each, count: 0 };
    left.set(key, { ...known, count: known.count + step });
  };
  for (const each of was) count(each, 1);
  for (const each of is) count(each, -1);
  return [...left.values()].filter((each) => each.count !== 0).map(({ kind, text }) => ({ kind, text }));
}

/** Reports items that are present but moved. */
function misplaced(was: Read, is: Read): MeaningChange[] {
  for (const isWord of [false, true]) {
    const [left = [], right = []] = [was, is].map(({ fixed }) => inComparableOrder(fixed, isWord));
    const at = left.findIndex(({ text }, place) => text !== right[place]?.text);
    if (at >= 0) return [{ kind: 'order', text: left[at]?.text ?? '' }];
  }
  const anchored = ({ plain, fixed }: Read) => ({ plain, anchors: inComparableOrder(fixed, false) });
  const exchanged = was.fixed.length > 1 ? swappedTermsAround(anchored(was), anchored(is)) : undefined;
  if (exchanged) return [{ kind: 'order', text: exchanged.join(', ') }];
  const joined =
    adjacentMarkers(was) !== adjacentMarkers(is) && was.fixed.find(({ kind }) => kind === 'citation');
  return joined ? [{ kind: 'citation', text: joined.text }] : [];
}

/**
 * Matches figures or number words with the markers and protected spans between them. Between two markers "for 10
 * minutes at 3000 rpm" may be reversed, since minutes and rpm cannot be confused; numbers of one unit keep their order.
 */
function inComparableOrder(fixed: readonly Fixed[], isWord: boolean): Fixed[] {
  let place = 0;
  return fixed
    .filter(({ kind, isWord: word }) => kind !== 'number' || word === isWord)
    .map((each) => {
      if (each.kind !== 'number') place += 2;
      return { each, place: each.kind === 'number' ? place + 1 : place };
    })
    .sort((one, other) => one.place - other.place || compare(one.each.unit, other.each.unit))
    .map(({ each }) => each);
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Counts citation markers that follow one another. */
function adjacentMarkers({ plain, fixed }: Read): number {
  return fixed.filter((one, at) => {
    const next = fixed[at + 1];
    if (one.kind !== 'citation' || next?.kind !== 'citation') return false;
    return !/[\p{L}\p{N}]{2}/u.test(plain.slice(one.end, next.start));
  }).length;
}

/** Words with an opposite, which decide the meaning of a finding. */
const decisive = new Set(['amount', 'quality']);
/** Quantity words that polishing may add or drop. */
const vague = /^(?:many|more|most|high|low|up|down|less|least|few|fewer)$/i;

const comparison =
  /\b(?:than|versus|vs\b\.?|compared (?:with|to)|relative to|superior to|inferior to|preferred to)|优于|高于|低于|多于|少于|大于|小于|劣于|不如|不及|长于|短于|\b(?:but not|rather than|instead of|replaced (?:with|by)|switched to)\b|而[非不]是?|[换改替](?:换|用|成|为)为?/gi;

/** Finds directions that were lost, added or reversed, and exchanged sides of a comparison or effect. */
function turned(was: string, is: string): MeaningChange[] {
  const [before, after] = [directionsOf(was), directionsOf(is)];
  for (const axis of new Set([...before.keys(), ...after.keys()])) {
    const none = { sides: '', vague: '' };
    const [one, other] = [before.get(axis) ?? none, after.get(axis) ?? none];
    // "become less" may become "be reduced"; an absent direction must not be added, nor a present one lost.
    const gone = [...one.sides].some((side) => !`${other.sides}${other.vague}`.includes(side));
    const added = [...other.sides].some((side) => !`${one.sides}${one.vague}`.includes(side));
    const hasSwappedSides = decisive.has(axis) ? gone || added : gone && added;
    // "higher in A and lower in B" contains both, in this order.
    if (
      hasSwappedSides ||
      (one.sides.length > 1 && other.sides.length > 1 && one.sides[0] !== other.sides[0])
    )
      return [{ kind: 'meaning', text: axisWord(was, axis) || axisWord(is, axis) }];
  }
  const replaced = replacedAlternative(was, is);
  if (replaced) return [{ kind: 'meaning', text: replaced }];
  return [
    ...changesAcross(was, is, comparison),
    ...(isPassive(was) === isPassive(is) ? changesAcross(was, is, effect) : []),
  ];
}

/** Verbs of effect, whose passive reverses the order of its participants. */
const effect =
  /\b(?:increases?d?|reduc(?:es?|ed)|decreases?d?|lower(?:s|ed)|rais(?:es?|ed)|improv(?:es?|ed)|caus(?:es?|ed)|leads? to|led to|predict(?:s|ed)?|induc(?:es?|ed)|inhibit(?:s|ed)?|prevent(?:s|ed)?|precede[sd]?)\b|导致|引起|促进|抑制|诱发|预防|(?<!率|量|值|度)(?:降低|升高|增加|减少)了?(?=\p{Script=Han})/giu;

function isPassive(text: string): boolean {
  return /\bby\b|被|由|因|经|使/.test(text);
}

function changesAcross(was: string, is: string, words: RegExp): MeaningChange[] {
  const [left, right] = [was, is].map((plain) => ({
    plain,
    anchors: Array.from(plain.matchAll(words), ({ 0: found, index }) => ({
      start: index,
      end: index + found.length,
    })),
  }));
  if (!left || !right || left.anchors.length === 0 || left.anchors.length !== right.anchors.length) return [];
  const exchanged = swappedTermsAcross(left, right);
  return exchanged ? [{ kind: 'meaning', text: exchanged.join(', ') }] : [];
}

/** Matches directions, treating those of 比对照组高, 较对照组高 and 越来越高 like 高于. Bounds of numbers do not count. */
function directionsIn(text: string) {
  return findPolarityCues(
    text
      .replace(/[高低多少大小长短]于(?= ?\d)/g, '')
      .replace(/比(?=较[高低多少大小长短])/g, '')
      .replace(/(?:[比较][^，。；,;]{1,24}?|越来越)([高低多少大小长短])/g, '$1于'),
  );
}

/**
 * Returns the directions of each axis in order, without repetition ("+", "-", "+-" or "-+"), and those of vague words.
 */
function directionsOf(text: string): Map<string, { sides: string; vague: string }> {
  const found = new Map<string, { sides: string; vague: string }>();
  for (const { axis, polarity, text: word } of directionsIn(text)) {
    const known = found.get(axis) ?? { sides: '', vague: '' };
    found.set(axis, known);
    const kind = axis === 'amount' && vague.test(word) ? 'vague' : 'sides';
    if (!known[kind].includes(polarity)) known[kind] += polarity;
  }
  return found;
}

function axisWord(text: string, axis: string): string {
  return directionsIn(text).find((direction) => direction.axis === axis)?.text ?? '';
}
