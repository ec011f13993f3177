import type { Effect, EffectDirection } from '../effects.ts';

/** Effect that cannot be true with the other; undefined for a negation of anything else. */
export const opposite: Record<EffectDirection, EffectDirection | undefined> = {
  up: 'down',
  down: 'up',
  good: 'bad',
  bad: 'good',
  related: 'none',
  none: 'related',
  denied: undefined,
};

/** Returns true for an increase, decrease, improvement or worsening. */
export const isDirected = (direction: EffectDirection) =>
  direction === 'up' || direction === 'down' || direction === 'good' || direction === 'bad';

/** Returns true for an effect without a direction, present or absent. */
export const isUndirected = ({ direction, denies }: Effect): boolean =>
  direction === 'related' || (direction === 'none' && (denies === undefined || denies === 'related'));

/** Returns true for "no difference", "similar", "not significant"; "did not increase" negates one direction only. */
export const isNull = (effect: Effect): boolean => effect.direction === 'none' && isUndirected(effect);

/** Words for an association, and for a difference, effect or change. */
export const links =
  /associat|correlat|relat|link|interact|predict|depend|risk factor|相关|关联|有关|无关|联系|预测|危险因素/i;

/** Words for an association with further meaning. */
export const stronger = /predict|interact|depend|risk factor|预测|危险因素/i;

/**
 * Returns true unless one states an association and the other a difference or change: "no correlation" is not "no
 * increase".
 */
export function isSameRelation(one: Effect, other: Effect): boolean {
  const isOfRelation = ({ direction, denies, text }: Effect) =>
    direction === 'related' || denies === 'related' || (direction === 'none' && /unrelated|无关/i.test(text));
  if (isOfRelation(one) && isOfRelation(other)) {
    if (
      one.direction === 'none' &&
      other.direction === 'none' &&
      /effect|affect|influenc|impact|影响/i.test(other.text)
    )
      return true;
    return links.test(one.text) === links.test(other.text);
  }
  return !(
    other.denies === 'related' &&
    links.test(other.text) &&
    one.denies !== 'related' &&
    one.direction === 'none'
  );
}

/** Comparatives by what they compare: speed, duration, size, strength. */
const measured: readonly RegExp[] = [
  /\b(?:fast|quick|slow|accelerat)|[快慢]|延缓/i,
  /\b(?:long|short|prolong|lengthen|extend)|[长短]/i,
  /\b(?:larg|small)|[大小]/i,
  /\b(?:strong|weak)|[强弱]/i,
];

/** Words for fewer occurrences, which are not shorter or slower ones. */
const preventing = /prevent|预防|防止/i;

/** Superlatives: the highest of several has not increased. */
const superlative =
  /^(?:high|low|great|larg|small|few|long|short|strong|weak|be|wor)\w*st\b|^(?:most|least)\b|^最/i;

/** Words for a change in time, and for a level compared with that of others: what is higher in patients may fall in them. */
const changing =
  /^(?:f[ae]ll(?:s|en|ing)?|r(?:is(?:es?|en|ing)|ose)|drop(?:s|ped|ping)?|climb(?:s|ed|ing)?|下降|上升|[升降]至)$/i;
const comparing = /^(?:higher|lower|greater|larger|smaller|more|less|fewer|[更较][高低多少]|[高低多少]于)$/i;

/**
 * Returns true unless the two words compare different quantities: faster is not smaller. Speed is compared with speed
 * only, since what is faster takes less time.
 */
export function isSameMeasure(one: string, other: string): boolean {
  if (superlative.test(one) !== superlative.test(other)) return false;
  if ((changing.test(one) && comparing.test(other)) || (changing.test(other) && comparing.test(one)))
    return false;
  const [mine, theirs] = [one, other].map((text) => measured.findIndex((words) => words.test(text)));
  if ((preventing.test(one) && (theirs ?? -1) >= 0) || (preventing.test(other) && (mine ?? -1) >= 0))
    return false;
  return mine === theirs || (mine !== 0 && theirs !== 0 && (mine === -1 || theirs === -1));
}

/** Returns the opposite direction, and any other effect unchanged. */
export const reversed = (direction: EffectDirection): EffectDirection =>
  isDirected(direction) ? (opposite[direction] ?? direction) : direction;

/** Compares two effects: the same, contradictory, or neither. */
export function compareDirections(
  mine: EffectDirection,
  theirs: EffectDirection,
): 'same' | 'conflict' | 'unclear' {
  if (mine === theirs) return 'same';
  if (opposite[mine] === theirs && isDirected(mine)) return 'conflict';
  if (mine === 'none' && (isDirected(theirs) || theirs === 'related')) return 'conflict';
  if (theirs === 'none' && (isDirected(mine) || mine === 'related')) return 'conflict';
  if (mine === 'denied' && theirs === 'none') return 'same';
  if (mine === 'none' && theirs === 'denied') return 'same';
  return 'unclear';
}
