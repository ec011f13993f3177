import { locateQuote } from '@citewell/citation-checker/locate.ts';

/**
 * Returns true if a text contains a quotation: short ones ("mice") may differ in case, longer ones in spaces and
 * punctuation too.
 */
export function isQuotedIn(quote: string, text: string): boolean {
  return text.toLowerCase().includes(quote.toLowerCase()) || locateQuote(quote, text) !== undefined;
}
