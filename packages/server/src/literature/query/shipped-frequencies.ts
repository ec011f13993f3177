import { readFileSync } from 'node:fs';
import type { TermStatistics } from '@citewell/core/records/term-statistics.ts';

let shipped: { records: number; documentFrequencies: Map<string, number> } | undefined;

/** Loads the frequencies of words in biomedical abstracts (made by eval/word-frequencies.ts) once. */
export function shippedFrequencies(): TermStatistics {
  if (shipped) return shipped;
  const documentFrequencies = new Map<string, number>();
  let records = 0;
  for (const line of readFileSync(new URL('./word-frequencies.tsv', import.meta.url), 'utf8').split('\n')) {
    const [term, count] = line.split('\t');
    if (term === '# records') records = Number(count);
    else if (term && count && !term.startsWith('#')) documentFrequencies.set(term, Number(count));
  }
  shipped = { records, documentFrequencies };
  return shipped;
}
