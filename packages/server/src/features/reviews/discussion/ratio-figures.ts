import { type BoundEffect, readBoundEffects } from '../studies/bound-effects.ts';
import { afterBrackets } from '../studies/effect-statement.ts';

/** Bounds of a ratio. */
type Bounds = Pick<BoundEffect, 'low' | 'high'>;

/** Reads from its interval where a ratio points. */
export function directionOfRatio({ low, high }: Bounds): 'raises' | 'lowers' | 'unchanged' {
  if (high < 1) return 'lowers';
  return low > 1 ? 'raises' : 'unchanged';
}

/** Finds the ratio between two places of a text; undefined for several that point different ways. */
export function ratioWithin(text: string, from: number, until: number): Bounds | undefined {
  const own = readBoundEffects(text).filter(
    ({ kind, start }) => kind === 'ratio' && from <= start && start < until,
  );
  const [first] = own;
  return new Set(own.map(directionOfRatio)).size === 1 ? first : undefined;
}

/** A value with its interval, whose measure another gives: "1.79, 1.25 to 2.58". */
const bare =
  /(\d{1,3}[.·]\d{1,3})[\s,;([]{1,3}(?:9\d(?:\.\d)? ?% ?(?:CI|confidence interval)[\s,:=]{0,3})?(\d{1,3}[.·]\d{1,3})(?: ?[-–—] ?| to |, ?|; ?)(\d{1,3}[.·]\d{1,3})/;
/** Words of one item in a list. */
const itemMax = 110;

/**
 * Reads a list of items that each have their ratio in brackets, from a place of a text on: "gestational diabetes (OR
 * 1.49, 95% CI 1.18-1.89), pre-eclampsia (1.79, 1.25 to 2.58)". The first gives the measure; empty if it has none.
 */
export function ratiosInList(text: string, from: number): { phrase: string; bounds: Bounds }[] {
  const found: { phrase: string; bounds: Bounds }[] = [];
  for (let at = from; ; ) {
    const open = text.slice(at, at + itemMax).search(/[([]/);
    const phrase = text.slice(at, at + Math.max(open, 0));
    if (open < 0 || /[;.:。；]/.test(phrase)) return found;
    const start = at + open;
    const end = afterBrackets(text, { start, end: start + 1 });
    const inside = text.slice(start, end);
    const [ratio] = readBoundEffects(inside).filter(({ kind }) => kind === 'ratio');
    const [, ...figures] = found.length > 0 && !ratio ? (bare.exec(inside) ?? []) : [];
    const [value = Number.NaN, low = Number.NaN, high = Number.NaN] = figures.map((figure) =>
      Number(figure.replace('·', '.')),
    );
    const bounds = ratio ?? (low <= value && value <= high ? { low, high } : undefined);
    if (!bounds) return found;
    found.push({ phrase: phrase.replace(/^[\s,]*(?:(?:and|or) )?/, ''), bounds });
    at = end;
  }
}
