import type { Comparison } from '../comparison.ts';
import type { Finding } from '../finding.ts';
import { wordSpanOf } from '../reading/spans.ts';
import { conceptOf } from '../reading/synonyms.ts';
import { sharedWeight } from '../reading/term-weight.ts';
import { stemsOf } from '../reading/terms.ts';
import { type ReadText, readText } from '../reading/tokens.ts';
import { isSwapped, readArms } from '../statements/arms.ts';
import { areOpposite, type Direction, findDirections } from '../statements/directions.ts';
import { countNegated, findNegations } from '../statements/negation.ts';
import { outcomeSign } from '../statements/outcomes.ts';
import { compareSenses } from '../statements/sense.ts';

/** Changes of a sentence taken from the abstract that turn it round: an opposite word, a "not" more or less. */
export function directionFindings(comparison: Comparison): Finding[] {
  const { source, verbatim, claim, effects } = comparison;
  if (verbatim || !source) return [];
  // Another of the abstract's sentences says just this: "did not reduce mortality" beside "reduced admissions".
  const { agreement, agreeing } = effects;
  const isEdited = source.alignment.shared >= onlyEdited;
  if (
    agreement >= agreed &&
    agreeing &&
    (agreeing.isSwapped || (!isEdited && (agreeing.isNone || agreeing.sentence !== source.sentence)))
  )
    return [];
  const { sentence, alignment } = source;
  // "Lower in A than in B" is "higher in B than in A".
  const [mineArms, theirArms] = [readArms(claim.text, 'same'), readArms(sentence.text, 'same')];
  const isTurned = mineArms && theirArms && isSwapped(mineArms, theirArms, [], []) !== false;
  return alignment.differences.flatMap((difference): Finding[] => {
    const mine = wordSpanOf(claim, difference.claim);
    const theirs = wordSpanOf(sentence, difference.evidence);
    const [mineNegated, theirsNegated] = [countNegated(mine) % 2 === 1, countNegated(theirs) % 2 === 1];
    const opposite = oppositeIn(mine, theirs);
    if (opposite && mineNegated === theirsNegated)
      return [
        {
          kind: 'direction',
          force: isTurned ? 'doubt' : 'certain',
          claim: opposite[0].text,
          evidence: opposite[1].text,
        },
      ];
    if (mineNegated === theirsNegated || opposite) return [];
    // A clause left out may hold its own "not".
    if (!mineNegated && difference.evidence.length - difference.claim.length > longestDropped) return [];
    const negation = findNegations(mineNegated ? mine : theirs)[0]?.text ?? '';
    return [
      mineNegated
        ? { kind: 'negation', force: 'certain', claim: negation, evidence: theirs || undefined }
        : { kind: 'negation', force: 'certain', claim: mine, evidence: theirs },
    ];
  });
}

const longestDropped = 5;
const agreed = 0.7;
/** From this share of words in the source's order on, it was that sentence that was edited, whatever others say. */
const onlyEdited = 0.9;

/** A direction of one text whose opposite, and not itself, is in the other. */
function oppositeIn(mine: string, theirs: string): [Direction, Direction] | undefined {
  const [own, other] = [findDirections(mine), findDirections(theirs)];
  for (const one of own) {
    if (other.some(({ axis, side }) => axis === one.axis && side === one.side)) continue;
    const against = other.find((each) => areOpposite(one, each));
    if (against) return [one, against];
  }
  return undefined;
}

/** Balance between the directions of a sentence and those of its best sentences. */
export type DirectionBalance = {
  /** Weighted share of common surroundings, 0 to 1, of the best pair that agrees and of the best that contradicts. */
  agree: number;
  conflict: number;
  /** The pair that contradicts. */
  pair: [Direction, Direction] | undefined;
};

const surroundings = 7;
/** The same in characters of Chinese. */
const hanSurroundings = 16;
const sentencesRead = 3;

/** More directions than a sentence has; a text of nothing else must not take its square in time. */
const directionsMax = 20;

