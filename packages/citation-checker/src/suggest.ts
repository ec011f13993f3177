import { detectLanguage } from '@citewell/core/text/language.ts';
import { type CheckInput, checkByRules } from './check.ts';
import { matchQuantity } from './numbers/match-quantity.ts';
import { readQuantities } from './reading/quantities.ts';

/**
 * Corrects a sentence in which one value was replaced, by inserting the abstract's own value. Returns undefined if
 * anything else differs, or if the corrected sentence is not itself demonstrably supported.
 */
export function suggest(input: CheckInput, { proof } = checkByRules(input)): string | undefined {
  const conflict = proof?.decidedBy?.conflict;
  if (!conflict?.replacement) return undefined;
  const { start, end, text } = conflict.replacement;
  // Citation markers were removed before reading, which moved later offsets.
  if (input.sentence.slice(start, end).trim() !== conflict.claim) return undefined;
  const candidate = input.sentence.slice(0, start) + text + input.sentence.slice(end);
  return candidate !== input.sentence && isValidSuggestion(candidate, input) ? candidate : undefined;
}

/** Returns true if a corrected sentence may be sent, whoever proposed it: it is checked like any other. */
export function isValidSuggestion(candidate: string, input: CheckInput): boolean {
  if (!isWhole(candidate, input)) return false;
  const { article } = input;
  const { verdict } = checkByRules({ sentence: candidate, article });
  // Across languages little can be demonstrated.
  const isCrossLingual = detectLanguage(candidate) !== detectLanguage(article.abstract);
  return isCrossLingual ? verdict !== 'deviates' : verdict === 'supported';
}

/** Returns true for a sentence with balanced brackets whose numbers all occur in the abstract. */
function isWhole(candidate: string, { article }: CheckInput): boolean {
  if (candidate.trim() === '' || candidate.length > 4_000 || !isBalanced(candidate)) return false;
  return hasOnlyItsNumbers(candidate, `${article.title}\n${article.abstract}`);
}

/** Returns true if every bracket is closed, and no pair is empty. */
function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if ('([（［'.includes(character)) depth++;
    else if (')]）］'.includes(character)) depth--;
    if (depth < 0) return false;
  }
  return depth === 0 && !/[(（[][\s,;，；]*[)）\]]/.test(text);
}

/** Returns true if every number of one text occurs in the other. */
export function hasOnlyItsNumbers(candidate: string, source: string): boolean {
  const known = readQuantities(source);
  return readQuantities(candidate).every(
    (quantity) => quantity.small || known.some((other) => matchQuantity(quantity, other) !== undefined),
  );
}
