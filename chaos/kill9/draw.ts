import { hash } from 'node:crypto';
import { seededRandom } from '../../packages/simulators/src/random.ts';

/** Random choices that depend on the seed and the place they are made at, and on nothing that happened before. */
export type Draw = {
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  /** Draws an item of a list that is not empty. */
  pick<T>(items: readonly T[]): T;
};

/** `place`: whose choices they are, such as process, life, caller and call. */
export function drawAt(seed: number, ...place: (string | number)[]): Draw {
  const random = seededRandom(Number.parseInt(hash('sha256', [seed, ...place].join('/')).slice(0, 8), 16));
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  return {
    between,
    chance: (probability) => random() < probability,
    pick: <T>(items: readonly T[]) => items[between(0, items.length - 1)] as T,
  };
}
