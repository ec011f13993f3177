import type { Alignment } from '../align.ts';
import type { Claim } from '../claim-units.ts';
import { isChangeTurned, isTurned } from '../comparison-sides.ts';
import { directedOrOther, type Effect, type EffectState } from '../effects.ts';
import { isHarmless } from '../harmless-words.ts';
import type { SlotResult } from '../proof.ts';
import type { Clause } from '../statement.ts';

const opposite: Record<EffectState, EffectState | undefined> = {
  up: 'down',
  down: 'up',
  good: 'bad',
  bad: 'good',
  related: 'none',
  none: 'related',
  denied: undefined,
};
const isDirected = (state: EffectState) =>
  state === 'up' || state === 'down' || state === 'good' || state === 'bad';

/**
 * Compares the effects of each clause of a claim with those of the clause of the sentence that holds its words: increase,
 * decrease, a relation or none. Conflicts only where all other effects of the two agree.
 */
export function compareEffects(claim: Claim, alignment: Alignment): SlotResult {
  if (isChangeTurned(claim, alignment))
    return { outcome: 'unclear', claim: claim.read.text, leansAgainst: true };
  const results = claim.clauses.map((clause, index) => compareClause(clause, index, claim, alignment));
  const conflicts = results.filter(({ outcome }) => outcome === 'conflict');
  const unclear = results.find((result) => result.outcome === 'unclear');
  if (conflicts.length === 1 && !unclear) return conflicts[0] ?? { outcome: 'same' };
  return (
    unclear ?? (conflicts.length > 1 ? { outcome: 'unclear', claim: claim.read.text } : { outcome: 'same' })
  );
}

