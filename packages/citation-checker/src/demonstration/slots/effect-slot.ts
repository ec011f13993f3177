import type { ReadText } from '../../reading/tokens.ts';
import type { Alignment } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import { beginsWithComparator, hasSwappedChange, hasSwappedSides } from '../comparison-sides.ts';
import { directedOrOther, type Effect, type EffectDirection } from '../effects.ts';
import { isHarmless } from '../harmless-words.ts';
import type { SlotResult } from '../proof.ts';
import { findRun } from '../stated-in-order.ts';
import type { Clause } from '../statement.ts';
import { estimatesOf } from '../statistics.ts';
import { isInsignificant } from './chance.ts';
import { clausesOf, isDispersion, matchingClauses } from './effect-clauses.ts';
import {
  deniesTheSame,
  deniesWordAlone,
  deniesWordOf,
  findDeniedWord,
  followsAllOf,
  independence,
  isStatedPlainly,
  limitInTime,
  stripParentheses,
} from './effect-denials.ts';
import { belongsToOtherFigure, compareFigures } from './effect-figures.ts';
import { pairEffects, pairEqualEffects } from './effect-pairs.ts';
import {
  compareDirections,
  isDirected,
  isNull,
  isSameMeasure,
  isSameRelation,
  isUndirected,
  links,
  opposite,
  reversed,
  stronger,
} from './effect-relation.ts';
import { directionOfRatio, findSameEstimates } from './numbers/same-estimates.ts';

/**
 * Compares the effects of each clause of a claim with those of the sentence's clause that contains its words: increase,
 * decrease, a relation or none. A conflict only if all other effects of the two agree.
 */
export function compareEffects(claim: Claim, alignment: Alignment): SlotResult {
  if (hasSwappedChange(claim, alignment))
    return { outcome: 'unclear', claim: claim.read.text, leansAgainst: true };
  const partner = findOtherPartner(claim, alignment);
  if (partner) return { outcome: 'unclear', claim: partner };
  // "In the former group …, in the latter …": only the preceding list shows which group each effect concerns.
  if (listed.test(alignment.indexed.read.text) !== listed.test(claim.read.text))
    return { outcome: 'unclear', claim: claim.read.text };
  const results = claim.clauses.map((clause, index) => compareClause(clause, index, claim, alignment));
  const conflicts = results.filter(({ outcome }) => outcome === 'conflict');
  const unclear = results.find((result) => result.outcome === 'unclear');
  if (conflicts.length === 1 && !unclear) return conflicts[0] ?? { outcome: 'same' };
  if (unclear) return unclear;
  const denied = conflicts.length > 1 ? claim.read.text : findDeniedWord(claim, alignment);
  return denied === undefined ? { outcome: 'same' } : { outcome: 'unclear', claim: denied };
}

/** Matches the first of two related items, up to the second. */
const relating = /\bbetween\b[^,;:()]{2,80}?\band\b/i;

/** Finds the second of two related items in the claim, if the sentence relates two items and lacks it. */
function findOtherPartner({ read, units }: Claim, { indexed, places }: Alignment): string | undefined {
  const related = relating.exec(read.text);
  if (!related || !relating.test(indexed.read.text)) return undefined;
  const second = units.find(({ start }) => start >= related.index + related[0].length);
  return second && !second.isCircumstance && !places.has(second) ? second.text : undefined;
}

/** Matches a reference to one of two items named before. */
const listed = /\bthe (?:former|latter)\b|前者|后者/i;

