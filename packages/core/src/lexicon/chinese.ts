import { readFileSync } from 'node:fs';
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

/** Chinese words by how they are written. */
export type ChineseEntries = Iterable<readonly [zh: string, ChineseEntry]> & {
  has(zh: string): boolean;
  get(zh: string): ChineseEntry | undefined;
};

/** The known words, and how long the longest of them is. */
export type ChineseLexicon = { entries: ChineseEntries; longest: number };

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

/** Words whose entries are read from their lines when they are looked up: a question has a few of some thirty thousand. */
class EntriesOfLists implements ChineseEntries {
  longest = 0;
  /** The lists, one behind the other, and the places at which each begins. */
  readonly #text: string;
  readonly #starts: number[] = [];
  /** Places at which the wordings of each word begin. */
  readonly #places = new Map<string, number>();

  constructor() {
    let length = 0;
    const texts = sources.map(({ file }) => {
      const text = `${readFileSync(file, 'utf8').trimEnd()}\n`;
      this.#starts.push(length);
      length += text.length;
      return text;
    });
    this.#text = texts.join('');
    for (let at = 0; at < length; ) {
      const end = this.#text.indexOf('\n', at);
      const tab = this.#text.indexOf('\t', at);
      const zh = this.#text.slice(at, tab);
      if (this.#text[at] !== '#' && tab < end && !this.#places.has(zh)) {
        this.#places.set(zh, tab + 1);
        this.longest = Math.max(this.longest, zh.length);
      }
      at = end + 1;
    }
  }

  has(zh: string): boolean {
    return this.#places.has(zh);
  }

  get(zh: string): ChineseEntry | undefined {
    const place = this.#places.get(zh);
    return place === undefined ? undefined : this.#entryAt(place);
  }

  *[Symbol.iterator](): Iterator<readonly [string, ChineseEntry]> {
    for (const [zh, place] of this.#places) yield [zh, this.#entryAt(place)];
  }

  #entryAt(place: number): ChineseEntry {
    let list = 0;
    while (place >= (this.#starts[list + 1] ?? Number.POSITIVE_INFINITY)) list++;
    const wordings = this.#text.slice(place, this.#text.indexOf('\n', place)).split(' | ');
    const general = sources[list]?.general ?? true;
    return sources[list]?.isSpoken ? { wordings, general, isSpoken: true } : { wordings, general };
  }
}

let known: EntriesOfLists | undefined;

/** All Chinese words that are known, read once. */
export function chineseLexicon(): ChineseLexicon {
  known ??= new EntriesOfLists();
  return { entries: known, longest: known.longest };
}

let ofReports: ChineseLexicon | undefined;

/**
 * The same with the words in which studies are reported, and with the words of a general dictionary that our own lists lack, each
 * with all its glosses. A search must not look for those. The wordings of a word that two lists have are joined, those of reports
 * first.
 */
export function reportLexicon(): ChineseLexicon {
  if (!ofReports) {
    const { entries, longest } = chineseLexicon();
    const all = new Map(entries);
    let most = longest;
    for (const [zh, ...own] of readLexicon(new URL('./report-words.tsv', import.meta.url))) {
      const others = entries.get(zh);
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
