import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stemsOf } from '../packages/citation-checker/src/reading/terms.ts';
import { readText } from '../packages/citation-checker/src/reading/tokens.ts';
import type { Article } from '../packages/core/src/records/article.ts';
import { scanTerms } from '../packages/core/src/text/words.ts';
import { loadClaims } from './citation-sets.ts';
import { loadCollection } from './collections.ts';

/** Minimum number of records: the frequency of rarer words says little, and they are three quarters of all words. */
const documentFrequencyMin = 4;

const wordFrequenciesFile = fileURLToPath(
  new URL('../packages/server/src/literature/query/word-frequencies.tsv', import.meta.url),
);

/** Counts the abstracts that contain each term, and writes the shipped list. Undefined without the data. */
export function countWords(): { records: number; terms: number; file: string } | undefined {
  // PubMedQA's and MEDLARS' records are excluded: the former has questions for measuring, the latter no license to ship.
  const records = loadCollection('scifact');
  if (!records) return undefined;
  const counted = documentFrequencies(records);
  const rows = [...counted]
    .filter(([, frequency]) => frequency >= documentFrequencyMin)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(
    wordFrequenciesFile,
    `# index term<TAB>records that hold it, of ${records.length}; counted by npm run eval -- count-words\n` +
      '# Counts of the words of the abstracts of SciFact (ODC-By 1.0, Allen Institute for AI, from S2ORC).\n' +
      `# records\t${records.length}\n${rows.map(([term, frequency]) => `${term}\t${frequency}\n`).join('')}`,
  );
  return { records: records.length, terms: rows.length, file: wordFrequenciesFile };
}

function documentFrequencies(records: readonly Article[]): Map<string, number> {
  const counted = new Map<string, number>();
  for (const { title, abstract } of records) {
    const terms = new Set<string>();
    for (const text of [title, ...abstract.map(({ text }) => text)])
      scanTerms(text, (term) => terms.add(term));
    for (const term of terms) counted.set(term, (counted.get(term) ?? 0) + 1);
  }
  return counted;
}

const stemWeightsFile = fileURLToPath(
  new URL('../packages/citation-checker/src/reading/stem-weights.tsv', import.meta.url),
);

/**
 * Weights each stem by its inverse document frequency, ln((n + 1) / n_stem), in the abstracts of the training claims, and
 * writes the list that the citation checker ships. Undefined without the data.
 */
export function weighStems(): { abstracts: number; stems: number; file: string } | undefined {
  const [scifact, citint] = [loadClaims('scifact-train'), loadClaims('citint-train')];
  if (!scifact || !citint) return undefined;
  const abstracts = new Set([...scifact, ...citint].map(({ abstract }) => abstract));
  const frequencies = new Map<string, number>();
  for (const text of abstracts)
    for (const stem of stemsOf(readText(text), 'same'))
      frequencies.set(stem, (frequencies.get(stem) ?? 0) + 1);
  const rows = [...frequencies]
    .filter(([stem, count]) => count >= documentFrequencyMin && !/^[#~]|\*$/.test(stem))
    .map(([stem, count]) => [stem, Number(Math.log((abstracts.size + 1) / count).toFixed(2))] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(
    stemWeightsFile,
    '# stem<TAB>inverse document frequency; counted by npm run eval -- count-words\n' +
      '# Counts of the words of the abstracts that the training claims of SciFact (Wadden et al. 2020; abstracts ODC-By 1.0) and\n' +
      `# Citation-Integrity (Sarol et al. 2024; MIT) cite.\n${rows.map(([stem, weight]) => `${stem}\t${weight}\n`).join('')}`,
  );
  return { abstracts: abstracts.size, stems: rows.length, file: stemWeightsFile };
}
