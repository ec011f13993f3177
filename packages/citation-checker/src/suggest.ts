import { detectLanguage } from '@citewell/core/text/language.ts';
import { type CheckInput, checkByRules } from './check.ts';
import { matchQuantity } from './numbers/match-quantity.ts';
import { readQuantities } from './reading/quantities.ts';

/**
 * Corrects a sentence in which one value was replaced by another: the sentence with the abstract's own value in its place.
 * Undefined where anything else differs, or where the corrected sentence is not itself demonstrated to be supported.
 */
export function suggest(input: CheckInput, { proof } = checkByRules(input)): string | undefined {
  const conflict = proof?.decidedBy?.conflict;
  if (!conflict?.replacement) return undefined;
  const { start, end, text } = conflict.replacement;
  // Citation markers were left out of what was read, and places behind them have moved.
  if (input.sentence.slice(start, end).trim() !== conflict.claim) return undefined;
  const candidate = input.sentence.slice(0, start) + text + input.sentence.slice(end);
  return candidate !== input.sentence && isSound(candidate, input) ? candidate : undefined;
}

/** Tells whether a corrected sentence may leave, whoever proposed it: it is checked like any other. */
export function isSound(candidate: string, input: CheckInput): boolean {
  if (!isWhole(candidate, input)) return false;
  const { article } = input;
  const { verdict } = checkByRules({ sentence: candidate, article });
  // Across languages little can be demonstrated.
  const isCross = detectLanguage(candidate) !== detectLanguage(article.abstract);
  return isCross ? verdict !== 'deviates' : verdict === 'supported';
}

/** True for a sentence with balanced brackets whose numbers all stand in the abstract. */
function isWhole(candidate: string, { article }: CheckInput): boolean {
  if (candidate.trim() === '' || candidate.length > 4_000 || !isBalanced(candidate)) return false;
  return hasOnlyItsNumbers(candidate, `${article.title}\n${article.abstract}`);
}

/** True where every bracket that is opened is closed, and no pair is empty. */
function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if ('([（［'.includes(character)) depth++;
    else if (')]）］'.includes(character)) depth--;
    if (depth < 0) return false;
  }
  return depth === 0 && !/[(（[][\s,;，；]*[)）\]]/.test(text);
}

/** True where every number of the one text stands in the other. */
export function hasOnlyItsNumbers(candidate: string, source: string): boolean {
  const known = readQuantities(source);
  return readQuantities(candidate).every(
    (quantity) => quantity.small || known.some((other) => matchQuantity(quantity, other) !== undefined),
  );
}
