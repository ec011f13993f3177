import type { EvidenceSentence, ReadAbstract } from '../locate.ts';
import { type Figure, figuresIn } from './figures.ts';
import { matchQuantity } from './match-quantity.ts';
import { areComparable } from './measures.ts';

/** A number of the abstract in its sentence. */
export type Place = { figure: Figure; sentence: EvidenceSentence };

/** More than an abstract has: each is compared with each number of the sentence, more than once. */
const placesMax = 400;

/** Every number of the abstract with what it is. */
export function placesIn({ sentences }: ReadAbstract, across: 'same' | 'english'): Place[] {
  return sentences
    .filter(({ quantities }) => quantities.length > 0)
    .flatMap((sentence) => figuresIn(sentence, across).map((figure): Place => ({ figure, sentence })))
    .slice(0, placesMax);
}

/** Returns the places where the abstract has a number of the sentence; p = 0.05 does not match 5 %. */
export function samePlaces(figure: Figure, places: readonly Place[]): Place[] {
  return places.filter(
    ({ figure: other }) =>
      other.quantity.kind !== 'p' && matchQuantity(figure.quantity, other.quantity) !== undefined,
  );
}

/** Numbers of its kind that the abstract has and the sentence has not: what it may have been taken for. */
export function rivalPlaces(figure: Figure, own: readonly Figure[], places: readonly Place[]): Place[] {
  return places.filter(
    ({ figure: other }) =>
      areComparable(figure, other) &&
      !own.some(({ quantity }) => matchQuantity(quantity, other.quantity) !== undefined),
  );
}