function compareClause(clause: Clause, index: number, claim: Claim, alignment: Alignment): SlotResult {
  // "The authors conclude that": it tells of no finding.
  if (clause.effects.length === 0 && !claim.units.some((unit) => unit.clause === index))
    return { outcome: 'same' };
  const mine = directedOrOther(clause.effects);
  const theirs = clausesOf(mine, matchingClauses(index, claim, alignment), claim, alignment);
  const found = directedOrOther(theirs.flatMap(({ effects }) => effects));
  if (mine.length === 0) {
    // "Came earlier in A than in B": who is compared with whom counts without a direction, too.
    if (hanComparison.test(clause.text)) return { outcome: 'unclear', claim: clause.text };
    if (/\bthan\b/i.test(clause.text) && isTurned(clause, claim, alignment) !== false)
      return { outcome: 'unclear', claim: clause.text };
    const denied = found.find(({ state }) => state === 'denied' || state === 'none');
    if (!denied) return { outcome: 'same' };
    return found.length === 1 && denied.state === 'denied' && deniesWordOf(denied, claim, alignment)
      ? { outcome: 'conflict', kind: 'negation', claim: clause.text.trim(), evidence: denied.text }
      : { outcome: 'unclear', claim: clause.text };
  }
  const [only] = mine;
  if (only?.state === 'denied' && mine.length === 1 && found.every(({ state }) => state === 'related'))
    return isStatedPlainly(only, claim, alignment) && !negating.test(alignment.indexed.read.text)
      ? { outcome: 'conflict', kind: 'negation', claim: only.text, evidence: theirs[0]?.text.trim() ?? '' }
      : { outcome: 'unclear', claim: only.text };
  if (found.length === 0) {
    const counted = compareFigures(mine, clause, theirs, alignment);
    if (counted) return counted;
    const isWord = mine.every(
      ({ state, text }) => state === 'related' && hasWord(alignment.indexed.read.text, text),
    );
    return isWord ? { outcome: 'same' } : { outcome: 'unclear', claim: mine[0]?.text ?? clause.text };
  }
  // "A, but not B, lowered C": which of the two a word belongs to cannot be told by its place.
  if (inserted.test(alignment.indexed.read.text) !== inserted.test(claim.read.text))
    return { outcome: 'unclear', claim: clause.text };
  if (described.test(clause.text) || described.test(alignment.indexed.read.text))
    return { outcome: 'unclear', claim: clause.text };
  if (isSpread(index, theirs, claim, alignment)) return { outcome: 'unclear', claim: clause.text };
  const turn = isTurned(clause, claim, alignment);
  if (turn === undefined) return { outcome: 'unclear', claim: clause.text };
  const pairs = pairUp(mine, found, claim, alignment);
  if (!pairs) return { outcome: 'unclear', claim: clause.text };
  const isOfSurvival = survival.test(clause.text) && survival.test(alignment.indexed.read.text);
  let conflict: Extract<SlotResult, { outcome: 'conflict' }> | undefined;
  for (const [one, other] of pairs) {
    const [stated, theirState] = [turn ? turned(one.state) : one.state, other.state].map((state) =>
      isOfSurvival ? (ofSurvival[state] ?? state) : state,
    ) as [EffectState, EffectState];
    const [mineDenied, theirDenied] = [one.denies, other.denies];
    if (mineDenied && theirDenied && opposite[mineDenied] === theirDenied && isDirected(mineDenied))
      return { outcome: 'unclear', claim: one.text };
    if (!isOneRelation(one, other)) return { outcome: 'unclear', claim: one.text };
    if (one.state === 'related' && stronger.test(one.text) && !stronger.test(alignment.indexed.read.text))
      return { outcome: 'unclear', claim: one.text };
    const relation = compareStates(stated, theirState);
    if (one.state === 'denied' || other.state === 'denied')
      if (!deniesTheSame(other, claim, alignment)) return { outcome: 'unclear', claim: one.text };
    if (relation === 'same') continue;
    // An association in one direction is one.
    if (
      stated === 'related' &&
      isDirected(theirState) &&
      links.test(one.text) &&
      links.test(alignment.indexed.read.text)
    )
      continue;
    if (relation === 'unclear' || conflict) return { outcome: 'unclear', claim: one.text };
    const kind = turn
      ? 'comparator'
      : isDirected(one.state) && isDirected(other.state)
        ? 'direction'
        : 'negation';
    conflict = { outcome: 'conflict', kind, claim: one.text, evidence: other.text };
  }
  if (isInsignificant(theirs) && mine.some(({ state }) => isDirected(state) || state === 'related'))
    return { outcome: 'unclear', claim: clause.text };
  // "Less strict policies were not associated": what is denied beside what the two share is no part of the claim.
  const isDenial = ({ state }: Effect) => state === 'none' || state === 'denied';
  if (!conflict && found.some(isDenial) && !mine.some(isDenial))
    return { outcome: 'unclear', claim: clause.text };
  // Where either says several things, two of them may have been paired that do not belong together.
  const areUniform = new Set(found.map(({ state }) => state)).size === 1 && mine.length === 1;
  if (conflict && !areUniform && (mine.length !== found.length || pairs.length > 1))
    return { outcome: 'unclear', claim: conflict.claim, leansAgainst: true };
  return conflict ?? { outcome: 'same' };
}

/**
 * The clauses to compare with: those that hold most words, or the only one that states an effect, where theirs state none and
 * it holds the word that a claim's only effect is about.
 */
function clausesOf(
  mine: readonly Effect[],
  chosen: Clause[],
  { units }: Claim,
  { indexed, places }: Alignment,
): Clause[] {
  const [effect, second] = mine;
  if (!effect || second || chosen.some(({ effects }) => effects.length > 0)) return chosen;
  const [stating, another] = indexed.clauses.filter(({ effects }) => effects.length > 0);
  const next = units.find((unit) => unit.start >= effect.end && places.has(unit));
  if (!stating || another || !next) return chosen;
  const isThere = (places.get(next) ?? []).some((place) => {
    const start = indexed.read.tokens[place]?.start ?? -1;
    return start >= stating.start && start < stating.end;
  });
  return isThere ? [stating] : chosen;
}

