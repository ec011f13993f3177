import type { Alignment } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import type { Effect } from '../effects.ts';
import { matchNumber } from '../numbers.ts';
import type { SlotResult } from '../proof.ts';
import type { Clause } from '../statement.ts';
import { isInsignificant } from './chance.ts';
import { isDirected, opposite } from './effect-relation.ts';
import { itemsOf } from './numbers/paired-numbers.ts';

/**
 * Compares a direction with two figures: "less often with A than with B" and "17% with A and 27% with B". Returns
 * undefined if the sentence has no two such figures, or they cannot be assigned to the sides of the comparison.
 */
export function compareFigures(
  mine: readonly Effect[],
  clause: Clause,
  theirs: readonly Clause[],
  alignment: Alignment,
): SlotResult | undefined {
  const [effect, second] = mine;
  if (!effect || second || (effect.direction !== 'up' && effect.direction !== 'down')) return undefined;
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
  // "Before the introduction of A": the figure belongs to no group.
  if (timedBy.test(read.text) && !timedBy.test(clause.text)) return undefined;
  // "17% with A and 27% with B": words before the "and" belong to the first.
  const between = /\b(?:and|versus|vs|whereas|while|but|compared)\b|[,;]/i.exec(
    read.text.slice(one.end, other.start),
  );
  const parting = between ? one.end + between.index : -1;
  const near = (from: number, to: number) => {
    let [first, last, before] = [0, 0, 0];
    for (const [unit, places] of alignment.places) {
      if (unit.start < from || unit.end > to || places.length !== 1) continue;
      const place = read.tokens[places[0] ?? 0]?.start ?? 0;
      const [toOne, toOther] = [Math.abs(place - one.start), Math.abs(place - other.start)];
      // Words before both figures belong to both or to the first: "for A was 4.4 vs. 2.0 for B".
      if (place < one.start) before++;
      else if (parting < 0 ? toOne < toOther : place < parting) first++;
      else last++;
    }
    if (first === last) return first === 0 && before > 0 ? 'before' : undefined;
    return first > last ? one : other;
  };
  const sides = [near(clause.start, at), near(at, clause.end)] as const;
  const [left, right] = sides.map((side) =>
    side === 'before' && sides.includes(other) ? one : side === 'before' ? undefined : side,
  );
  if (!left || !right || left === right || left.value === right.value) return undefined;
  if (isInsignificant(theirs)) return { outcome: 'unclear', claim: effect.text };
  const isMore = left.value > right.value;
  return isMore === (effect.direction === 'up')
    ? { outcome: 'same' }
    : {
        outcome: 'conflict',
        kind: 'direction',
        claim: effect.text,
        evidence: read.text.slice(one.start, other.end),
      };
}

const timedBy = /\b(?:before|after|introduction)\b|之前|之后|引入/i;

/**
 * Returns true if the figures of a claim are with the opposite of its effect: "decreased 21 genes and increased 24".
 */
export function belongsToOtherFigure(
  pairs: readonly (readonly [Effect, Effect])[],
  { numbers }: Claim,
  { indexed: { read, clauses } }: Alignment,
): boolean {
  const [pair, another] = pairs;
  if (!pair || another || !isDirected(pair[0].direction)) return false;
  const itemAt = itemsOf(read.text);
  const contrary = clauses
    .flatMap(({ effects }) => effects)
    .filter(({ direction }) => opposite[direction] === pair[1].direction);
  const own = itemAt(pair[1].start);
  const items = numbers.flatMap(({ quantity }) => {
    const [one, second] = matchNumber(quantity, read.quantities, '').found;
    return one && !second ? [itemAt(one.start)] : [];
  });
  return !items.includes(own) && contrary.some(({ start }) => items.includes(itemAt(start)));
}
