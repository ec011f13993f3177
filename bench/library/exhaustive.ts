import type { Article } from '../../packages/core/src/records/article.ts';
import { scanTerms, termBeginnings } from '../../packages/core/src/text/words.ts';

/** Record with its score, best first. */
type Scored = { pmid: string; score: number };

/** The product's BM25F (packages/search-index/src/scoring/bm25f.ts), over every record that contains any of the words. */
const k1 = 1.2;
const b = 0.75;
const weights = { title: 3, subjects: 1.5, abstract: 1 };
/** Frequencies are stored in halves, because every weight is a multiple of one half. */
const unit = 0.5;
const subjectWeight = weights.subjects / unit;

export type Exhaustive = {
  add(article: Article): void;
  /** Returns the best of all records for these index terms; ties by PMID, newest first. */
  rank(terms: readonly string[], limit: number): Scored[];
  /** Returns the scores of given records, for those in another ranking. */
  scoresOf(terms: readonly string[]): Float64Array;
  placeOf(pmid: string): number | undefined;
  /** Returns the number of records with a counted term in title or abstract. */
  documentFrequency(term: string): number;
  readonly records: number;
};

/**
 * Exhaustive ranking: the frequencies of these terms in every record are kept in memory and all are scored; of the terms
 * `counted`, only the number of their records. It serves as a reference for searches that skip records, and shares nothing
 * with the index except the creation of terms.
 */
export function createExhaustive(terms: readonly string[], counted: Iterable<string> = []): Exhaustive {
  const wanted = new Set(terms);
  const frequencies = new Map([...counted].map((term) => [term, 0]));
  const beginnings = termBeginnings([...wanted, ...frequencies.keys()]);
  const inText = new Set<string>();
  const postings = new Map(terms.map((term) => [term, { places: growing(), frequencies: growing() }]));
  const pmids = growing();
  const lengths = growing();
  let totalLength = 0;
  const counts = new Map<string, number>();

  return {
    add(article) {
      counts.clear();
      inText.clear();
      let length = 0;
      let weight = 0;
      const count = (term: string) => {
        if (wanted.has(term)) counts.set(term, (counts.get(term) ?? 0) + weight);
        if (weight !== subjectWeight && frequencies.has(term)) inText.add(term);
      };
      const scan = (text: string, fieldWeight: number) => {
        weight = fieldWeight / unit;
        length += scanTerms(text, count, beginnings);
      };
      scan(article.title, weights.title);
      scan(article.vernacularTitle ?? '', weights.title);
      for (const subject of article.mesh) scan(subject, weights.subjects);
      for (const subject of article.keywords) scan(subject, weights.subjects);
      for (const { label, text } of article.abstract) {
        scan(label ?? '', weights.abstract);
        scan(text, weights.abstract);
      }
      for (const term of inText) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
      for (const [term, frequency] of counts) {
        const posting = postings.get(term);
        posting?.places.push(pmids.length);
        posting?.frequencies.push(frequency);
      }
      pmids.push(Number(article.pmid));
      lengths.push(length);
      totalLength += length;
    },
    scoresOf,
    rank(wantedTerms, limit) {
      const scores = scoresOf(wantedTerms);
      const best: number[] = [];
      let worst = 0;
      const isBefore = (left: number, right: number) =>
        (scores[left] ?? 0) - (scores[right] ?? 0) || pmids.at(left) - pmids.at(right);
      for (let place = 0; place < scores.length; place++) {
        const score = scores[place] ?? 0;
        if (score === 0 || (best.length === limit && score < worst)) continue;
        let to = best.length;
        while (to > 0 && isBefore(place, best[to - 1] ?? 0) > 0) to--;
        best.splice(to, 0, place);
        best.length = Math.min(best.length, limit);
        worst = scores[best.at(-1) ?? 0] ?? 0;
      }
      return best.map((place) => ({ pmid: String(pmids.at(place)), score: scores[place] ?? 0 }));
    },
    placeOf(pmid) {
      return pmids.indexOf(Number(pmid));
    },
    documentFrequency(term) {
      const count = frequencies.get(term);
      if (count === undefined) throw new Error(`nothing was counted for ${term}`);
      return count;
    },
    get records() {
      return pmids.length;
    },
  };

  function scoresOf(wantedTerms: readonly string[]): Float64Array {
    const scores = new Float64Array(pmids.length);
    const average = totalLength / pmids.length;
    for (const term of new Set(wantedTerms)) {
      const posting = postings.get(term);
      if (!posting) throw new Error(`no frequencies are known of ${term}`);
      const { places, frequencies } = posting;
      const idf = Math.log(1 + (pmids.length - places.length + 0.5) / (places.length + 0.5));
      for (let at = 0; at < places.length; at++) {
        const place = places.at(at);
        const frequency = frequencies.at(at) * unit;
        const norm = k1 * (1 - b + (b * lengths.at(place)) / average);
        scores[place] = (scores[place] ?? 0) + idf * ((frequency * (k1 + 1)) / (frequency + norm));
      }
    }
    return scores;
  }
}

/** Stores integers below 2^32 in minimal memory: a million records, and tens of millions of postings. */
function growing() {
  let numbers = new Uint32Array(1 << 10);
  let length = 0;
  return {
    push(number: number) {
      if (length === numbers.length) {
        const larger = new Uint32Array(2 * length);
        larger.set(numbers);
        numbers = larger;
      }
      numbers[length++] = number;
    },
    at: (place: number): number => numbers[place] ?? 0,
    indexOf(number: number): number | undefined {
      const place = numbers.subarray(0, length).indexOf(number);
      return place < 0 ? undefined : place;
    },
    get length() {
      return length;
    },
  };
}