function compareClause(clause: Clause, index: number, claim: Claim, alignment: Alignment): SlotResult {
  // "The authors conclude that" states no finding.
  if (clause.effects.length === 0 && !claim.units.some((unit) => unit.clause === index))
    return { outcome: 'same' };
  const own = splitTrends(clause.effects, claim.read.text);
  const mine = withoutAdverbials(directedOrOther(own.effects));
  const theirs = clausesOf(mine, matchingClauses(index, claim, alignment), claim, alignment);
  const other = splitTrends(
    theirs.flatMap(({ effects }) => effects),
    alignment.indexed.read.text,
  );
  const found = withoutAdverbials(
    directedOrOther(stripParentheses(other.effects, alignment.indexed.read.text)),
  );
  // A decrease with increasing dose implies one with each further dose; with decreasing dose it is another finding.
  if ((own.trend ?? 'up') !== (other.trend ?? 'up')) return { outcome: 'unclear', claim: clause.text };
  // "Did not rise until day 7" says that it rose then.
  const theirText =
    theirs.length > 0 ? theirs.map(({ text }) => text).join(' ') : alignment.indexed.read.text;
  if (limitInTime(clause.text) !== limitInTime(theirText)) return { outcome: 'unclear', claim: clause.text };
  // "Better A was correlated with better B": two directions and one sign are not compared.
  if (mine.length > 1 && correlating.test(clause.text) && signs.test(alignment.indexed.read.text))
    return { outcome: 'unclear', claim: clause.text };
  // "Correlated poorly" means hardly any correlation, not a bad one.
  if (weakly.test(clause.text)) return { outcome: 'unclear', claim: clause.text };
  if (mine.length === 0) {
    // "Came earlier in A than in B": the sides of the comparison matter without a direction, too.
    if (asMuch.test(clause.text)) return { outcome: 'unclear', claim: clause.text };
    if (hanComparison.test(clause.text)) return { outcome: 'unclear', claim: clause.text };
    if (comparing.test(clause.text) && hasSwappedSides(clause, claim, alignment) !== false)
      return { outcome: 'unclear', claim: clause.text };
    // "The same mutation" negates nothing.
    const denied = found.find(
      ({ direction, text }) => (direction === 'denied' || direction === 'none') && !/^same$/i.test(text),
    );
    // "12% with A, and none with B": the negation comes after all that the claim says.
    if (found.length === 1 && denied?.direction === 'denied' && followsAllOf(denied, alignment))
      return { outcome: 'same' };
    // An estimate whose interval includes no effect: "the OR was 1.06 (95% CI 0.99 to 1.15)".
    if (!denied || (denied.direction === 'none' && findSameEstimates(claim, alignment).size > 0))
      return { outcome: 'same' };
    return found.length === 1 && denied.direction === 'denied' && deniesWordAlone(denied, claim, alignment)
      ? { outcome: 'conflict', kind: 'negation', claim: clause.text.trim(), evidence: denied.text }
      : { outcome: 'unclear', claim: clause.text };
  }
  const [only] = mine;
  if (
    only?.direction === 'denied' &&
    mine.length === 1 &&
    found.every(({ direction }) => direction === 'related')
  )
    return isStatedPlainly(only, claim, alignment) && !negating.test(alignment.indexed.read.text)
      ? { outcome: 'conflict', kind: 'negation', claim: only.text, evidence: theirs[0]?.text.trim() ?? '' }
      : { outcome: 'unclear', claim: only.text };
  const isDenial = ({ direction }: Effect) => direction === 'none' || direction === 'denied';
  if (mine.length > 0 && mine.every(isNull) && isInsignificant(theirs) && !found.some(isDenial))
    return /significan|统计学|显著/i.test(clause.text) && hasOneTest(alignment.indexed.read)
      ? { outcome: 'same' }
      : { outcome: 'unclear', claim: clause.text };
  if (found.length === 0) {
    const counted = compareFigures(mine, clause, theirs, alignment);
    if (counted) return counted;
    const isWord = mine.every(
      ({ direction, text }) => direction === 'related' && hasWord(alignment.indexed.read.text, text),
    );
    return isWord ? { outcome: 'same' } : { outcome: 'unclear', claim: mine[0]?.text ?? clause.text };
  }
  // "A, but not B, lowered C": the position of a word does not show to which of the two it belongs.
  if (inserted.test(alignment.indexed.read.text) !== inserted.test(claim.read.text))
    return { outcome: 'unclear', claim: clause.text };
  if (described.test(clause.text) || described.test(alignment.indexed.read.text))
    return { outcome: 'unclear', claim: clause.text };
  if (isOfOtherTime(clause, theirs, alignment)) return { outcome: 'unclear', claim: clause.text };
  if (isDispersion(index, theirs, claim, alignment)) return { outcome: 'unclear', claim: clause.text };
  // "A and B did not differ" applies to both sides.
  const isOfBoth =
    [...mine, ...found].every(isUndirected) || (found.every(isNull) && !slightly.test(clause.text));
  const sides = isOfBoth ? false : hasSwappedSides(clause, claim, alignment);
  // Words in the same order show nothing of a comparator before its subject.
  const [isFronted, isTheirs] = [clause.text, alignment.indexed.read.text].map(beginsWithComparator);
  const turn = sides ?? (!isFronted && !isTheirs && findRun(claim, alignment) ? false : undefined);
  if (turn === undefined) return { outcome: 'unclear', claim: clause.text };
  // "Compared with A, B had a higher X and a lower Y": next to both effects in a claim, but not in the sentence.
  if (
    isTheirs &&
    !isFronted &&
    mine.length < found.length &&
    new Set(found.map((each) => each.direction)).size > 1
  )
    return { outcome: 'unclear', claim: clause.text };
  const pairs =
    pairEffects(mine, found, claim, alignment) ?? pairEqualEffects(mine, alignment.indexed.clauses);
  if (!pairs) return { outcome: 'unclear', claim: clause.text };
  // The two sides exchanged: the opposite.
  if (turn && pairs.length < mine.length)
    return pairs.length === 0 && mine.some(({ direction }) => isDirected(direction))
      ? {
          outcome: 'conflict',
          kind: 'comparator',
          claim: clause.text.trim(),
          evidence: theirs[0]?.text.trim() ?? '',
        }
      : { outcome: 'unclear', claim: clause.text };
  const isOfSurvival = [survival, functioning].some(
    (words) => words.test(clause.text) && words.test(alignment.indexed.read.text),
  );
  let conflict: Extract<SlotResult, { outcome: 'conflict' }> | undefined;
  for (const [one, other] of pairs) {
    const [stated, theirDirection] = [turn ? reversed(one.direction) : one.direction, other.direction].map(
      (direction) => (isOfSurvival ? (ofSurvival[direction] ?? direction) : direction),
    ) as [EffectDirection, EffectDirection];
    const [mineDenied, theirDenied] = [one.denies, other.denies];
    if (mineDenied && theirDenied && opposite[mineDenied] === theirDenied && isDirected(mineDenied))
      return { outcome: 'unclear', claim: one.text };
    if (!isSameRelation(one, other)) return { outcome: 'unclear', claim: one.text };
    if (one.direction === 'related' && stronger.test(one.text) && !stronger.test(alignment.indexed.read.text))
      return { outcome: 'unclear', claim: one.text };
    if (isDirected(one.direction) && isDirected(other.direction) && !isSameMeasure(one.text, other.text))
      return { outcome: 'unclear', claim: one.text };
    const relation = compareDirections(stated, theirDirection);
    if (one.direction === 'denied' || other.direction === 'denied')
      if (!deniesTheSame(one, other, claim, alignment)) return { outcome: 'unclear', claim: one.text };
    if (relation === 'same') continue;
    // A directed association is an association.
    if (
      stated === 'related' &&
      isDirected(theirDirection) &&
      links.test(one.text) &&
      links.test(alignment.indexed.read.text)
    )
      continue;
    // "Increased hazard (HR 1.63, 1.01–2.63)" with "associated (HR 1.63, …)": the ratio gives the direction.
    const ofRatio = turn || theirDirection !== 'related' ? undefined : directionOfRatio(claim, alignment);
    if (ofRatio && (stated === 'up' || stated === 'down')) {
      if (stated === ofRatio) continue;
      return { outcome: 'unclear', claim: one.text, leansAgainst: true };
    }
    // A decrease over time may be similar in two groups; an effect of one treatment may not.
    const hasObject = claim.units.some((unit) => unit.start > one.end && !unit.isCircumstance);
    if (isDirected(one.direction) && alike.test(other.text) && !hasObject && !between.test(clause.text))
      return { outcome: 'unclear', claim: one.text };
    if (relation === 'unclear' || conflict) return { outcome: 'unclear', claim: one.text };
    const kind = turn
      ? 'comparator'
      : isDirected(one.direction) && isDirected(other.direction)
        ? 'direction'
        : 'negation';
    conflict = { outcome: 'conflict', kind, claim: one.text, evidence: other.text };
  }
  if (!conflict && belongsToOtherFigure(pairs, claim, alignment))
    return { outcome: 'unclear', claim: clause.text };
  const areNull = conflict !== undefined && found.every(isNull);
  const isOwnDoubt = claim.clauses.some(
    (other) => other !== clause && other.effects.some(isNull) && /significan|统计学|显著/i.test(other.text),
  );
  if (
    !areNull &&
    !isOwnDoubt &&
    isInsignificant(theirs) &&
    mine.some(({ direction }) => isDirected(direction) || direction === 'related')
  )
    return { outcome: 'unclear', claim: clause.text };
  // "Less strict policies were not associated": the negation next to shared words is not part of the claim.
  const deniesOfClaim = (effect: Effect) =>
    effect.direction === 'none' || (effect.direction === 'denied' && deniesWordOf(effect, claim, alignment));
  if (!conflict && found.some(deniesOfClaim) && !mine.some(isDenial))
    return { outcome: 'unclear', claim: clause.text };
  // "A predictor before surgery but not after it": the claim may be about the other clause.
  const others = alignment.indexed.clauses.filter((other) => !theirs.includes(other));
  const isNegative = ({ direction }: Effect) => direction === 'none' || direction === 'denied';
  if (
    conflict &&
    mine.some(isNegative) &&
    others.some(
      (other) => other.effects.some(isNegative) && hasMoreOf(clause, other, theirs, claim, alignment),
    )
  )
    return { outcome: 'unclear', claim: conflict.claim, leansAgainst: true };
  // If either has several statements, unrelated ones may have been paired.
  const areUniform = new Set(found.map(({ direction }) => direction)).size === 1 && mine.length === 1;
  const [first] = pairs[0] ?? [];
  const isBound = pairs.length === 1 && first && areBeforeOneWord(first, pairs[0]?.[1], claim, alignment);
  if (conflict && !areUniform && !isBound && (mine.length !== found.length || pairs.length > 1))
    return { outcome: 'unclear', claim: conflict.claim, leansAgainst: true };
  return conflict ?? { outcome: 'same' };
}

