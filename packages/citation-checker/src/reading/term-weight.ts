import { checkerModel } from '../classifier/model.ts';

/** Weight of a stem that never occurs in the training abstracts, and is therefore rare. */
const unseen = 7;

/** Returns how informative a stem is: its inverse document frequency in abstracts, 0 if all contain it. */
export function termWeight(stem: string): number {
  return checkerModel().weights.get(stem.startsWith('~') ? stem.slice(1) : stem) ?? unseen;
}

/** Weighted share of the stems of one that the other has too, 0 to 1. */
export function sharedWeight(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let [common, all] = [0, 0];
  for (const stem of one) {
    const weight = termWeight(stem);
    all += weight;
    if (other.has(stem)) common += weight;
  }
  return all === 0 ? 0 : common / all;
}
