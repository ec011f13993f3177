import { hash } from 'node:crypto';
import { seededRandom } from '../../packages/simulators/src/random.ts';

/** Random choices that depend only on the seed and on the place where they are made. */
export type Draw = {
  /** Draws a whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  /** Draws an item of a non-empty list. */
  pick<T>(items: readonly T[]): T;
};

/** `place`: identifies the choices, such as by process, life, caller and call. */
export function drawAt(seed: number, ...place: (string | number)[]): Draw {
  const random = seededRandom(Number.parseInt(hash('sha256', [seed, ...place].join('/')).slice(0, 8), 16));
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  return {
    between,
    chance: (probability) => random() < probability,
    pick: <T>(items: readonly T[]) => items[between(0, items.length - 1)] as T,
  };
}
