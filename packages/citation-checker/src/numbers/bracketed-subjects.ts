import type { Finding } from '../finding.ts';
import { splitClauses } from '../reading/clauses.ts';
import type { Term } from '../reading/terms.ts';
import { held } from '../statements/arms.ts';
import { topicsOf } from '../statements/topics.ts';
import type { Place } from './figure-places.ts';
import { distinctLabel, type Figure } from './figures.ts';
import { matchQuantity } from './match-quantity.ts';
import { areComparable } from './measures.ts';

/** In a list of outcomes with their numbers in brackets ("admission (2 % v 40 %), death (2 % v 15 %)") one of another outcome. */
export function otherSubject(
  figure: Figure,
  own: readonly Figure[],
  text: string,
  same: readonly Place[],
  places: readonly Place[],
  across: 'same' | 'english',
): Finding | undefined {
  const isBracketed = ({ figure: { quantity }, sentence }: Place) =>
    /[(（][^()（）]*$/.test(sentence.text.slice(Math.max(0, quantity.start - 24), quantity.start)) &&
    // What follows names no arm.
    /^[^()（）]*[)）]\s*(?:[,;.，；。]|and\b|$)/.test(sentence.text.slice(quantity.end, quantity.end + 100));
  if (!same.every(isBracketed)) return undefined;
  const clause = splitClauses(text).find(({ end }) => figure.quantity.start < end);
  const said = topicsOf(clause?.text ?? text, across);
  let instead: Figure | undefined;
  for (const { figure: found, sentence } of same) {
    const rival = places.find(
      (place) =>
        place.sentence === sentence &&
        isBracketed(place) &&
        !own.some(({ quantity }) => matchQuantity(quantity, place.figure.quantity) !== undefined) &&
        areComparable(found, place.figure) &&
        matchQuantity(figure.quantity, place.figure.quantity) === undefined &&
        isSaid(distinctLabel(place.figure, [found]), said) &&
        held(distinctLabel(found, [place.figure]), said) === 0 &&
        found.label.length > 0,
    );
    if (!rival) return undefined;
    instead ??= rival.figure;
  }
  return (
    instead && {
      kind: 'numeric',
      force: 'certain',
      claim: figure.quantity.text.trim(),
      evidence: instead.quantity.text.trim(),
    }
  );
}

const isSaid = (label: readonly Term[], said: readonly Term[]): boolean =>
  label.length > 0 && held(label, said) >= allSaid;
const allSaid = 0.9;
