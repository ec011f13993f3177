import { readLexicon } from './read-lexicon.ts';

/** A Chinese word and its English wordings, the usual one first. */
export type ChineseEntry = {
  wordings: readonly string[];
  general: boolean;
  /** A word that people say, a brand or a further name: questions are read by it and no text is written with it. */
  isSpoken?: true;
  /** Further wordings of a general dictionary: for comparing it with a text that settles what is meant. */
  glosses?: readonly string[];
  /** No other list has it: it is read only where those have nothing for its characters. */
  isLast?: true;
};

/**
 * Our own medical list first, then words that people say, then the glossary of an epidemic, then words of a general dictionary: those are `general`,
 * their first gloss need not be the one a medical text means.
 */
const sources = [
  { file: new URL('../text/zh-en.tsv', import.meta.url), general: false },
  { file: new URL('./spoken.tsv', import.meta.url), general: false, isSpoken: true as const },
  { file: new URL('./tico-19.tsv', import.meta.url), general: false },
  { file: new URL('./cc-cedict.tsv', import.meta.url), general: true },
];

/** Chinese words by how they are written, and how long the longest of them is. */
export type ChineseLexicon = { entries: ReadonlyMap<string, ChineseEntry>; longest: number };

let entries: Map<string, ChineseEntry> | undefined;
let longest = 0;

/** All Chinese words that are known, read once. */
export function chineseLexicon(): ChineseLexicon {
  if (!entries) {
    entries = new Map();
    for (const { file, ...kind } of sources)
      for (const [zh, ...wordings] of readLexicon(file)) {
        if (entries.has(zh)) continue;
        entries.set(zh, { wordings, ...kind });
        longest = Math.max(longest, zh.length);
      }
  }
  return { entries, longest };
}

let ofReports: ChineseLexicon | undefined;

/**
 * The same with the words in which studies are reported, and with the words of a general dictionary that our own lists lack, each
 * with all its glosses. A search must not look for those. The wordings of a word that two lists have are joined, those of reports
 * first.
 */
export function reportLexicon(): ChineseLexicon {
  if (!ofReports) {
    const known = chineseLexicon();
    const all = new Map(known.entries);
    let most = known.longest;
    for (const [zh, ...own] of readLexicon(new URL('./report-words.tsv', import.meta.url))) {
      const others = known.entries.get(zh);
      const wordings = [...new Set([...own, ...(others && !others.general ? others.wordings : [])])];
      all.set(zh, { wordings, general: false });
      most = Math.max(most, zh.length);
    }
    for (const [zh, ...glosses] of readLexicon(new URL('./cc-cedict-words.tsv', import.meta.url))) {
      const known = all.get(zh);
      all.set(
        zh,
        known
          ? { ...known, glosses }
          : { wordings: glosses.slice(0, 1), general: true, glosses, isLast: true },
      );
      most = Math.max(most, zh.length);
    }
    ofReports = { entries: all, longest: most };
  }
  return ofReports;
}
