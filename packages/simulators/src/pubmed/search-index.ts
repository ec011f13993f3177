import type { SimulatedRecord } from './record.ts';
import { authorName, enteredOn, plainText, publishedOn } from './record-fields.ts';

/** The searchable texts of a record; query fields are unions of these. */
export type TextField = 'title' | 'abstract' | 'mesh' | 'keyword' | 'author' | 'journal' | 'type' | 'other';

const textFields: readonly TextField[] = [
  'title',
  'abstract',
  'mesh',
  'keyword',
  'author',
  'journal',
  'type',
  'other',
];

/** Set of records: byte n is 1 if it contains record n. */
export type RecordSet = Uint8Array;

/** Record number → positions of a word. */
type Postings = Map<number, number[]>;

/** Names of α to ω, including both forms of sigma. */
const greek = (
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma sigma tau upsilon ' +
  'phi chi psi omega'
).split(' ');

/**
 * Splits a text into words: lower case, accents removed, Greek letters by name (as PubMed indexes them), split at
 * everything except letters and digits.
 */
export function words(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/[α-ω]/gi, (letter) => greek[letter.toLowerCase().charCodeAt(0) - 0x3b1] ?? letter)
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

const fieldWeights: Partial<Record<TextField, number>> = { title: 3, abstract: 1, mesh: 1.5, keyword: 1.5 };