/** A direction with what is read beside it. */
type Said = Direction & { around: Set<string>; outcome: 1 | -1 | undefined; negated: boolean };

/** Compares what is said to rise or fall with what does in the abstract's best sentences, by the words around. */
export function balanceDirections({ claim, ranked, cross }: Comparison): DirectionBalance {
  const balance: DirectionBalance = { agree: 0, conflict: 0, pair: undefined };
  const own = saidIn(claim, cross);
  if (own.length === 0) return balance;
  const telling = ranked.filter(({ sentence }) => sentence.section !== 'aim');
  for (const { sentence } of telling.slice(0, sentencesRead)) {
    const theirs = saidIn(sentence, cross);
    for (const one of own)
      for (const other of theirs) {
        const same = sameSense(one, other);
        if (same === undefined) continue;
        // Of other outcomes they are compared with less weight.
        const isAlike =
          one.outcome === undefined || other.outcome === undefined || one.outcome === other.outcome;
        const common = sharedWeight(one.around, other.around) * (isAlike ? 1 : 0.5);
        const agrees = same === (one.negated === other.negated);
        if (agrees) balance.agree = Math.max(balance.agree, common);
        else if (common > balance.conflict) {
          balance.conflict = common;
          balance.pair = [one, other];
        }
      }
  }
  return balance;
}

function saidIn(read: ReadText, cross: boolean): Said[] {
  return findDirections(read.text)
    .filter(({ axis }) => axis !== 'frequency')
    .slice(0, directionsMax)
    .map((direction) => ({
      ...direction,
      around: around(read, direction, cross),
      outcome: outcomeSign(clauseOf(read.text, direction.start, direction.end)),
      negated: isNegatedBefore(read.text, direction.start),
    }));
}

/** Distance of an outcome from what is stated about it, in characters. */
const outcomeReach = 60;

/** Returns true if two directions agree; undefined if they cannot be compared. */
function sameSense(one: Said, other: Said): boolean | undefined {
  const senses = compareSenses(one, other);
  if (senses === 'turned') return one.side !== other.side;
  return senses && senses === 'same';
}

function clauseOf(text: string, start: number, end: number): string {
  const before =
    /(?<![^,;:.，；：。])[^,;:.，；：。]*$/.exec(text.slice(Math.max(0, start - outcomeReach), start))?.[0] ??
    '';
  const after = /^[^,;:.，；：。]*/.exec(text.slice(end, end + outcomeReach))?.[0] ?? '';
  return before + text.slice(start, end) + after;
}

/** Concepts near a place, those of direction words left out with the empty ones; Chinese in English where that is compared. */
function around({ text, tokens }: ReadText, { start, end }: Direction, cross: boolean): Set<string> {
  if (cross && /\p{Script=Han}/u.test(text.slice(start - 2, end + 2))) {
    const near = `${text.slice(Math.max(0, start - hanSurroundings), start)} ${text.slice(end, end + hanSurroundings)}`;
    return new Set(
      [...stemsOf(readText(near), 'english')]
        .filter((stem) => !/^#|\*$|\p{Script=Han}/u.test(stem))
        .map(conceptOf),
    );
  }
  let index = tokens.findIndex((token) => token.end > start);
  if (index < 0) index = tokens.length;
  const near = tokens.slice(Math.max(0, index - surroundings), index + surroundings + 1);
  return new Set(
    near
      .filter(
        (token) => !token.empty && token.kind !== 'number' && (token.end <= start || token.start >= end),
      )
      .map(({ stem }) => conceptOf(stem)),
  );
}

/** Returns true if a "not" governs this place: it precedes it within the clause. */
export function isNegatedBefore(text: string, at: number): boolean {
  const clause = /(?<![^,;:，；：])[^,;:，；：]*$/.exec(text.slice(Math.max(0, at - 50), at))?.[0] ?? '';
  return countNegated(clause) % 2 === 1;
}
