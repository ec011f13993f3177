import type { Quantity } from '../../../reading/quantities.ts';
import type { ReadText } from '../../../reading/tokens.ts';
import { isConfidenceLevel } from '../../statistics.ts';

/** Words for every number of a kind, next to which no number differs. */
export const universalQuantifier =
  /\b(?:any|every|each|all|no) (?:ages?|times?|time points?|doses?|years?|days?|months?|weeks?|concentrations?|levels?)\b|(?:任何|各|所有)(?:年龄|时间|剂量|浓度)/i;

/** Returns the kind of a number: numbers of different kinds are never counterparts. */
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
            : value >= 1 || value === 0
              ? 'count'
              : 'decimal';

/** Returns the reported numbers of a text. */
export const figuresOf = ({ text, quantities }: ReadText): Quantity[] =>
  quantities.filter((quantity) => !isConfidenceLevel(text, quantity));

/**
 * Returns true for a threshold that a sentence mentions from both sides: a finding above 30 mm does not apply below.
 */
export function hasBothSides({ value, unit }: Quantity, theirs: readonly Quantity[]): boolean {
  const sides = theirs.filter(
    (other) => other.kind === 'plain' && other.value === value && other.unit?.name === unit?.name,
  );
  const isBelow = ({ sign, bound }: Quantity) => sign === '<' || bound === 'upper';
  const isAbove = ({ sign, bound }: Quantity) => sign === '>' || bound === 'lower';
  return sides.some(isBelow) && sides.some(isAbove);
}