/** Matches a comparison; "more than half" is none. */
const comparing =
  /\bthan\b(?! (?:(?:an?|one|two|three|four)[ -])?(?:half|thirds?|quarters?|fifths?|tenths?)\b)|相比|相较|比较/i;

/** Time expressed by a word of its own: "preoperative", "postoperative". */
const timed = /\b(?:pre|post)-?(?:operative|treatment|natal|partum|menopausal|test)|术[前后]|产[前后]/gi;

const contrasted = /\b(?:but|while|whereas|however|although|though|not)\b|但|而/i;

/**
 * Returns true if a time of the claim is in another clause of the sentence than its words: "but not on postoperative
 * analysis".
 */
function isOfOtherTime(clause: Clause, theirs: readonly Clause[], { indexed }: Alignment): boolean {
  const timesOf = (text: string) => [...text.matchAll(timed)].map(([time]) => time.toLowerCase().slice(0, 4));
  const here = theirs.flatMap(({ text }) => timesOf(text));
  const all = timesOf(indexed.read.text);
  // "Patients with postoperative complications were older and had …": part of the subject.
  if (new Set(all).size < 2 && !contrasted.test(indexed.read.text)) return false;
  return timesOf(clause.text).some((time) => all.includes(time) && !here.includes(time));
}

/**
 * Returns true if a clause has a word of the claim that the compared clauses lack. Population and place apply to both.
 */
