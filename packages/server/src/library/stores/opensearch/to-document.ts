import { hash } from 'node:crypto';
import type { Article } from '@citewell/core/records/article.ts';
import { CommonGrams, commonGram, commonNumber } from '@citewell/search-index/analysis/common-grams.ts';
import { dateKey } from '@citewell/search-index/analysis/date-key.ts';
import { normalDoi } from '@citewell/search-index/analysis/doi.ts';
import {
  abstractField,
  type Counts,
  type Field,
  keywordField,
  type Space,
  titleField,
  weightOf,
} from '@citewell/search-index/analysis/fields.ts';
import { createRecordScanner, type TermSink, termOf } from '@citewell/search-index/analysis/terms.ts';
import { recordText } from '@citewell/search-index/segments/record-codec.ts';
import {
  demonstrationField,
  frequenciesMax,
  gap,
  lengthLimit,
  termSeparator,
  weightLimit,
} from './index-definition.ts';

/** Record in stored form, which is read back. */
export type StoredRecord = {
  pmid: number;
  version: number;
  /** ISO date of the last revision, '' if unknown. */
  revised: string;
  [demonstrationField]: boolean;
  /** Sort key made from the date of publication (date-key.ts). */
  date: number;
  /** Terms of title, subjects and abstract. */
  length: number;
  doi?: string;
  language: string[];
  /** Checksum of `record`. */
  sum: string;
  /** The record as `recordText` encodes it. */
  record: string;
};

/** Fields of terms with positions. */
const placedFields = ['title', 'keyword', 'abstract', 'author', 'journal', 'type'] as const;
export type PlacedField = (typeof placedFields)[number];

/** Record with its index terms. */
export type RecordDocument = StoredRecord & Record<PlacedField | 'score', string>;

export function recordSum(record: string): string {
  return hash('sha1', record, 'base64').slice(0, 16);
}

/** Joins a pair of common words as one term. */
export function commonGramTerm(gram: string): string {
  return gram.replace(' ', gap);
}

/** Creates a function that makes documents, whose analysis keeps no state between records. */
export function createDocumentMaker(): (
  article: Article,
  head: Pick<StoredRecord, 'revised' | typeof demonstrationField>,
) => RecordDocument {
  const terms = new RecordTerms();
  const scan = createRecordScanner(terms);
  return (article, { revised, [demonstrationField]: demonstration }) => {
    terms.begin();
    const length = scan(article);
    const record = recordText(article);
    const doi = normalDoi(article.doi ?? '');
    return {
      pmid: Number(article.pmid),
      version: article.version,
      revised,
      [demonstrationField]: demonstration,
      date: dateKey(article),
      length: Math.min(length, lengthLimit - 1),
      ...(doi && { doi }),
      ...terms.take(length),
      sum: recordSum(record),
      record,
    };
  };
}

/** Collects the terms of one record, by field and position. */
class RecordTerms implements TermSink {
  #places = new Map<PlacedField, string[]>();
  #counts = new Map<string, Counts>();
  #languages: string[] = [];
  readonly #pairs = new CommonGrams();

  begin(): void {
    this.#places = new Map(placedFields.map((field) => [field, []]));
    this.#counts = new Map();
    this.#languages = [];
    this.#pairs.reset();
  }

  word(space: Space, text: string, start: number, end: number, field: Field, position: number): void {
    this.term(space, termOf(space, text.slice(start, end)), field, position);
  }

  term(space: Space, term: string, field: Field, position: number): void {
    if (space === 'language') {
      this.#languages.push(term);
      return;
    }
    if (space !== 'text') {
      this.#place(space === 'pair' ? 'title' : space, term, position);
      return;
    }
    this.#place(textFields[field], term, position);
    const counts = this.#counts.get(term) ?? { title: 0, keyword: 0, abstract: 0 };
    counts[textFields[field]]++;
    this.#counts.set(term, counts);
    const second = commonNumber(term);
    const first = second > 0 ? this.#pairs.before(second, field, position) : 0;
    if (first > 0) this.#place(textFields[field], commonGramTerm(commonGram(first, second)), position - 1);
  }

  take(length: number): Record<PlacedField | 'score', string> & Pick<StoredRecord, 'language'> {
    const placed = placedFields.map((field) => [field, joined(this.#places.get(field) ?? [])] as const);
    return {
      ...(Object.fromEntries(placed) as Record<PlacedField, string>),
      score: scoredTerms(this.#counts, Math.min(length, lengthLimit - 1)),
      language: [...new Set(this.#languages)],
    };
  }

  #place(field: PlacedField, term: string, position: number): void {
    const places = this.#places.get(field);
    if (!places) return;
    const known = places[position];
    places[position] = known === undefined ? term : `${known}${termSeparator}${term}`;
  }
}

const textFields = { [titleField]: 'title', [keywordField]: 'keyword', [abstractField]: 'abstract' } as const;

function joined(places: readonly (string | undefined)[]): string {
  return Array.from(places, (terms) => terms ?? gap).join(' ');
}

function scoredTerms(counts: ReadonlyMap<string, Counts>, length: number): string {
  const terms: string[] = [];
  let left = frequenciesMax;
  for (const [term, each] of counts) {
    const frequency = Math.min(weightOf(each), weightLimit - 1) * lengthLimit + length;
    // Only for texts of a hundred thousand distinct words.
    if (frequency > left) break;
    left -= frequency;
    terms.push(`${term}${termSeparator}${frequency}`);
  }
  return terms.join(' ');
}
