import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Article } from '../packages/core/src/records/article.ts';
import { scanTerms } from '../packages/core/src/text/words.ts';
import { loadCollection } from './collections.ts';

/** Words in fewer records than this say little by their number, and are three quarters of all words. */
const holdersMin = 4;

const wordFrequenciesFile = fileURLToPath(
  new URL('../packages/server/src/literature/ranking/word-frequencies.tsv', import.meta.url),
);

/** Counts in how many abstracts each term stands, and writes the list that is shipped. Undefined where the data is absent. */
export function countWords(): { records: number; terms: number; file: string } | undefined {
  // PubMedQA's and MEDLARS' records stay out: the one has questions to measure with, the other no licence to ship.
  const records = loadCollection('scifact');
  if (!records) return undefined;
  const counted = holdersOf(records);
  const rows = [...counted]
    .filter(([, holders]) => holders >= holdersMin)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(
    wordFrequenciesFile,
    `# index term<TAB>records that hold it, of ${records.length}; counted by npm run eval -- count-words\n` +
      '# Counts of the words of the abstracts of SciFact (ODC-By 1.0, Allen Institute for AI, from S2ORC).\n' +
      `# records\t${records.length}\n${rows.map(([term, holders]) => `${term}\t${holders}\n`).join('')}`,
  );
  return { records: records.length, terms: rows.length, file: wordFrequenciesFile };
}

function holdersOf(records: readonly Article[]): Map<string, number> {
  const counted = new Map<string, number>();
  for (const { title, abstract } of records) {
    const terms = new Set<string>();
    for (const text of [title, ...abstract.map(({ text }) => text)])
      scanTerms(text, (term) => terms.add(term));
    for (const term of terms) counted.set(term, (counted.get(term) ?? 0) + 1);
  }
  return counted;
}
