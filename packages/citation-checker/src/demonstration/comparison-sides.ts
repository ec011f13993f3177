import type { Alignment } from './align-claim.ts';
import type { Claim } from './claim-units.ts';
import { isHarmless } from './harmless-words.ts';
import { isSameRoot } from './keys.ts';
import type { Clause } from './statement.ts';

const marker =
  /\b(?:than(?! \d)|compared (?:with|to)|in comparison (?:with|to)|relative to|(?<!-)versus(?!-)|(?<!-)vs\.?(?!-)|over(?! (?:\d|(?:the|a|an|this|that|one|two|three|four|five|six|several|many|subsequent)\b(?! \w+ (?:group|arm))))|superior to|inferior to)\b|相比|比(?=较?\p{Script=Han})|(?:高|低|多|少|大|小|优|劣)于/iu;

/** Finds the words of comparison of a text. */
export function comparisonMarkers(text: string): { start: number }[] {
  return [...text.matchAll(new RegExp(marker, 'giu'))].map(({ index }) => ({ start: index }));
}

/**
 * Returns true if a claim names the two sides of a comparison in the opposite order from the sentence; undefined if the
 * sides cannot be distinguished.
 */
export function hasSwappedSides(clause: Clause, claim: Claim, alignment: Alignment): boolean | undefined {
  const { indexed, places, elsewhere } = alignment;
  if (han.test(claim.read.text))
    return hasSwappedSidesInChinese(claim.read.text, { indexed, places, elsewhere });
  const mine = findMarker(clause.text);
  const theirs = findMarker(indexed.read.text);
  if (!mine && !theirs) return false;
  const tokens = indexed.read.tokens;
  const split = theirs ? theirs.index : undefined;
  const brackets = [...indexed.read.text.matchAll(/\([^()]{0,120}\)/g)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
  const isInBracket = (place: number) => {
    const start = tokens[place]?.start ?? 0;
    return brackets.some((bracket) => bracket.start <= start && start < bracket.end);
  };
  /**
   * Determines on which side of the sentence's comparison word the units that occur once are; brackets repeat what
   * precedes them.
   */
  const sides = (from: number, to: number, except: ReadonlySet<string> = new Set()) => {
    let [before, after] = [0, 0];
    for (const [unit, all] of places) {
      if (unit.start < from || unit.end > to || split === undefined || except.has(nameOf(unit))) continue;
      const bare = all.filter((place) => !isInBracket(place));
      const at = bare.length > 0 ? bare : all;
      const isBefore = at.map((place) => (tokens[place]?.start ?? 0) < split);
      if (isBefore.every(Boolean)) before++;
      else if (!isBefore.some(Boolean)) after++;
    }
    return { before, after };
  };
  if (mine && theirs) {
    const at = clause.start + mine.index;
    const rest = clause.text.slice(mine.index + mine[0].length);
    // "Than men to be treated": what both might do follows the comparator.
    const stop =
      /[,;:()，；（）]|\sto (?:be|have|undergo|receive|die|develop|report)\b/.exec(rest)?.index ??
      rest.length;
    const end = at + mine[0].length + stop;
    const isFirst = mine.index < 3;
    // "Residents with A did more than residents without": words on both sides of the claim decide nothing.
    const namesIn = (from: number, to: number) =>
      new Set([...places.keys()].filter(({ start, end }) => start >= from && end <= to).map(nameOf));
    const [left, right] = [namesIn(clause.start, at), namesIn(at, end)];
    const ofBoth = left.intersection(right);
    const comparator = sides(at, end, ofBoth.size < right.size ? ofBoth : undefined);
    const subject = isFirst ? sides(end, clause.end) : sides(clause.start, at);
    if (isFirst || beginsWithComparator(indexed.read.text))
      return comparatorsAgree({ from: at + mine[0].length, to: end }, claim, { indexed, places }, theirs);
    if (comparator.after > 0 && comparator.before === 0) return false;
    // "In programmes with A than in those without": the negation distinguishes the sides.
    const rival = indexed.read.text.slice(theirs.index, theirs.index + rivalWithin).split(/[,;:()]/)[0] ?? '';
    const areLacking = [claim.read.text.slice(at, end), rival].every((part) => lacking.test(part));
    if (areLacking && !lacking.test(clause.text.slice(0, mine.index))) return false;
    // "In A than in B patients": the final noun belongs to both.
    const head = [...places.keys()].findLast((unit) => unit.start >= at && unit.end <= end);
    const bare = head && comparator.before > 0 && comparator.after === 1 ? sides(at, head.start) : comparator;
    if (bare.before > 0 && bare.after === 0) return subject.after > 0 ? true : undefined;
    // Words on both sides decide nothing.
    const isNamed = [...places.keys()].some((unit) => unit.start >= at && unit.end <= end);
    if (comparator.before + comparator.after === 0 && isNamed)
      return subject.before > 0 && subject.after === 0 ? false : undefined;
    return undefined;
  }
  if (theirs && !mine) {
    // If the claim names only one side, it is the one before the comparison word; otherwise the order is reversed.
    const all = sides(clause.start, clause.end);
    // "Compared with B, A was older and scored higher": the other clause shows which is which.
    const isStated = claim.clauses.some(
      (other) =>
        other !== clause && findMarker(other.text) && hasSwappedSides(other, claim, alignment) === false,
    );
    if (isStated) return false;
    return all.before === 0 && all.after > 0 ? undefined : false;
  }
  return mine ? undefined : false;
}

/** Matches a comparator that lacks what the subject has, and the characters in which the sentence's is looked for. */
const lacking = /\bwithout\b|\bwho (?:did|do|had) not\b/i;
const rivalWithin = 80;

const nameOf = ({ wordings }: { wordings: readonly (readonly string[])[] }): string =>
  wordings[0]?.join(' ') ?? '';

/** Finds the word of a comparison, those in brackets last: "754 vs. 1507 Euro" repeats what was said. */
function findMarker(text: string): RegExpExecArray | null {
  const bare = text.replace(/\([^()]{0,120}\)|\[[^[\]]{0,120}\]/g, (inside) => ' '.repeat(inside.length));
  return marker.exec(bare) ?? marker.exec(text);
}

/** Matches the start and end of a change: "From a dotted pattern to a uniform one". */
const change = /\bfrom ([^,;]{2,60}?) (?:in)?to (?:an? )?([^,;.]{2,60})/i;

/**
 * Returns true if the sentence also describes a change, and no word of the claim's start or end is at the same place
 * there.
 */
export function hasSwappedChange({ read }: Claim, { indexed, places }: Alignment): boolean {
  const [mine, theirs] = [change.exec(read.text), change.exec(indexed.read.text)];
  if (!mine || !theirs) return false;
  const partsOf = ({ index, 0: whole, 1: from = '', 2: to = '' }: RegExpExecArray) => ({
    from: [index + 5, index + 5 + from.length] as const,
    to: [index + whole.length - to.length, index + whole.length] as const,
  });
  const [own, other] = [partsOf(mine), partsOf(theirs)];
  return (['from', 'to'] as const).some((side) => {
    const units = [...places].filter(([unit]) => unit.start >= own[side][0] && unit.end <= own[side][1]);
    return (
      units.length > 0 &&
      !units.some(([, at]) =>
        at.some((place) => {
          const start = indexed.read.tokens[place]?.start ?? -1;
          return start >= other[side][0] && start < other[side][1];
        }),
      )
    );
  });
}

/** Matches the beginning of a predicate, which ends the comparator of a sentence without a comma after it. */
const predicate =
  /\s(?:had|has|have|was|were|is|are|did|does|do|showed?|shows|displayed|exhibited|reported|demonstrated|received|experienced|developed|scored)\s/i;

/** Returns the place of the comparator after a comparison word; `isOpen` if no comma separates it from the subject. */
function comparatorAfter(text: string, { index, 0: found }: RegExpExecArray) {
  const start = index + found.length;
  const rest = text.slice(start);
  const end = start + (/[,;:()，；（）]/.exec(rest)?.index ?? rest.length);
  return { start, end, isOpen: beginsWithComparator(text) && predicate.test(text.slice(start, end)) };
}

/** Returns true if a text begins with its comparator, perhaps after a heading: "RESULTS: Compared with A, B …". */
export const beginsWithComparator = (text: string): boolean =>
  /^(?:[A-Z][A-Z ,&/]{2,40}:? |[A-Z][\w ,&/]{2,40}: )?(?:[Ww]hen |[Aa]s )?(?:[Cc]ompared|[Ii]n comparison|[Rr]elative)\b/.test(
    text,
  );

/**
 * Compares the words of the two comparators, if one of them begins its sentence: undefined unless those of the claim are
 * in the sentence's. Words that any comparator may have ("cases") decide if there are no others.
 */
function comparatorsAgree(
  { from, to }: { from: number; to: number },
  { read, clauses }: Claim,
  { indexed, places }: Pick<Alignment, 'indexed' | 'places'>,
  theirs: RegExpExecArray,
): boolean | undefined {
  const { tokens, text } = indexed.read;
  const { start, end, isOpen } = comparatorAfter(text, theirs);
  const effects = clauses.flatMap((clause) => clause.effects);
  const placesOfToken = (token: Claim['read']['tokens'][number]) => {
    const unit = [...places].find(([each]) => each.start <= token.start && token.end <= each.end);
    return unit?.[1] ?? tokens.flatMap(({ stem }, place) => (isSameRoot(token.stem, stem) ? [place] : []));
  };
  const isDistinctive = ({ stem, start: at }: Claim['read']['tokens'][number]) =>
    !isHarmless(stem) || effects.some((effect) => at >= effect.start && at < effect.end);
  const startOf = (place: number) => tokens[place]?.start ?? -1;
  const own = read.tokens.filter((token) => token.start >= from && token.end <= to && !token.empty);
  const telling = own.filter(isDistinctive);
  const runsOn = predicate.test(read.text.slice(from, to));
  const found = (telling.length > 0 && !runsOn ? telling : own)
    .map(placesOfToken)
    .filter((at) => at.length > 0);
  const isInside = (at: readonly number[]) =>
    at.some((place) => startOf(place) >= start && startOf(place) < end);
  const firsts = found.map((at) => Math.min(...at.map(startOf).filter((each) => each >= start)));
  // "Compared with controls patients showed …": only the order shows where the comparator ends.
  if (runsOn)
    return isInside(found[0] ?? []) && firsts.every((at, place) => at >= (firsts[place - 1] ?? 0))
      ? false
      : undefined;
  if (found.length === 0 || !found.every(isInside)) return undefined;
  if (!isOpen) return false;
  const last = Math.max(...firsts);
  const others = [...places].filter(([unit]) => unit.start < from || unit.start >= to);
  return others.some(([, at]) => at.some((place) => startOf(place) > start && startOf(place) < last))
    ? undefined
    : false;
}

const han = /\p{Script=Han}/u;
/** Matches 与B相比, A较低 and A低于B: the comparator between its marks, or from one to the end of the clause. */
const hanComparator =
  /(?:与|和|同|较|比)([^，。；]{1,24}?)(?:相比|比较|相较)|(?:高|低|多|少|大|小|优|劣|长|短)于([^，。；]{1,24})|(?:比|较)(?![高低多少大小长短好差])([^，。；]{1,24}?)(?=更|[高低多少大小长短])/u;

/**
 * Compares comparators in Chinese clauses: the claim's must be the sentence's, which follows the comparison word or, in
 * Chinese, is inside it.
 */
function hasSwappedSidesInChinese(
  claim: string,
  { indexed, places, elsewhere }: Pick<Alignment, 'indexed' | 'places' | 'elsewhere'>,
): boolean | undefined {
  const mine = hanComparator.exec(claim);
  const isHan = han.test(indexed.read.text);
  const theirs = (isHan ? hanComparator : marker).exec(indexed.read.text);
  if (!mine || !theirs) return mine || theirs ? (mine ? undefined : false) : false;
  const wordsOf = (found: RegExpExecArray) => found[1] ?? found[2] ?? found[3] ?? '';
  const from = mine.index + mine[0].indexOf(wordsOf(mine));
  const to = from + wordsOf(mine).length;
  const text = indexed.read.text;
  const start = isHan ? theirs.index + theirs[0].indexOf(wordsOf(theirs)) : theirs.index + theirs[0].length;
  const rest = text.slice(start);
  const end = isHan ? start + wordsOf(theirs).length : start + (/[,;:()]/.exec(rest)?.index ?? rest.length);
  // 对照组 requires no matching word: the sentence's comparator must be its controls.
  if (/^(?:健康)?对照(?:组|者|人群)?$/.test(wordsOf(mine).trim()) && !isHan) {
    return elsewhere.length === 0 && /\bcontrols?\b/i.test(text.slice(start, end)) ? false : undefined;
  }
  let [inside, outside, onBoth] = [0, 0, 0];
  const subjects: boolean[] = [];
  for (const [unit, at] of places) {
    const isComparator = unit.start >= from && unit.end <= to;
    const isWithin = (place: number) => {
      const at = indexed.read.tokens[place]?.start ?? -1;
      return at >= start && at < end;
    };
    // A word on both sides decides nothing, nor does the "group" of 假手术组.
    const distinctive = at.filter((place) => !isHarmless(indexed.read.tokens[place]?.stem ?? ''));
    const own = distinctive.length > 0 ? distinctive : at;
    if (!isComparator) subjects.push(!own.some(isWithin));
    else if (own.every(isWithin)) inside++;
    else if (!own.some(isWithin)) outside++;
    else onBoth++;
  }
  if (inside > 0 && outside === 0) return false;
  // 另外两组 means "the other two groups".
  if (
    /^(?:另外?|其他|其余)/.test(wordsOf(mine)) &&
    !isHan &&
    /^\s(?:in )?(?:the |all )?other\b/i.test(text.slice(start))
  )
    return inside + outside + onBoth === 0 ? false : undefined;
  // "The advantage of men … larger in women than in men": the comparator is matched, but the subjects are not.
  if (onBoth > 0 && outside === 0 && subjects.length > 0 && subjects.every(Boolean)) return false;
  return outside > 0 && inside === 0 ? true : undefined;
}
