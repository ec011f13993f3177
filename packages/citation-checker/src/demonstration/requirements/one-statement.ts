import { mainClausesOf } from '../../reading/main-clauses.ts';
import type { Alignment } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import type { Effect } from '../effects.ts';
import { matchNumber } from '../numbers.ts';
import { isDirected } from '../slots/effect-relation.ts';
import { figuresOf } from '../slots/numbers/number-kind.ts';

type Span = { start: number; end: number };

/**
 * Returns false if the words of one statement of a claim are in two statements of the sentence: "A rose, and B fell" does
 * not say that A fell. A phrase before the first statement belongs to all of them, as do its participants.
 */
export function isOfOneStatement(claim: Claim, { indexed, places }: Alignment): boolean {
  const { read } = indexed;
  const theirs = mainClausesOf(read.text);
  if (theirs.length < 2) return true;
  const lead = leading.exec(read.text)?.[0].length ?? 0;
  const people = [...read.text.matchAll(participants)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
  /** Returns true if a word belongs to a statement: it is in it, before all, or one for the participants named before. */
  const belongsTo = (each: Span) => (at: number) =>
    (at >= each.start && at < each.end) ||
    at < lead ||
    people.some(({ start, end }) => at >= start && at < end && end <= each.start);
  const figures = figuresOf(read);
  const all = indexed.clauses.flatMap((clause) => clause.effects);
  const effects = all.filter(isOfOrder);
  const statedIn = ({ start, end }: Span) =>
    effects.filter((effect) => effect.start >= start && effect.start < end);
  /** Returns the statements of the sentence with everything that a part of the claim says. */
  const sourcesOf = (own: Span): Span[] => {
    const isOwn = (part: Span) => part.start >= own.start && part.end <= own.end;
    const stated = [
      ...[...places]
        .filter(([unit]) => isOwn(unit))
        .map(([, at]) => at.map((place) => read.tokens[place]?.start ?? -1)),
      ...claim.numbers
        .filter(({ quantity }) => isOwn(quantity) && !quantity.small)
        .map(({ quantity }) => matchNumber(quantity, figures, ''))
        .filter(({ found, computed }) => found.length > 0 && !computed)
        .map(({ found }) => found.map(({ start }) => start)),
    ];
    const needsEffect =
      effects.length > 0 && claim.clauses.some((clause) => clause.effects.filter(isOfOrder).some(isOwn));
    // "A and C correlated, but B varied": the relation, too, is that of one statement.
    const needsRelation =
      all.some(isRelation) && claim.clauses.some((clause) => clause.effects.filter(isRelation).some(isOwn));
    return theirs.filter(
      (each) =>
        stated.every((starts) => starts.some(belongsTo(each))) &&
        (!needsEffect || statedIn(each).length > 0) &&
        (!needsRelation || all.some(({ start }) => start >= each.start && start < each.end)),
    );
  };
  const directionsOf = (each: Span | undefined) =>
    each ? [...new Set(statedIn(each).map(({ direction }) => direction))].sort().join() : '';
  return mainClausesOf(claim.read.text).every((own) => {
    if (sourcesOf(own).length > 0) return true;
    // "A occurred in 12% and B in 24%": the verb is that of both, and so must be their effect.
    const gap = gapped.exec(claim.read.text.slice(own.start, own.end));
    if (!gap) return false;
    const cut = own.start + gap.index;
    const [first, second] = [sourcesOf({ ...own, end: cut })[0], sourcesOf({ ...own, start: cut })[0]];
    return first !== undefined && second !== undefined && directionsOf(first) === directionsOf(second);
  });
}

const isOfOrder = ({ direction }: Effect): boolean =>
  isDirected(direction) || direction === 'none' || direction === 'denied';

const isRelation = ({ direction, denies }: Effect): boolean =>
  direction === 'related' || denies === 'related';

/** Matches a second subject whose verb is that of the first: "… and itching in 24%". */
const gapped =
  /(?<=\b(?:was|were|is|are|\w{3,}ed|rose|fell|grew)\b.{4,160}),? and (?!(?:in|by|with|for|at|from|on)\b)(?:[\w-]+ ){1,5}(?:in|by|with|for|at|from|on) (?!.{0,200}\b(?:was|were|is|are|had|has|have|did|rose|fell)\b)/;

/** Matches counted participants, who are those of the statements that follow: "fell in 95 patients with gout; fever was seen in 7%". */
const participants =
  /\b(?:in|among|of|for) \d[\d,]{0,8} (?:[a-z-]{2,20} ){0,3}(?:patients|participants|adults|women|men|children|subjects|people|infants|individuals)(?: (?:with|who had) [^,;.:()]{2,60}?(?=[,;.:()]|$| (?:and|but|was|were|had|who|by|from|at|over|after)\b))?/gi;

/** Matches a phrase before the first statement. */
const leading =
  /^(?:[A-Z]{3,16}(?: [A-Z]{2,16}){0,3}:? )?(?:[Ii]n|[Aa]mong|[Ff]or|[Ww]ith|[Aa]t|[Oo]n|[Aa]fter|[Dd]uring|[Ff]ollowing|[Uu]nder|[Uu]sing|[Bb]y|[Cc]ompared|[Ww]ithin|[Ff]rom)\b[^,;]{2,120},/;
