import { readLexicon } from './read-lexicon.ts';

/** A Chinese word and its English wordings, the usual one first. */
export type ChineseEntry = { wordings: readonly string[]; general: boolean };

/**
 * Our own medical list first, then the glossary of an epidemic, then words of a general dictionary: those are `general`,
 * their first gloss need not be the one a medical text means.
 */
const sources = [
  { file: new URL('../text/zh-en.tsv', import.meta.url), general: false },
  { file: new URL('./tico-19.tsv', import.meta.url), general: false },
  { file: new URL('./cc-cedict.tsv', import.meta.url), general: true },
];

let entries: Map<string, ChineseEntry> | undefined;
let longest = 0;

/** All Chinese words that are known, read once. */
export function chineseLexicon(): { entries: ReadonlyMap<string, ChineseEntry>; longest: number } {
  if (!entries) {
    entries = new Map();
    for (const { file, general } of sources)
      for (const [zh, ...wordings] of readLexicon(file)) {
        if (entries.has(zh)) continue;
        entries.set(zh, { wordings, general });
        longest = Math.max(longest, zh.length);
      }
  }
  return { entries, longest };
}
