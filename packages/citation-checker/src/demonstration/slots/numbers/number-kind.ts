import type { Quantity } from '../../../reading/quantities.ts';
import type { ReadText } from '../../../reading/tokens.ts';
import { isLevel } from '../../statistics.ts';

/** Words that speak of every number of a kind: beside them no number is another one. */
export const ofEvery =
  /\b(?:any|every|each|all|no) (?:ages?|times?|time points?|doses?|years?|days?|months?|weeks?|concentrations?|levels?)\b|(?:任何|各|所有)(?:年龄|时间|剂量|浓度)/i;

/** The kind of a number: numbers of two kinds are never each other's counterpart. */
export const kindOf = ({ percent, unit, kind, decimals, value }: Quantity): string =>
  percent
    ? '%'
    : kind === 'p'
      ? 'p'
      : unit && unit.dimension !== 'people'
        ? unit.dimension
        : kind === 'year'
          ? 'year'
          : decimals > 0
            ? 'decimal'
            : value >= 1
              ? 'count'
              : 'decimal';

/** The numbers of a text that report something. */
export const figuresOf = ({ text, quantities }: ReadText): Quantity[] =>
  quantities.filter((quantity) => !isLevel(text, quantity));

/** True for a threshold that a sentence speaks of from either side: what holds above 30 mm is not what holds below. */
export function hasBothSides({ value, unit }: Quantity, theirs: readonly Quantity[]): boolean {
  const sides = theirs.filter(
    (other) => other.kind === 'plain' && other.value === value && other.unit?.name === unit?.name,
  );
  const isBelow = ({ sign, bound }: Quantity) => sign === '<' || bound === 'upper';
  const isAbove = ({ sign, bound }: Quantity) => sign === '>' || bound === 'lower';
  return sides.some(isBelow) && sides.some(isAbove);
}
