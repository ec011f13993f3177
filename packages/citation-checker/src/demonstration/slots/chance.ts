import type { Clause } from '../statement.ts';

/** Matches statistics of a possible chance finding: a ratio's interval that includes 1, or P of .05 or more. */
export function isInsignificant(clauses: readonly Clause[]): boolean {
  return clauses.some(({ text }) => isAttributedToChance(text));
}

const interval =
  /(?:ratio|RR|HR|OR|aOR|aHR|比)\b[^;]{0,30}?\d[\d.·]{0,12}[^;]{0,40}?(?:CI|interval|区间)[^\d;]{0,12}(\d+[.·]\d+)\s?(?:-|–|—|to|,|～|~|至)\s?(\d+[.·]\d+)/iu;
const pValue = /\bP\s?(?:=|>|was|of|为)\s?(0?[.·]\d+)|\bP\s?=\s?(?:NS|n\.?s\.?)\b|\bNS\b/iu;

/** Returns true if the first statistics in a text are those of no effect. */
export function isAttributedToChance(text: string): boolean {
  const bounds = interval.exec(text);
  if (bounds) {
    const [low, high] = [Number(bounds[1]?.replace('·', '.')), Number(bounds[2]?.replace('·', '.'))];
    return low < 1 && high > 1;
  }
  const p = pValue.exec(text);
  return p !== null && (p[1] === undefined || Number(p[1].replace('·', '.')) >= 0.05);
}