/** Index of words with their positions over a fixed list of records, exact values of some fields, and BM25. */
export class SearchIndex {
  readonly records: readonly SimulatedRecord[];
  readonly published: readonly string[];
  readonly entered: readonly string[];
  readonly byPmid: ReadonlyMap<string, SimulatedRecord>;
  readonly #postings = Object.fromEntries(
    textFields.map((field) => [field, new Map<string, Postings>()]),
  ) as Record<TextField, Map<string, Postings>>;
  /** Field → value in lower case → records, for MeSH headings, publication types, DOIs, … */
  readonly #exact = new Map<string, Map<string, number[]>>();
  readonly #recordsWith = new Map<string, number>();
  readonly #lengths: number[] = [];
  readonly #meanLength: number;

  /** Indexes records. Of several with the same PMID the last one counts, like the newest version in PubMed. */
  constructor(records: readonly SimulatedRecord[]) {
    this.byPmid = new Map(records.map((record) => [record.pmid, record]));
    this.records = [...this.byPmid.values()];
    this.published = this.records.map(publishedOn);
    this.entered = this.records.map(enteredOn);
    this.records.forEach((record, number) => {
      this.#add(record, number);
    });
    this.#meanLength =
      this.#lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, this.#lengths.length);
  }

  #add(record: SimulatedRecord, number: number): void {
    const texts: Record<TextField, string[]> = {
      title: [record.title],
      abstract: (record.abstract ?? []).map(({ text }) => text),
      mesh: (record.mesh ?? []).flatMap(({ name, qualifiers }) => [name, ...(qualifiers ?? [])]),
      keyword: record.keywords ?? [],
      author: (record.authors ?? []).map(authorName),
      journal: [record.journal.title, record.journal.abbreviation],
      type: record.publicationTypes ?? ['Journal Article'],
      other: [record.doi ?? '', record.vernacularTitle ?? '', record.book?.title ?? ''],
    };
    const seen = new Set<string>();
    let length = 0;
    for (const field of textFields) {
      let position = 0;
      for (const text of texts[field]) {
        for (const word of words(plainText(text))) {
          put(this.#postings[field], word, number, position);
          position += 1;
          if (fieldWeights[field]) seen.add(word);
          if (field === 'title' || field === 'abstract') length += 1;
        }
        // A gap, so that no phrase crosses from one text into the next.
        position += 100;
      }
    }
    this.#lengths.push(length);
    for (const word of seen) this.#recordsWith.set(word, (this.#recordsWith.get(word) ?? 0) + 1);

    const exact = (field: string, value: string | undefined) => {
      if (!value) return;
      const values = this.#exact.get(field) ?? new Map<string, number[]>();
      this.#exact.set(field, values);
      const list = values.get(value.toLowerCase()) ?? [];
      values.set(value.toLowerCase(), list);
      if (list.at(-1) !== number) list.push(number);
    };
    exact('pmid', record.pmid);
    exact('doi', record.doi);
    exact('pmcid', record.pmcid);
    for (const { name, major } of record.mesh ?? []) {
      exact('mesh', name);
      if (major) exact('majr', name);
    }
    for (const type of texts.type) exact('type', type);
    for (const language of record.languages ?? ['eng']) exact('language', language);
    for (const name of texts.author) exact('author', name);
    exact('journal', record.journal.title);
    exact('journal', record.journal.abbreviation);
    exact('volume', record.journal.volume);
    exact('issue', record.journal.issue);
    exact('pages', record.journal.pages);
  }

  empty(): RecordSet {
    return new Uint8Array(this.records.length);
  }

  /** Finds records with these adjacent words in one of these fields. */
  phrase(phraseWords: readonly string[], fields: readonly TextField[]): RecordSet {
    const found = this.empty();
    const [first, ...rest] = phraseWords;
    if (first === undefined) return found;
    for (const field of fields) {
      const lists = rest.map((word) => this.#postings[field].get(word));
      for (const [number, positions] of this.#postings[field].get(first) ?? []) {
        if (found[number]) continue;
        const here = positions.some((position) =>
          lists.every((list, offset) => list?.get(number)?.includes(position + offset + 1)),
        );
        if (here) found[number] = 1;
      }
    }
    return found;
  }

  /** Finds records with these words in one of these fields and at most `distance` other words between them. */
  near(nearWords: readonly string[], fields: readonly TextField[], distance: number): RecordSet {
    const found = this.empty();
    const [first, ...rest] = nearWords;
    if (first === undefined) return found;
    const span = nearWords.length + distance;
    for (const field of fields) {
      const lists = rest.map((word) => this.#postings[field].get(word));
      for (const [number, positions] of this.#postings[field].get(first) ?? []) {
        const here = positions.some((position) =>
          lists.every((list) => list?.get(number)?.some((other) => Math.abs(other - position) < span)),
        );
        if (here) found[number] = 1;
      }
    }
    return found;
  }

  /** Finds records whose field has exactly this value, ignoring case. */
  exact(field: string, value: string): RecordSet {
    const found = this.empty();
    for (const number of this.#exact.get(field)?.get(value.toLowerCase()) ?? []) found[number] = 1;
    return found;
  }

  /** Returns the values of an exact field that `accept` accepts, in lower case. */
  exactValues(field: string, accept: (value: string) => boolean): string[] {
    return [...(this.#exact.get(field)?.keys() ?? [])].filter(accept);
  }

  hasExact(field: string, value: string): boolean {
    return this.#exact.get(field)?.has(value.toLowerCase()) ?? false;
  }

  /** Returns words of these fields with this prefix, at most 600 as in PubMed. */
  withPrefix(prefix: string, fields: readonly TextField[]): string[] {
    const found = new Set<string>();
    for (const field of fields) {
      for (const word of this.#postings[field].keys()) if (word.startsWith(prefix)) found.add(word);
    }
    return [...found].sort().slice(0, 600);
  }

  hasWord(word: string): boolean {
    return textFields.some((field) => this.#postings[field].has(word));
  }

  /** Returns all words that count for ranking, with their numbers of records. */
  vocabulary(): ReadonlyMap<string, number> {
    return this.#recordsWith;
  }

  /** Returns the records that pass `test`. */
  where(test: (number: number) => boolean): RecordSet {
    const found = this.empty();
    for (let number = 0; number < found.length; number += 1) if (test(number)) found[number] = 1;
    return found;
  }

  /** Computes the BM25 score of each record for these words, over title, abstract, MeSH and keywords. */
  scores(queryWords: Iterable<string>): Float64Array {
    const scores = new Float64Array(this.records.length);
    for (const word of new Set(queryWords)) {
      const weighted = new Map<number, number>();
      for (const [field, weight] of Object.entries(fieldWeights) as [TextField, number][]) {
        for (const [number, positions] of this.#postings[field].get(word) ?? []) {
          weighted.set(number, (weighted.get(number) ?? 0) + weight * positions.length);
        }
      }
      const rarity = Math.log(1 + (this.records.length - weighted.size + 0.5) / (weighted.size + 0.5));
      for (const [number, frequency] of weighted) {
        const length = 0.25 + (0.75 * (this.#lengths[number] ?? 0)) / (this.#meanLength || 1);
        scores[number] = (scores[number] ?? 0) + (rarity * frequency * 2.2) / (frequency + 1.2 * length);
      }
    }
    return scores;
  }
}

export const sets = {
  and: (left: RecordSet, right: RecordSet): RecordSet => left.map((bit, at) => bit & (right[at] ?? 0)),
  or: (left: RecordSet, right: RecordSet): RecordSet => left.map((bit, at) => bit | (right[at] ?? 0)),
  not: (left: RecordSet, right: RecordSet): RecordSet => left.map((bit, at) => bit & (1 - (right[at] ?? 0))),
  isEmpty: (set: RecordSet): boolean => !set.includes(1),
};

function put(postings: Map<string, Postings>, word: string, number: number, position: number): void {
  let list = postings.get(word);
  if (!list) {
    list = new Map();
    postings.set(word, list);
  }
  const positions = list.get(number);
  if (positions) positions.push(position);
  else list.set(number, [position]);
}
