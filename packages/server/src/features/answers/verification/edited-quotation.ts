import type { Difference } from '@citewell/citation-checker/align-tokens.ts';
import type { Comparison } from '@citewell/citation-checker/comparison.ts';
import type { ReadText, Token } from '@citewell/citation-checker/reading/tokens.ts';
import { areOpposite, findPolarityCues } from '@citewell/citation-checker/statements/polarity-cues.ts';

/** Words whose omission or addition changes the meaning of a sentence, by their function. */
const telling = {
  denies: /^(?:not|no|none|never|without|不|未|无|没)$/i,
  doubts: /^(?:may|might|could|possibly|potentially|可|能)$/i,
  widens: /^(?:all|always|every|only|均|全|都)$/i,
  proves: /^(?:proven?|cures?)$/i,
};
/** Maximum number of omitted words: beyond it, the context of the decisive word is unknown. */
const shortest = 4;

/**
 * Returns true if a sentence is one of the record's own with a decisive word or a number replaced, added or omitted, or
 * with two words exchanged: an altered quotation, which a writer that read nothing else cannot know to be true.
 */
export function isEditedQuotation({ claim, derivedFrom, verbatimSpan }: Comparison): boolean {
  if (!derivedFrom || verbatimSpan) return false;
  const { sentence, alignment } = derivedFrom;
  return alignment.differences.some(
    (one) =>
      isDistinctive(one, claim, sentence) ||
      hasSwappedSides(one, claim.text, sentence.text) ||
      alignment.differences.some((other) => areSwapped(one, other)),
  );
}

function isDistinctive({ claim, evidence }: Difference, mine: ReadText, theirs: ReadText): boolean {
  const numbersOf = (side: readonly Token[]) => side.filter(({ kind }) => kind === 'number');
  // A number that the sentence has elsewhere was moved, not replaced.
  const isReplaced = ({ text }: Token) => !theirs.tokens.some((token) => token.text === text);
  if (numbersOf(evidence).length > 0 && numbersOf(claim).some(isReplaced)) return true;
  const count = (side: readonly Token[], words: RegExp) => side.filter(({ text }) => words.test(text)).length;
  return (
    evidence.length <= shortest &&
    Object.values(telling).some(
      (words) =>
        count(claim, words) > 0 !== count(evidence, words) > 0 &&
        count(mine.tokens, words) !== count(theirs.tokens, words),
    )
  );
}

/** Returns true if a direction was replaced by its opposite; Chinese words may share one character. */
function hasSwappedSides({ claim, evidence }: Difference, mine: string, theirs: string): boolean {
  const directions = (text: string, tokens: readonly Token[]) =>
    findPolarityCues(text).filter(
      ({ axis, start, end }) =>
        axis !== 'order' && tokens.some((token) => token.start < end && start < token.end),
    );
  const own = directions(mine, claim);
  return (
    own.length > 0 && directions(theirs, evidence).some((other) => own.some((one) => areOpposite(one, other)))
  );
}

/** Returns true if two replacements exchange the same words: "A than B" for "B than A". */
function areSwapped(one: Difference, other: Difference): boolean {
  const share = (mine: readonly Token[], theirs: readonly Token[]) =>
    mine.some(({ stem, empty }) => !empty && theirs.some((token) => token.stem === stem));
  return one !== other && share(one.claim, other.evidence) && share(one.evidence, other.claim);
}
