import { readFigures } from '@citewell/citation-checker/numbers/figures.ts';
import { isRatio } from '@citewell/citation-checker/numbers/measures.ts';
import { readText } from '@citewell/citation-checker/reading/tokens.ts';
import { findNegations } from '@citewell/citation-checker/statements/negation.ts';

const more =
  /\b(?:higher|more(?! than \d)|greater|larger|longer|oftener)\b|高于|多于|大于|长于|更[高多大长]|较[高多大长]|[更较]为?(?:常见|多见|频繁)/i;
const less =
  /\b(?:lower(?!ed|ing)|less(?! than \d)|fewer(?! than \d)|smaller|shorter|rarer)\b|低于|少于|小于|短于|更[低少小短]|较[低少小短]|[更较]为?少见/i;
/** Words between two figures of which the first belongs to the group described as having more or less. */
const opposed =
  /^[^\d.;。；]{0,60}(?:\bv(?:ersu)?s\b|\bagainst\b|\bthan\b|\bcompared (?:with|to)\b|对|比|于|[,，]\s?[^\d,，]{1,16}组?[为是]?)[^\d.;。；]{0,60}$/i;

/**
 * Checks that a comparison agrees with its own figures: "less common (7.5% versus 18.2%)" fits, "more common (7.5%
 * versus 18.2%)" contradicts itself. Undefined unless it compares exactly two figures.
 */
export function checkComparison(statement: string): 'fits' | 'contradicts' | undefined {
  const [isMore, isLess] = [more.test(statement), less.test(statement)];
  if (isMore === isLess || findNegations(statement).length > 0) return undefined;
  const read = readText(statement);
  const figures = readFigures(read).filter(
    ({ quantity: { kind, small, signed, unit, percent, decimals }, measure }) =>
      kind === 'plain' &&
      !small &&
      !signed &&
      unit?.dimension !== 'time' &&
      (percent || unit !== undefined || decimals > 0) &&
      !isRatio(measure) &&
      !['p', 'low', 'high', 'range', 'spread', 'level'].includes(measure),
  );
  const [first, second] = figures;
  if (!first || !second || figures.length > 2) return undefined;
  const [one, other] = [first.quantity, second.quantity];
  if (one.percent !== other.percent || one.value === other.value) return undefined;
  if (one.unit && other.unit && one.unit.dimension !== other.unit.dimension) return undefined;
  if (!opposed.test(read.text.slice(one.end, other.start))) return undefined;
  return one.value > other.value === isMore ? 'fits' : 'contradicts';
}
