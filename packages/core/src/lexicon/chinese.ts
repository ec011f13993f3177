import { readFileSync } from 'node:fs';

/** A Chinese word and its English wordings, the usual one first. */
export type ChineseEntry = {
  wordings: readonly string[];
  general: boolean;
  /** A colloquial word, a brand or an alternative name: used to read questions, never to write text. */
  isSpoken?: true;
  /** A general word whose wordings are our own, all of them accurate. */
  isOurs?: true;
  /** The name of a MeSH heading, which may differ from the words of abstracts: used to read questions. */
  isHeading?: true;
};

/** Chinese words by spelling. */
type ChineseEntries = Iterable<readonly [zh: string, ChineseEntry]> & {
  has(zh: string): boolean;
  get(zh: string): ChineseEntry | undefined;
};

/** The known words, and how long the longest of those is that begin with a character (0 where none does). */
export type ChineseLexicon = {
  entries: ChineseEntries;
  longestFrom(character: string): number;
  /** The words without a Chinese character, such as COPD. */
  latin: readonly string[];
};

/**
 * Our own medical list first, then colloquial words, then the glossary of an epidemic, then names of MeSH headings, then ordinary
 * words, then a general dictionary. The words of the last two are `general`: everyday words; the first gloss of the dictionary may differ from the meaning in
 * a medical text.
 */
const sources: readonly {
  file: URL;
  general: boolean;
  isSpoken?: true;
  isOurs?: true;
  isHeading?: true;
}[] = [
  { file: new URL('../text/zh-en.tsv', import.meta.url), general: false },
  { file: new URL('./spoken.tsv', import.meta.url), general: false, isSpoken: true },
  { file: new URL('./tico-19.tsv', import.meta.url), general: false },
  { file: new URL('./headings.tsv', import.meta.url), general: false, isHeading: true },
  { file: new URL('./ordinary.tsv', import.meta.url), general: true, isOurs: true },
  { file: new URL('./cc-cedict.tsv', import.meta.url), general: true },
];

const hanCharacter = /\p{Script=Han}/u;

/**
 * Lines of word lists, parsed only when a word is looked up: a question contains a few of some sixty thousand. The first list with
 * a word wins.
 */
class WordLines {
  readonly #longest = new Map<string, number>();
  readonly latin: string[] = [];
  /** The lists, concatenated, and the offsets at which each begins. */
  readonly #text: string;
  readonly #starts: number[] = [];
  /** Offsets at which the wordings of each word begin. */
  readonly #places = new Map<string, number>();

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
        if (!hanCharacter.test(zh)) this.latin.push(zh);
        const first = zh.slice(0, 1);
        this.#longest.set(first, Math.max(this.longestFrom(first), zh.length));
      }
      at = end + 1;
    }
  }

  longestFrom(character: string): number {
    return this.#longest.get(character) ?? 0;
  }

  words(): Iterable<string> {
    return this.#places.keys();
  }

  /** Lists the words of some lists only, in their order. */
  *wordsOf(lists: ReadonlySet<number>): Iterable<string> {
    for (const [zh, place] of this.#places) if (lists.has(this.#listAt(place))) yield zh;
  }

  has(zh: string): boolean {
    return this.#places.has(zh);
  }

  /** Returns the wordings of a word, and the number of the list that contains it. */
  get(zh: string): { wordings: string[]; list: number } | undefined {
    const place = this.#places.get(zh);
    if (place === undefined) return undefined;
    const wordings = this.#text.slice(place, this.#text.indexOf('\n', place)).split(' | ');
    return { wordings, list: this.#listAt(place) };
  }

  #listAt(place: number): number {
    let list = 0;
    while (place >= (this.#starts[list + 1] ?? Number.POSITIVE_INFINITY)) list++;
    return list;
  }
}

/** Numbers of the lists of medical words that are also written, and whose English is a vocabulary of its own. */
const writtenMedical = new Set(
  sources.flatMap(({ general, isSpoken, isHeading }, list) =>
    general || isSpoken || isHeading ? [] : [list],
  ),
);

class EntriesOfLists implements ChineseEntries {
  readonly #lines = new WordLines(sources.map(({ file }) => file));

  *medical(): Iterable<readonly [zh: string, wordings: readonly string[]]> {
    for (const zh of this.#lines.wordsOf(writtenMedical)) yield [zh, this.#lines.get(zh)?.wordings ?? []];
  }

  get latin(): readonly string[] {
    return this.#lines.latin;
  }

  longestFrom(character: string): number {
    return this.#lines.longestFrom(character);
  }

  has(zh: string): boolean {
    return this.#lines.has(zh);
  }

  get(zh: string): ChineseEntry | undefined {
    const line = this.#lines.get(zh);
    const source = sources[line?.list ?? 0];
    if (!line || !source) return undefined;
    const { file: _, ...kind } = source;
    return { wordings: line.wordings, ...kind };
  }

  *[Symbol.iterator](): Iterator<readonly [string, ChineseEntry]> {
    for (const zh of this.#lines.words()) yield [zh, this.get(zh) as ChineseEntry];
  }
}

let known: EntriesOfLists | undefined;

/** Returns all known Chinese words, read once. */
export function chineseLexicon(): ChineseLexicon {
  known ??= new EntriesOfLists();
  const entries = known;
  return { entries, longestFrom: (character) => entries.longestFrom(character), latin: entries.latin };
}

/** Lists the medical words that are neither colloquial, names of MeSH headings alone, nor from a general dictionary, with their English. */
export function medicalEntries(): Iterable<readonly [zh: string, wordings: readonly string[]]> {
  known ??= new EntriesOfLists();
  return known.medical();
}

/** The known words, but for names of MeSH headings alone, and the words of study reports. */
class EntriesOfReports implements ChineseEntries {
  readonly #known = chineseLexicon();
  readonly #report = new WordLines([new URL('./report-words.tsv', import.meta.url)]);
  readonly latin = [...this.#known.latin, ...this.#report.latin];

  longestFrom(character: string): number {
    return Math.max(this.#known.longestFrom(character), this.#report.longestFrom(character));
  }

  has(zh: string): boolean {
    return this.#report.has(zh) || this.#knownAs(zh) !== undefined;
  }

  #knownAs(zh: string): ChineseEntry | undefined {
    const entry = this.#known.entries.get(zh);
    return entry?.isHeading ? undefined : entry;
  }

  get(zh: string): ChineseEntry | undefined {
    const own = this.#report.get(zh);
    const other = this.#knownAs(zh);
    if (!own) return other;
    const others = other && !other.general ? other.wordings : [];
    return { wordings: [...new Set([...own.wordings, ...others])], general: false };
  }

  *[Symbol.iterator](): Iterator<readonly [string, ChineseEntry]> {
    const known = Array.from(this.#known.entries, ([zh]) => zh);
    for (const zh of new Set([...known, ...this.#report.words()])) {
      const entry = this.get(zh);
      if (entry) yield [zh, entry];
    }
  }
}

let ofReports: EntriesOfReports | undefined;

/**
 * Returns all known words plus those of study reports, which must not be used in searches. If a word is in two lists, its wordings
 * are joined, those of reports first.
 */
export function reportLexicon(): ChineseLexicon {
  ofReports ??= new EntriesOfReports();
  const entries = ofReports;
  return { entries, longestFrom: (character) => entries.longestFrom(character), latin: entries.latin };
}
