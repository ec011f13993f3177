const word = /[\p{L}\p{M}\p{N}]+(?:[-'’.][\p{L}\p{M}\p{N}]+)*/gu;
const operators = new Set(['and', 'or', 'not']);

/** A phrase as long as this is no concept any more. */
const wordsMax = 12;

/**
 * A text as words that no search syntax can take for its own: no brackets, quotes, colons, wildcards or tags are left,
 * and nothing that reads as an operator. Empty where no word with a letter is left: sources read bare numbers as ids.
 */
export function stripQuerySyntax(text: string): string {
  const words = (text.normalize('NFKC').toLowerCase().match(word) ?? []).filter(
    (each) => !operators.has(each),
  );
  return words.some((each) => /\p{L}/u.test(each)) ? words.slice(0, wordsMax).join(' ') : '';
}
