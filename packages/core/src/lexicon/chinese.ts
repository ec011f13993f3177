import { readFileSync } from 'node:fs';

/** A Chinese word and its English wordings, the usual one first. */
export type ChineseEntry = {
  wordings: readonly string[];
  general: boolean;
  /** A word that people say, a brand or a further name: questions are read by it and no text is written with it. */
  isSpoken?: true;
};

/** Chinese words by how they are written. */
export type ChineseEntries = Iterable<readonly [zh: string, ChineseEntry]> & {
  has(zh: string): boolean;
  get(zh: string): ChineseEntry | undefined;
};

export type ChineseLexicon = {
  entries: ChineseEntries;
  /** Length of the longest known word that begins with this UTF-16 unit; 0 where none does. */
  longestFrom(first: string): number;
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

/** Lines of word lists, read when a word is looked up: a question has a few of some sixty thousand. The first list that has a word tells it. */
class WordLines {
  /** The lists, one behind the other, and the places at which each begins. */
  readonly #text: string;
  readonly #starts: number[] = [];
  /** Places at which the wordings of each word begin. */
  readonly #places = new Map<string, number>();
  /** Length of the longest word by its first UTF-16 unit. */
  readonly #longest = new Map<string, number>();

  constructor(files: readonly URL[]) {
    let length = 0;
    const texts = files.map((file) => {
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
        this.#longest.set(zh.charAt(0), Math.max(this.longestFrom(zh.charAt(0)), zh.length));
      }
      at = end + 1;
    }
  }

  longestFrom(first: string): number {
    return this.#longest.get(first) ?? 0;
  }

  words(): Iterable<string> {
    return this.#places.keys();
  }

  has(zh: string): boolean {
    return this.#places.has(zh);
  }

  /** The wordings of a word, and the number of the list that has it. */
  get(zh: string): { wordings: string[]; list: number } | undefined {
    const place = this.#places.get(zh);
    if (place === undefined) return undefined;
    let list = 0;
    while (place >= (this.#starts[list + 1] ?? Number.POSITIVE_INFINITY)) list++;
    return { wordings: this.#text.slice(place, this.#text.indexOf('\n', place)).split(' | '), list };
  }
}

class EntriesOfLists implements ChineseEntries {
  readonly #lines = new WordLines(sources.map(({ file }) => file));

  longestFrom(first: string): number {
    return this.#lines.longestFrom(first);
  }

  has(zh: string): boolean {
    return this.#lines.has(zh);
  }

  get(zh: string): ChineseEntry | undefined {
    const line = this.#lines.get(zh);
    const source = sources[line?.list ?? 0];
    if (!line || !source) return undefined;
    const { general, isSpoken } = source;
    return { wordings: line.wordings, general, ...(isSpoken && { isSpoken }) };
  }

  *[Symbol.iterator](): Iterator<readonly [string, ChineseEntry]> {
    for (const zh of this.#lines.words()) yield [zh, this.get(zh) as ChineseEntry];
  }
}

let known: EntriesOfLists | undefined;

/** All Chinese words that are known, read once. */
export function chineseLexicon(): ChineseLexicon {
  known ??= new EntriesOfLists();
  return lexiconOf(known);
}

/** The known words and those in which studies are reported. */
class EntriesOfReports implements ChineseEntries {
  readonly #known = chineseLexicon();
  readonly #report = new WordLines([new URL('./report-words.tsv', import.meta.url)]);

  longestFrom(first: string): number {
    return Math.max(this.#known.longestFrom(first), this.#report.longestFrom(first));
  }

  has(zh: string): boolean {
    return this.#known.entries.has(zh) || this.#report.has(zh);
  }

  get(zh: string): ChineseEntry | undefined {
    const own = this.#report.get(zh);
    const other = this.#known.entries.get(zh);
    if (!own) return other;
    const others = other && !other.general ? other.wordings : [];
    return { wordings: [...new Set([...own.wordings, ...others])], general: false };
  }

  *[Symbol.iterator](): Iterator<readonly [string, ChineseEntry]> {
    const known = Array.from(this.#known.entries, ([zh]) => zh);
    for (const zh of new Set([...known, ...this.#report.words()])) yield [zh, this.get(zh) as ChineseEntry];
  }
}

let ofReports: EntriesOfReports | undefined;

/**
 * The same with the words in which studies are reported, for which a search must not look. The wordings of a word that two lists
 * have are joined, those of reports first.
 */
export function reportLexicon(): ChineseLexicon {
  ofReports ??= new EntriesOfReports();
  return lexiconOf(ofReports);
}

function lexiconOf(entries: EntriesOfLists | EntriesOfReports): ChineseLexicon {
  return { entries, longestFrom: (first) => entries.longestFrom(first) };
}
