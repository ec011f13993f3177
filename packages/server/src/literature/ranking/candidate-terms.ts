import type { Article } from '@citewell/core/records/article.ts';
import { scanTerms, termBeginnings } from '@citewell/core/text/words.ts';

/** Field weights of BM25F (Robertson and Zaragoza 2009), by `npm run eval -- train-ranker`. */
const fieldWeights = { title: 2, subjects: 1.5, abstract: 1 };

/** Occurrences of a term in a record. */
type Occurrences = {
  /** Frequency per field, multiplied by the field's weight. */
  frequency: number;
  /** Frequency in the title alone. */
  inTitle: number;
  /** Position in words from the record's beginning; a gap between two texts keeps phrases from crossing them. */
  positions: number[];
};

export type RecordTerms = {
  found: Map<string, Occurrences>;
  /** Other words that share a wanted term's prefix, by that prefix (see `beginningOf`). */
  kin: Set<string>;
  /** Length in terms. */
  length: number;
  titleLength: number;
};

const gap = 20;

/** Terms to find in the records on one question. */
type WantedTerms = {
  /** Filter of their prefixes (see termBeginnings). */
  beginnings: Uint8Array;
  /** Indicates whether a term is wanted, and the prefix that it shares with one that is. */
  match(term: string): TermMatch;
};

type TermMatch = { isWanted: boolean; kin: string | undefined };

export function wantedTerms(terms: Iterable<string>): WantedTerms {
  const wanted = new Set(terms);
  const kin = new Set([...wanted].map(beginningOf));
  // Records on one question repeat each other's words.
  const known = new Map<string, TermMatch>();
  return {
    beginnings: termBeginnings(wanted),
    match(term) {
      let match = known.get(term);
      if (!match) {
        const beginning = beginningOf(term);
        match = { isWanted: wanted.has(term), kin: kin.has(beginning) ? beginning : undefined };
        known.set(term, match);
      }
      return match;
    },
  };
}

/** Finds the occurrences of the wanted terms in a record. */
export function readRecord(
  article: Pick<Article, 'title' | 'vernacularTitle' | 'mesh' | 'keywords' | 'abstract'>,
  wanted: WantedTerms,
): RecordTerms {
  const record: RecordTerms = { found: new Map(), kin: new Set(), length: 0, titleLength: 0 };
  let start = 0;
  let weight = 0;
  let title = 0;
  const visit = (term: string, index: number) => {
    const { isWanted, kin } = wanted.match(term);
    if (kin !== undefined) record.kin.add(kin);
    if (!isWanted) return;
    const known = record.found.get(term);
    if (known) {
      known.frequency += weight;
      known.inTitle += title;
      known.positions.push(start + index);
    } else record.found.set(term, { frequency: weight, inTitle: title, positions: [start + index] });
  };
  const add = (text: string, fieldWeight: number) => {
    weight = fieldWeight;
    const length = scanTerms(text, visit, wanted.beginnings);
    record.length += length;
    start += length + gap;
    return length;
  };
  title = 1;
  record.titleLength = add(article.title, fieldWeights.title);
  if (article.vernacularTitle) add(article.vernacularTitle, fieldWeights.title);
  title = 0;
  for (const subject of article.mesh) add(subject, fieldWeights.subjects);
  for (const subject of article.keywords) add(subject, fieldWeights.subjects);
  for (const { label, text } of article.abstract) {
    if (label) add(label, fieldWeights.abstract);
    add(text, fieldWeights.abstract);
  }
  return record;
}

const beginningLength = 5;

/**
 * Returns the prefix that words of one family share and stemming separates: "cardiovascular" and "cardiomyopathy",
 * "embryonic" and "embryogenesis". Short words, names with digits and Chinese words are returned whole.
 */
export function beginningOf(term: string): string {
  return term.length > beginningLength && /^[a-z]+$/.test(term) ? term.slice(0, beginningLength) : term;
}
