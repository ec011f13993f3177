import { indexTerms } from '../../../packages/core/src/text/words.ts';
import { type SourceRecord, sourceText } from './generate-source.ts';

/** Material of a topic: a record, the most similar ones, and the most similar with MeSH headings and author keywords. */
export type Topic = { record: SourceRecord; neighbours: SourceRecord[]; mesh: string[]; keywords: string[] };

const neighboursMax = 6;
/** Words in a larger share of records are too common to indicate a topic. */
const commonShare = 0.03;

/**
 * Groups each record with those that share most of its distinctive words. The sentences of one generated record come from
 * one topic; otherwise its words would be in as many records as sentences, and no two of them together.
 */
export function findTopics(records: readonly SourceRecord[]): Topic[] {
  const terms = records.map((record) => [...new Set(indexTerms(sourceText(record)))]);
  const frequencies = new Map<string, number[]>();
  for (const [at, list] of terms.entries())
    for (const term of list) {
      const known = frequencies.get(term);
      if (known) known.push(at);
      else frequencies.set(term, [at]);
    }
  const commonest = Math.max(20, records.length * commonShare);
  const norms = Float64Array.from(terms, (list) => 1 / Math.sqrt(list.length + 20));
  const scores = new Float64Array(records.length);
  return records.map((record, at) => {
    scores.fill(0);
    for (const term of terms[at] ?? []) {
      const others = frequencies.get(term) ?? [];
      if (others.length > commonest) continue;
      const weight = Math.log(records.length / others.length);
      for (const other of others) scores[other] = (scores[other] ?? 0) + weight * (norms[other] ?? 0);
    }
    // A record takes its headings from itself first, and each sentence only once.
    scores[at] = Number.POSITIVE_INFINITY;
    const nearestWith = (has: (candidate: SourceRecord) => boolean) => records[best(scores, records, has)];
    return {
      record,
      mesh: nearestWith(({ mesh }) => mesh.length > 0)?.mesh ?? [],
      keywords: nearestWith(({ keywords }) => keywords.length > 0)?.keywords ?? [],
      neighbours: highest(scores, neighboursMax + 1)
        .slice(1)
        .flatMap((place) => records[place] ?? []),
    };
  });
}

/** Returns the index of the highest score among those wanted, the first of equals; -1 without any. */
function best<Item>(scores: Float64Array, items: readonly Item[], isWanted: (item: Item) => boolean): number {
  let found = -1;
  for (let at = 0; at < items.length; at++) {
    const item = items[at];
    if (item && (found < 0 || (scores[at] ?? 0) > (scores[found] ?? 0)) && isWanted(item)) found = at;
  }
  return found;
}

/** Returns the indices of the highest scores, highest first, the first of equals first. */
function highest(scores: Float64Array, count: number): number[] {
  const places: number[] = [];
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0;
    if (places.length === count && score <= (scores[places.at(-1) ?? 0] ?? 0)) continue;
    let to = places.length;
    while (to > 0 && score > (scores[places[to - 1] ?? 0] ?? 0)) to--;
    places.splice(to, 0, at);
    places.length = Math.min(places.length, count);
  }
  return places;
}