/** Words that deny something in a sentence, be it not what a claim denies: "without causing hypoglycaemia" states no hypoglycaemia. */
const negating =
  /\b(?:no|not|without|neither|nor|never|none|lack\w{0,4}|absen(?:t|ce)|fail\w{0,4}|free (?:of|from)|avoid\w{0,4})\b|n[’']t\b|无|未|不|没|非|免于/i;

/** A comparison in Chinese by an adjective that no list of effects has: "病程比对照组长". */
const hanComparison = /[比较][^，。；]{1,24}(?:更|较)?[长短大小早晚快慢多少重轻强弱差好](?:[。，；\s]|$)/;

/** A denial between commas. */
const inserted = /,\s(?:but |and )?not [^,]{2,60},/i;

/**
 * True where words of a clause stand in a clause of the sentence that says something else than the one chosen: "less bleeding
 * than warfarin, whereas stroke rates did not differ". A subject that stands before it, and where and in whom, belong to both.
 */
function isSpread(
  index: number,
  chosen: readonly Clause[],
  claim: Claim,
  { indexed, places }: Alignment,
): boolean {
  if (isSplit(index, chosen, claim, { indexed, places })) return true;
  const states = new Set(chosen.flatMap(({ effects }) => effects.map(({ state }) => state)));
  const first = Math.min(...chosen.map(({ start }) => start));
  const others = indexed.clauses.filter(
    (clause) =>
      !chosen.includes(clause) &&
      (contrasting.test(clause.text) || clause.effects.some(({ state }) => !states.has(state))),
  );
  if (others.length === 0) return false;
  return [...places].some(([unit, at]) => {
    if (unit.isCircumstance || (unit.clause !== index && claim.clauses.length > 1)) return false;
    const starts = at.map((place) => indexed.read.tokens[place]?.start ?? 0);
    const isIn = ({ start, end }: Clause) => starts.some((place) => place >= start && place < end);
    if (chosen.some(isIn)) return false;
    const other = others.find(isIn);
    if (!other) return false;
    const isSubject =
      other.start < first &&
      starts.some((place) => place < (other.effects[0]?.start ?? 0) && place >= other.start);
    return !isSubject;
  });
}

/** True where the words of a clause are divided between two clauses of the sentence that are contrasted with each other. */
function isSplit(
  index: number,
  chosen: readonly Clause[],
  { clauses }: Claim,
  { indexed, places }: Pick<Alignment, 'indexed' | 'places'>,
): boolean {
  if (chosen.length < 2 || !chosen.some(({ text, start }) => start > 0 && contrasting.test(text)))
    return false;
  const own = [...places].filter(
    ([unit]) => !unit.isCircumstance && (unit.clause === index || clauses.length === 1),
  );
  return !chosen.some(({ start, end }) =>
    own.every(([, at]) =>
      at.some((place) => {
        const word = indexed.read.tokens[place]?.start ?? -1;
        return word >= start && word < end;
      }),
    ),
  );
}

/** Beginnings of a clause that says something else than the one before it. */
const contrasting = /^[,;]?\s?(?:while|whereas|but|although|though|however|yet)\b|^[，；]?(?:而|但|然而)/i;

/** Words of an association, and of a difference, an effect or a change. */
const links =
  /associat|correlat|relat|link|interact|predict|depend|risk factor|相关|关联|有关|联系|预测|危险因素/i;

/** Words of an association that say more than that there is one. */
const stronger = /predict|interact|depend|risk factor|预测|危险因素/i;

/** True unless one tells of an association and the other of a difference or a change: "no correlation" is not "no increase". */
function isOneRelation(one: Effect, other: Effect): boolean {
  const isUndirected = ({ state, denies }: Effect) => state === 'related' || denies === 'related';
  if (isUndirected(one) && isUndirected(other)) {
    if (
      one.state === 'none' &&
      other.state === 'none' &&
      /effect|affect|influenc|impact|影响/i.test(other.text)
    )
      return true;
    return links.test(one.text) === links.test(other.text);
  }
  return !(
    other.denies === 'related' &&
    links.test(other.text) &&
    one.denies !== 'related' &&
    one.state === 'none'
  );
}

/** A denial inside a description: "PTH that does not activate cAMP increased …". */
const described =
  /\b(?:that|which|who) (?:(?:do|does|did|is|are|was|were|had|has|have|could|can) )?(?:not|never)\b/i;

/** Survival that is longer is better. */
const survival = /surviv|\blived?\b|outliv|生存|存活/i;
const ofSurvival: Partial<Record<EffectState, EffectState>> = { up: 'good', down: 'bad' };

function hasWord(text: string, word: string): boolean {
  return text.toLowerCase().includes(word.toLowerCase().slice(0, Math.max(5, word.length - 3)));
}

/**
 * Compares a direction with two figures: "less often with A than with B" beside "17% with A and 27% with B". Undefined where
 * the sentence has no such two, or they cannot be put to the sides of the comparison.
 */
function compareFigures(
  mine: readonly Effect[],
  clause: Clause,
  theirs: readonly Clause[],
  alignment: Alignment,
): SlotResult | undefined {
  const [effect, second] = mine;
  if (!effect || second || (effect.state !== 'up' && effect.state !== 'down')) return undefined;
  const marked = /\b(?:than|compared (?:with|to)|relative to|versus)\b|比|相比/iu.exec(clause.text);
  if (!marked || marked.index < 3) return undefined;
  const at = clause.start + marked.index;
  const { read } = alignment.indexed;
  const figures = read.quantities.filter(({ kind, small }) => kind === 'plain' && !small);
  const [one, other, third] = figures.filter(
    ({ percent, unit }) => percent || (unit && unit.dimension !== 'people'),
  );
  if (!one || !other || third || one.percent !== other.percent || one.unit?.name !== other.unit?.name)
    return undefined;
  const near = (from: number, to: number) => {
    let [first, last] = [0, 0];
    for (const [unit, places] of alignment.places) {
      if (unit.start < from || unit.end > to || places.length !== 1) continue;
      const place = read.tokens[places[0] ?? 0]?.start ?? 0;
      const [toOne, toOther] = [Math.abs(place - one.start), Math.abs(place - other.start)];
      // What stands before both figures belongs to both.
      if (place < one.start) continue;
      if (toOne < toOther) first++;
      else last++;
    }
    return first > last ? one : last > first ? other : undefined;
  };
  const [left, right] = [near(clause.start, at), near(at, clause.end)];
  const mineFigure = left ?? (right === one ? other : right === other ? one : undefined);
  const theirFigure = right ?? (mineFigure === one ? other : one);
  if (!mineFigure || mineFigure === theirFigure || mineFigure.value === theirFigure.value) return undefined;
  if (isInsignificant(theirs)) return { outcome: 'unclear', claim: effect.text };
  const isMore = mineFigure.value > theirFigure.value;
  return isMore === (effect.state === 'up')
    ? { outcome: 'same' }
    : {
        outcome: 'conflict',
        kind: 'direction',
        claim: effect.text,
        evidence: read.text.slice(one.start, other.end),
      };
}

/** True where the word right behind a denial of the sentence is one of the claim's, which does not deny it. */
function deniesWordOf({ end }: Effect, { units }: Claim, { indexed, places }: Alignment): boolean {
  const next = indexed.read.tokens.findIndex(
    (token) => token.start >= end && !token.empty && !isHarmless(token.stem),
  );
  return units.some((unit) => places.get(unit)?.includes(next));
}

/** True where the word that a claim denies stands in the sentence, which does not deny it. */
function isStatedPlainly({ end }: Effect, { units }: Claim, { places }: Alignment): boolean {
  const next = units.find((unit) => unit.start >= end);
  return next !== undefined && places.has(next);
}

/** True where the word that the sentence denies is one of the claim's: "should not hesitate to offer" denies no offer. */
function deniesTheSame({ end }: Effect, { units }: Claim, { indexed, places }: Alignment): boolean {
  const next = indexed.read.tokens.findIndex((token) => token.start >= end && !token.empty);
  const denied = indexed.read.tokens[next];
  return (
    denied === undefined || isHarmless(denied.stem) || units.some((unit) => places.get(unit)?.includes(next))
  );
}

const turned = (state: EffectState): EffectState => (isDirected(state) ? (opposite[state] ?? state) : state);

function compareStates(mine: EffectState, theirs: EffectState): 'same' | 'conflict' | 'unclear' {
  if (mine === theirs) return 'same';
  if (opposite[mine] === theirs && isDirected(mine)) return 'conflict';
  if (mine === 'none' && (isDirected(theirs) || theirs === 'related')) return 'conflict';
  if (theirs === 'none' && (isDirected(mine) || mine === 'related')) return 'conflict';
  if (mine === 'denied' && theirs === 'none') return 'same';
  if (mine === 'none' && theirs === 'denied') return 'same';
  return 'unclear';
}

/**
 * Pairs the effects of two clauses: the same words with each other, in order where both have as many left, all with all where
 * each says one thing only, else each with the one next to the same words.
 */
function pairUp(
  all: readonly Effect[],
  others: readonly Effect[],
  claim: Claim,
  alignment: Alignment,
): [Effect, Effect][] | undefined {
  const theirs = [...others];
  const pairs: [Effect, Effect][] = [];
  const mine = all.filter((effect) => {
    const at = theirs.findIndex(
      ({ state, text }) => state === effect.state && text.toLowerCase() === effect.text.toLowerCase(),
    );
    if (at < 0 || all.length === 1) return true;
    theirs.splice(at, 1);
    return false;
  });
  if (mine.length === 0) return pairs;
  if (theirs.length === 0 || mine.length > theirs.length) return undefined;
  if (mine.length === theirs.length) return mine.map((effect, index) => [effect, theirs[index] ?? effect]);
  const [first, other] = [mine[0], theirs[0]];
  if (!first || !other) return undefined;
  const isUniform = (effects: readonly Effect[]) => effects.every(({ state }) => state === effects[0]?.state);
  if (isUniform(mine) && isUniform(theirs)) return [[first, other]];
  for (const effect of mine) {
    const next = nearestEffect(effect, theirs, claim, alignment);
    if (!next) return undefined;
    pairs.push([effect, next]);
  }
  return pairs;
}

/** Returns the sentence's effect whose neighbouring words match the claim's; undefined if two match equally well. */
function nearestEffect(
  effect: Effect,
  theirs: readonly Effect[],
  claim: Claim,
  { indexed, places }: Alignment,
): Effect | undefined {
  const distance = (unit: { start: number; end: number }) =>
    Math.max(unit.start - effect.end, effect.start - unit.end);
  const next = claim.units
    .filter((unit) => places.has(unit))
    .sort((one, other) => distance(one) - distance(other))
    .slice(0, 2);
  if (next.length === 0) return undefined;
  const away = theirs.map(({ start, end }) =>
    next.reduce((sum, unit) => {
      const least = Math.min(
        ...(places.get(unit) ?? []).map((place) => {
          const token = indexed.read.tokens[place];
          return token ? Math.max(0, token.start - end, start - token.end) : 999;
        }),
      );
      return sum + least;
    }, 0),
  );
  const least = Math.min(...away);
  const closest = theirs.filter((_, at) => away[at] === least);
  return closest.length === 1 ? closest[0] : undefined;
}

/** The clauses of the sentence that hold most of a clause's words; several where they hold as many. */
export function matchingClauses(
  index: number,
  claim: Claim,
  { indexed, places }: Pick<Alignment, 'indexed' | 'places'>,
): Clause[] {
  const tokens = indexed.read.tokens;
  const scores = indexed.clauses.map(({ start, end }) => {
    let held = 0;
    for (const [unit, at] of places)
      if (unit.clause === index || claim.clauses.length === 1)
        if (at.some((place) => (tokens[place]?.start ?? -1) >= start && (tokens[place]?.end ?? 0) <= end))
          held++;
    return held;
  });
  const best = Math.max(0, ...scores);
  if (best === 0) return indexed.clauses;
  return indexed.clauses.filter((_, at) => (scores[at] ?? 0) >= best);
}

/** A result whose own statistics say that it may be chance: a ratio's interval across 1, or P from .05 on. */
export function isInsignificant(clauses: readonly Clause[]): boolean {
  return clauses.some(({ text }) => isChance(text));
}

const interval =
  /(?:ratio|RR|HR|OR|aOR|aHR|比)\b[^;]{0,30}?\d[\d.·]*[^;]{0,40}?(?:CI|interval|区间)[^\d;]{0,12}(\d+[.·]\d+)\s?(?:-|–|—|to|,|～|~|至)\s?(\d+[.·]\d+)/iu;
const pValue = /\bP\s?(?:=|>|was|of|为)\s?(0?[.·]\d+)|\bP\s?=\s?(?:NS|n\.?s\.?)\b|\bNS\b/iu;

/** True where the first statistics in a text are those of no effect. */
export function isChance(text: string): boolean {
  const bounds = interval.exec(text);
  if (bounds) {
    const [low, high] = [Number(bounds[1]?.replace('·', '.')), Number(bounds[2]?.replace('·', '.'))];
    return low < 1 && high > 1;
  }
  const p = pValue.exec(text);
  return p !== null && (p[1] === undefined || Number(p[1].replace('·', '.')) >= 0.05);
}
