import type { Effect } from '@citewell/citation-checker/demonstration/effects.ts';
import type { FindingDirection } from '../../../literature/ranking/direction.ts';
import { directionOfRatio, ratioWithin } from './ratio-figures.ts';

/** The direction in which an effect changes its outcome. */
export type StatedDirection = {
  /** `related` is an association without a direction of its own. */
  direction: FindingDirection | 'better' | 'worse' | 'related';
  /** Direction that `unchanged` denies, where it is only one: what was not lowered may have risen. */
  denies?: 'raises' | 'lowers';
};

/** Reads the direction that the words for an effect state. */
export function readDirection(effect: Effect): StatedDirection | undefined {
  const { direction, denies } = effect;
  switch (direction) {
    case 'related':
      return isAssociation(effect) ? { direction: 'related' } : undefined;
    case 'up':
      return { direction: 'raises' };
    case 'down':
      return { direction: 'lowers' };
    case 'good':
      return { direction: 'better' };
    case 'bad':
      return { direction: 'worse' };
    case 'none':
      return {
        direction: 'unchanged',
        ...(denies === 'up' && { denies: 'raises' as const }),
        ...(denies === 'down' && { denies: 'lowers' as const }),
      };
    default:
      return undefined;
  }
}

const association = String.raw`(?:associat|relat(?!ive)|link|correl)`;
/** Returns true if an effect is an association, by its own words or by the noun after them: "no significant association". */
export const isAssociation = ({ text }: Effect, after = ''): boolean =>
  new RegExp(String.raw`${association}|predict|risk factor|相关|有关|关联`, 'i').test(text) ||
  new RegExp(String.raw`^\s(?:\w{1,20} )?${association}\w*\b`, 'i').test(after);

const joins =
  /^\s+(?:\w+\s+){0,3}(?:between (?:the |an? )?([^,;]{3,80}?) and|of (?:the |an? )?([^,;]{3,80}?) with) (?:the |an? )?([^,;]{3,100})/i;
/** Reads both sides of an association from the words after it: "was found between X and Y", "of X with Y". */
export function sidesOf(after: string): { one: string; other: string } | undefined {
  const [, between, of, other] = joins.exec(after) ?? [];
  const one = between ?? of;
  return one && other ? { one, other } : undefined;
}
/** Words for the sense of an association. */
export const isManner = ({ text }: Effect): boolean => /^(?:positive|inverse|negative)(?:ly)?$/i.test(text);
/** Characters between an association and the words for its direction: "associated with a significantly higher". */
const directionWithin = 40;

/** Words for associations that were looked for. */
const asked =
  /\b(?:examin|investigat|assess|evaluat|review|analy[sz]|test|estimat|explor|stud(?:y|i)|sought)(?:ed|es|s|ing|e)?\b|考察|探讨|评估/i;

/**
 * Reads the direction of an association: from its sense, or from the ratio after it. Undefined if the next words state
 * it; an association without either is only `related`.
 */
export function directed(
  { end }: Effect,
  before: string,
  text: string,
  next: Effect | undefined,
): StatedDirection | undefined {
  const [, sense = ''] = /\b(positive|inverse|negative)(?:ly)?\s+$/i.exec(before) ?? [];
  if (sense !== '') return { direction: /^positive$/i.test(sense) ? 'raises' : 'lowers' };
  const isStatedNext =
    next && next.start - end <= directionWithin && !/\band\b|,/.test(text.slice(end, next.start));
  if (isStatedNext) return undefined;
  const ratio = ratioWithin(text, end, next?.start ?? text.length);
  if (ratio) return { direction: directionOfRatio(ratio) };
  return asked.test(text) ? undefined : { direction: 'related' };
}