function hasMoreOf(
  clause: Clause,
  { start, end }: Clause,
  theirs: readonly Clause[],
  { read, units }: Claim,
  { indexed }: Alignment,
): boolean {
  const stemsIn = ({ tokens }: ReadText, from: number, to: number) =>
    tokens
      .filter((token) => token.start >= from && token.end <= to && !token.empty && !isHarmless(token.stem))
      .map(({ stem }) => stem);
  const populations = units
    .filter(({ isCircumstance }) => isCircumstance)
    .map(({ wordings }) => wordings[0]?.[0]);
  const own = stemsIn(read, clause.start, clause.end).filter((stem) => !populations.includes(stem));
  const compared = theirs.flatMap((each) => stemsIn(indexed.read, each.start, each.end));
  return stemsIn(indexed.read, start, end).some((stem) => own.includes(stem) && !compared.includes(stem));
}

const correlating = /\bcorrelat/i;
const signs =
  /\b(?:positive|negative|inverse)(?:ly)? (?:\w+ )?correlat|correlat\w{2,4} (?:positively|negatively|inversely)/i;

const weakly =
  /\b(?:correlat|associat|relat|agree)\w* (?:only )?(?:poorly|weakly)\b|\b(?:poor|weak)(?:ly)? (?:correlat|associat|relat|agree)/i;

/** Matches similarity of two items at one time. */
const alike = /^(?:similar|comparabl|equal|equivalent|identical|相似|相近|相当)/i;
/** Matches a comparison of two items. */
const between = /\b(?:than|between|compared|relative to|versus|vs|among|in both)\b|比|较|于|组|之间/i;

