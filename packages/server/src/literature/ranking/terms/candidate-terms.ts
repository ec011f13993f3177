import type { Article } from '@citewell/core/records/article.ts';
import { type DerivedNames, deriveNames } from '@citewell/core/text/numbered-terms.ts';
import { type ArticleTerms, type TermField, termsOfArticles } from './article-terms.ts';

/** Field weights of BM25F (Robertson and Zaragoza 2009), by `npm run eval -- train-ranker`. */
const fieldWeights: Readonly<Record<TermField, number>> = {
  title: 2,
  vernacularTitle: 2,
  subject: 1.5,
  label: 1,
  abstract: 1,
};

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

/** Marks of a term in the table of a question: it is wanted, or shares a prefix with one that is. */
const isWanted = 1;
const isKin = 2;

/** Finds the occurrences of these terms in records. */
export function readRecords(articles: readonly Article[], wanted: Iterable<string>): RecordTerms[] {
  const read = termsOfArticles(articles);
  const [first] = read;
  if (!first) return [];
  const { numbered } = first;
  const prefixes = prefixesOf(numbered);
  const marks = new Uint8Array(numbered.terms.length);
  const kin = new Uint8Array(prefixes.names.length);
  for (const term of wanted) {
    const number = numbered.find(term);
    if (number >= 0) marks[number] = isWanted;
    kin[prefixes.numbers.get(beginningOf(term)) ?? kin.length] = isKin;
  }
  for (let term = 0; term < marks.length; term++)
    marks[term] = (marks[term] as number) | (kin[prefixes.ofTerms[term] as number] as number);
  return read.map((article) => readRecord(article, marks, prefixes));
}

/** Prefixes of terms, numbered. */
const prefixesOf = deriveNames(beginningOf);

function readRecord(
  { numbered, terms, texts }: ArticleTerms,
  marks: Uint8Array,
  { names, ofTerms }: DerivedNames,
): RecordTerms {
  const record: RecordTerms = { found: new Map(), kin: new Set(), length: terms.length, titleLength: 0 };
  let from = 0;
  let gaps = 0;
  for (const { field, end } of texts) {
    const isTitle = field === 'title';
    if (isTitle) record.titleLength = end;
    for (let at = from; at < end; at++) {
      const number = terms[at] as number;
      const mark = marks[number] as number;
      if (mark === 0) continue;
      if ((mark & isKin) !== 0) record.kin.add(names[ofTerms[number] as number] as string);
      if ((mark & isWanted) === 0) continue;
      const term = numbered.terms[number] as string;
      const known = record.found.get(term);
      if (known) {
        known.frequency += fieldWeights[field];
        known.inTitle += Number(isTitle);
        known.positions.push(gaps + at);
      } else
        record.found.set(term, {
          frequency: fieldWeights[field],
          inTitle: Number(isTitle),
          positions: [gaps + at],
        });
    }
    from = end;
    gaps += gap;
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
