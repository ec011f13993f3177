import type { TermStatistics } from '@citewell/core/records/term-statistics.ts';
import { shippedFrequencies } from '../query/shipped-frequencies.ts';

/**
 * Computes the weight of a term: ln(1 + (N − n + 0.5) / (n + 0.5)), BM25's inverse document frequency in its
 * non-negative form. Counts combine the shipped list and, if given, the records of the library: a small library does
 * not know how common a word is, and beside a large one the list is negligible.
 */
export function termWeights(statistics: TermStatistics | undefined): (term: string) => number {
  const known = shippedFrequencies();
  const weights = new Map<string, number>();
  return (term) => {
    let weight = weights.get(term);
    if (weight === undefined) {
      const counted = statistics?.documentFrequencies.get(term);
      // A term that was not looked up in the library is judged by the list alone.
      const records = known.records + (counted === undefined ? 0 : (statistics?.records ?? 0));
      const documentFrequencies = (known.documentFrequencies.get(term) ?? 0) + (counted ?? 0);
      weight = Math.log(1 + (records - documentFrequencies + 0.5) / (documentFrequencies + 0.5));
      weights.set(term, weight);
    }
    return weight;
  };
}
