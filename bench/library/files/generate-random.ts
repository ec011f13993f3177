import { seededRandom } from '../../../packages/simulators/src/random.ts';

/** Generator of numbers in [0, 1). */
export type Random = () => number;

/** Returns the random numbers of one item of many, independent of earlier items, so that any part can be generated alone. */
export function randomOf(seed: number, place: number): Random {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(place + 1, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return seededRandom(mixed ^ (mixed >>> 13));
}

/** Draws a whole number from 0 to below `end`. */
export function below(random: Random, end: number): number {
  return Math.floor(random() * end);
}

/** Draws an item of a non-empty list. */
export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[below(random, items.length)] as Item;
}

/** Draws a number from 1 to `end`, with k about k times as rare as 1, like the frequencies of words, names and journals. */
export function zipf(random: Random, end: number): number {
  return Math.min(end, Math.floor(Math.exp(random() * Math.log(end + 1))));
}

/** Draws a share of the list, in its order. */
export function some<Item>(random: Random, items: readonly Item[], share: number): Item[] {
  return items.filter(() => random() < share);
}
