import type { Difference } from '@citewell/citation-checker/align.ts';
import type { Comparison } from '@citewell/citation-checker/comparison.ts';
import type { Token } from '@citewell/citation-checker/reading/tokens.ts';
import { areOpposite, findDirections } from '@citewell/citation-checker/statements/directions.ts';
import { nothingChanged } from '@citewell/citation-checker/statements/no-effect.ts';
import { checkComparison } from './check-comparison.ts';

/**
 * True where a sentence says another thing than the record's sentences that come closest to it: it points the other way, has an
 * effect where they have none or none where they have one, or is one of them with a telling word or number changed. It refuses
 * what a model wrote, who read nothing but these; it is no ground to call a sentence wrong, and gives no verdict.
 */
export function departsFromClosest(comparison: Comparison): boolean {
  if (comparison.verbatim) return false;
  // Figures in the order that the sentence gives them settle which way it points.
  const isSettled =
    checkComparison(comparison.claim.text) === 'fits' && comparison.numbers.every(({ found }) => found);
  return isEdited(comparison) || (!isSettled && (pointsElsewhere(comparison) || differsInEffect(comparison)));
}

const closestTo = ({ ranked }: Comparison): string[] =>
  ranked.slice(0, 2).map(({ sentence }) => sentence.text);

/** True where a sentence points one way and the two that come closest to it point only the other. */
function pointsElsewhere(comparison: Comparison): boolean {
  const own = findDirections(comparison.claim.text);
  const theirs = closestTo(comparison).flatMap((text) => findDirections(text));
  const isSame = own.some((one) => theirs.some(({ axis, side }) => axis === one.axis && side === one.side));
  return !isSame && own.some((one) => theirs.some((other) => areOpposite(one, other)));
}

/** True where a sentence says that nothing changed and neither of the two closest does, or the other way round. */
function differsInEffect(comparison: Comparison): boolean {
  const closest = closestTo(comparison);
  if (closest.length === 0) return false;
  if (nothingChanged(comparison.claim.text)) return !closest.some((text) => nothingChanged(text));
  return findDirections(comparison.claim.text).length > 0 && closest.every((text) => nothingChanged(text));
}

/** Words whose loss or addition changes what a sentence says, by what they do to it. */
const telling = {
  denies: /^(?:not|no|never|without|不|未|无|没)$/i,
  doubts: /^(?:may|might|could|possibly|potentially|可|能)$/i,
  widens: /^(?:all|always|every|only|均|全|都)$/i,
  proves: /^(?:proven?|cures?)$/i,
};
/** Maximum number of words left out: of more, nobody knows what the telling one among them belonged to. */
const shortest = 4;

/** True where a sentence is one of the record's own, of which a telling word or a number was exchanged, added or left out, or two words changed places. */
function isEdited({ claim, source }: Comparison): boolean {
  if (!source) return false;
  const { differences } = source.alignment;
  return differences.some(
    (one) =>
      isTelling(one) ||
      hasSwappedSides(one, claim.text, source.sentence.text) ||
      differences.some((other) => areSwapped(one, other)),
  );
}

function isTelling({ claim, evidence }: Difference): boolean {
  const has = (side: readonly Token[], words: RegExp) => side.some(({ text }) => words.test(text));
  const hasNumber = (side: readonly Token[]) => side.some(({ kind }) => kind === 'number');
  if (hasNumber(claim) && hasNumber(evidence)) return true;
  return (
    evidence.length <= shortest &&
    Object.values(telling).some((words) => has(claim, words) !== has(evidence, words))
  );
}

/** True where a direction stands in the place of its opposite; of Chinese words one character may be the same. */
function hasSwappedSides({ claim, evidence }: Difference, mine: string, theirs: string): boolean {
  const directions = (text: string, tokens: readonly Token[]) =>
    findDirections(text).filter(({ start, end }) =>
      tokens.some((token) => token.start < end && start < token.end),
    );
  const own = directions(mine, claim);
  return (
    own.length > 0 && directions(theirs, evidence).some((other) => own.some((one) => areOpposite(one, other)))
  );
}

/** True where what one place has instead is what the other has lost: "A than B" for "B than A". */
function areSwapped(one: Difference, other: Difference): boolean {
  const share = (mine: readonly Token[], theirs: readonly Token[]) =>
    mine.some(({ stem, empty }) => !empty && theirs.some((token) => token.stem === stem));
  return one !== other && share(one.claim, other.evidence) && share(one.evidence, other.claim);
}
