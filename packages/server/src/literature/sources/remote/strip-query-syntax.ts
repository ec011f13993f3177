const word = /[\p{L}\p{M}\p{N}]+(?:[-'’.][\p{L}\p{M}\p{N}]+)*/gu;
const operators = new Set(['and', 'or', 'not']);

/** Maximum length of a phrase that is still a concept. */
const wordsMax = 12;

/**
 * Reduces a text to words that no search syntax can interpret: without brackets, quotes, colons, wildcards, tags or
 * operators. Empty if no word with a letter is left, since sources read bare numbers as ids.
 */
export function stripQuerySyntax(text: string): string {
  const words = (text.normalize('NFKC').toLowerCase().match(word) ?? []).filter(
    (each) => !operators.has(each),
  );
  return words.some((each) => /\p{L}/u.test(each)) ? words.slice(0, wordsMax).join(' ') : '';
}