/** Matches a difference that is stated and withdrawn. */
const slightly =
  /\b(?:numerically|slight\w{0,2}|somewhat|tend\w{0,3}|trend\w{0,2}|non-?significant\w{0,2})\b|略|稍|趋势/i;

/** Returns true if both effects precede the same word: "more ulcers" and "fewer ulcers". */
function areBeforeOneWord(
  { end }: Effect,
  other: Effect | undefined,
  { units }: Claim,
  { indexed, places }: Alignment,
): boolean {
  const next = units.find((unit) => unit.start > end);
  if (!other || !next || next.start - end !== 1) return false;
  return (places.get(next) ?? []).some(
    (place) => (indexed.read.tokens[place]?.start ?? -1) - other.end === 1,
  );
}

/** Returns true for a sentence with the statistics of a single comparison, which is the claim's. */
const hasOneTest = (read: ReadText): boolean =>
  read.quantities.filter(({ kind }) => kind === 'p').length <= 1 && estimatesOf(read).length <= 1;

/** Matches the trend of a predictor, which is not that of the outcome: "Declined with increasing age". */
const following = /(?<!\b(?:associated|correlated|linked|related) )\bwith (?:an? |the )?$/i;

/** Separates the effects of a text from the trend that they follow, if there is one. */
function splitTrends(
  effects: readonly Effect[],
  text: string,
): { effects: Effect[]; trend?: EffectDirection } {
  const isTrend = ({ start, text: word }: Effect) =>
    /^(?:in|de)creasing$|^(?:ris|fall|declin|grow)ing$/i.test(word) &&
    following.test(text.slice(Math.max(0, start - 24), start));
  const trend = effects.find(isTrend)?.direction;
  return { effects: effects.filter((effect) => !isTrend(effect)), ...(trend && { trend }) };
}

/**
 * Negating words in a sentence, even of something the claim does not negate: "without causing hypoglycaemia" states no
 * hypoglycaemia.
 */
const negating =
  /\b(?:no|not|without|neither|nor|never|none|lack\w{0,4}|absen(?:t|ce)|fail\w{0,4}|free (?:of|from)|avoid\w{0,4})\b|n[’']t\b|无|未|不|没|非|免于/i;

/** Matches factors without influence on a direction, which are not a separate effect: "Lower, independent of sex". */
function withoutAdverbials(effects: readonly Effect[]): readonly Effect[] {
  const direct = effects.filter(({ text }) => !independence.test(text));
  return direct.some(({ direction }) => isDirected(direction)) ? direct : effects;
}

/** Matches a Chinese comparison with an adjective that no list of effects has: "病程比对照组长". */
const hanComparison = /[比较][^，。；]{1,24}(?:更|较)?[长短大小早晚快慢多少重轻强弱差好](?:[。，；\s]|$)/;

/** Matches a ratio whose sides only word order distinguishes: "Twice as much in A as in B". */
const asMuch =
  /\bas (?:much|many|often|likely|high|large|long|great|frequent(?:ly)?|common)\b[^,;.]{0,60}\bas\b/i;

/** Matches a negation between commas. */
const inserted = /,\s(?:but |and )?not [^,]{2,60},/i;

/** Matches a negation inside a description: "PTH that does not activate cAMP increased …". */
const described =
  /\b(?:that|which|who) (?:(?:do|does|did|is|are|was|were|had|has|have|could|can) )?(?:not|never)\b/i;

/** Matches survival, which is better if longer. */
const survival = /surviv|\blived?\b|outliv|生存|存活/i;
/** Functions of which more is better. */
const functioning =
  /\b(?:(?:physical|cognitive|motor|renal|kidney|cardiac|lung|pulmonary|sexual|visual|social|executive|functional) (?:function(?:ing)?|performance|capacity)|quality of life|visual acuity|hearing|memory|well-?being|adherence)\b|(?:躯体|认知|运动|肾|心|肺|性|视|社会)功能|生活质量|视力|听力|记忆|依从性/i;
const ofSurvival: Partial<Record<EffectDirection, EffectDirection>> = { up: 'good', down: 'bad' };

function hasWord(text: string, word: string): boolean {
  return text.toLowerCase().includes(word.toLowerCase().slice(0, Math.max(5, word.length - 3)));
}
