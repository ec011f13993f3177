import { checkerModel } from '../classifier/model.ts';

/** What a stem weighs that the training abstracts never had: it is rare. */
const unseen = 7;

/** How much a stem tells of what a text is about: its inverse document frequency in abstracts, 0 for one in all of them. */
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
