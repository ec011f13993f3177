import type { Comparison } from '../comparison.ts';
import type { Finding } from '../finding.ts';
import { type Place, placesIn } from '../numbers/figure-places.ts';
import { distinctLabel, type Figure, readFigures } from '../numbers/figures.ts';
import { matchQuantity } from '../numbers/match-quantity.ts';
import { areComparable, isFinding } from '../numbers/measures.ts';
import { held } from '../statements/arms.ts';

const between = /^[^\p{L}\d]*(?:vs?\.?|versus|and|against|与|和|对|比|vs\.?)[^\p{L}\d]*$/iu;

/** Numbers that stand beside one another in a text, one for each arm: "60.7 % v 86.8 %", 分别为12%和20%. */
function pairsIn<T extends { figure: Figure }>(
  figures: readonly T[],
  textOf: (one: T, other: T) => string | undefined,
): [T, T][] {
  const pairs: [T, T][] = [];
  const estimates = figures.filter(
    ({ figure: { measure, quantity } }) =>
      isFinding(quantity) && !['low', 'high', 'range', 'spread', 'level'].includes(measure),
  );
  for (let index = 0; index + 1 < estimates.length; index++) {
    const one = estimates[index];
    // "20 % (10/51) v 63 % (29/46)": counts in brackets stand between.
    const other: T | undefined = estimates
      .slice(index + 1, index + 5)
      .find((each) => one && areComparable(one.figure, each.figure));
    const text = one && other && textOf(one, other);
    if (one && other && text !== undefined && between.test(text.replace(/[(（[][^()（）\]]*[)）\]]/gu, ' ')))
      pairs.push([one, other]);
  }
  return pairs;
}

/**
 * Two numbers in the other order than the abstract has them: right where the arms stand in the other order, too. What the
 * labels do not tell is left open.
 */
export function pairFindings({ claim, abstract, verbatim, cross }: Comparison): Finding[] {
  if (verbatim) return [];
  const across = cross ? 'english' : 'same';
  const own = pairsIn(
    readFigures(claim, across).map((figure) => ({ figure })),
    (one, other) => claim.text.slice(one.figure.quantity.end, other.figure.quantity.start),
  );
  if (own.length === 0 || own.length > pairsMax) return [];
  const theirs = pairsIn(placesIn(abstract, across), (one, other) =>
    one.sentence === other.sentence
      ? one.sentence.text.slice(one.figure.quantity.end, other.figure.quantity.start)
      : undefined,
  );
  const agree = ([one, other]: [{ figure: Figure }, { figure: Figure }], [a, b]: [Place, Place]) =>
    matchQuantity(one.figure.quantity, a.figure.quantity) !== undefined &&
    matchQuantity(other.figure.quantity, b.figure.quantity) !== undefined;
  return own.flatMap((mine): Finding[] => {
    const [{ figure: one }, { figure: other }] = mine;
    if (one.quantity.value === other.quantity.value || theirs.some((each) => agree(mine, each))) return [];
    const turned = theirs.find(([a, b]) => agree(mine, [b, a]));
    if (!turned || labelsTell(one, other, turned[1].figure, turned[0].figure)) return [];
    const [a, b] = turned;
    return [
      {
        kind: 'comparator',
        force: 'doubt',
        claim: claim.text.slice(one.quantity.start, other.quantity.end),
        evidence: a.sentence.text.slice(a.figure.quantity.start, b.figure.quantity.end),
      },
    ];
  });
}

/** No sentence has more; a text of nothing else must not take its square in time. */
const pairsMax = 20;
const labelled = 0.6;

/** Returns true if both texts assign their numbers to arms, in the same way. */
function labelsTell(one: Figure, other: Figure, a: Figure, b: Figure): boolean {
  const [mine, theirs] = [distinctLabel(a, [b]), distinctLabel(b, [a])];
  const first = held(mine, one.label) >= labelled && held(mine, other.label) < labelled;
  const second = held(theirs, other.label) >= labelled && held(theirs, one.label) < labelled;
  return (mine.length > 0 && first) || (theirs.length > 0 && second);
}
