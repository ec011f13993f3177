import { saturated } from './bm25.ts';
import type { QuestionTerms } from './question-terms.ts';
import { beginningOf, type RecordTerms } from './terms/candidate-terms.ts';

/** Features of a record for a question, each from 0 to 1. */
export const rankFeatureNames = [
  /** BM25F of the question's terms, relative to the maximum. */
  'words',
  /** BM25F of the title alone. */
  'title',
  /** Share of the question within the best thirty consecutive words. */
  'passage',
  /** Share of the question's adjacent word pairs that are adjacent in the record. */
  'pairs',
  /** Share of the question that the record covers, counting words of one family as equal. */
  'kin',
  /** Presence of the question's numbers and names with digits (CD4, 5-year). */
  'digits',
  /** Similarity to the best candidates (feedback.ts). */
  'feedback',
  /** Share of the question's facets that it covers (facets.ts). */
  'coverage',
  /** Rank in the lists of the sources (fuse.ts). */
  'fusion',
  /** Strength of its study's design (evidence-level.ts). */
  'design',
  /** Recency: halves every ten years. */
  'recency',
] as const;
export type RankFeature = (typeof rankFeatureNames)[number];
export type RankFeatures = Record<RankFeature, number>;

type TextFeatures = Pick<RankFeatures, 'words' | 'title' | 'passage' | 'pairs' | 'kin' | 'digits'>;

/** Statistics over the candidates; terms that occur in none do not count. */
export type Background = {
  averageLength: number;
  averageTitle: number;
  /** Terms of a candidate, and those that represent the wordings of the question's units. */
  weights: ReadonlyMap<string, number>;
  units: readonly (readonly (readonly string[])[])[];
  pairs: readonly (readonly [string, string])[];
  /** Weight of the question's heaviest term with each prefix. */
  kin: ReadonlyMap<string, number>;
  /** Terms with a digit. */
  digits: readonly string[];
  totals: { terms: number; units: number; pairs: number; kin: number };
};

export function readBackground(question: QuestionTerms, records: readonly RecordTerms[]): Background {
  const present = new Set(records.flatMap(({ found }) => [...found.keys()]));
  const weights = new Map([...question.weights].filter(([term]) => present.has(term)));
  const weight = (term: string) => weights.get(term) ?? 0;
  const kin = new Map<string, number>();
  for (const [term, each] of weights)
    kin.set(beginningOf(term), Math.max(kin.get(beginningOf(term)) ?? 0, each));
  const pairs = question.pairs.filter(([first, second]) => weights.has(first) && weights.has(second));
  const mean = (of: (record: RecordTerms) => number) =>
    records.reduce((sum, record) => sum + of(record), 0) / (records.length || 1);
  return {
    averageLength: mean(({ length }) => length),
    averageTitle: mean(({ titleLength }) => titleLength),
    weights,
    units: question.units,
    pairs,
    kin,
    digits: [...weights].filter(([term, each]) => /\d/.test(term) && each > 0).map(([term]) => term),
    totals: {
      terms: sum([...weights.values()]),
      units: sum(question.units.map((unit) => best(unit, weight))),
      pairs: sum(pairs.map(([first, second]) => weight(first) + weight(second))),
      kin: sum([...kin.values()]),
    },
  };
}

export function textFeatures(record: RecordTerms, background: Background): TextFeatures {
  const { found, length, titleLength } = record;
  const { weights, units, pairs, totals, averageLength, averageTitle } = background;
  const weight = (term: string) => weights.get(term) ?? 0;
  const inRecord = (term: string) =>
    weight(term) * saturated(found.get(term)?.frequency ?? 0, length, averageLength);
  // The length of a title depends on style more than on content.
  const inTitle = (term: string) =>
    weight(term) * saturated(found.get(term)?.inTitle ?? 0, titleLength, averageTitle, 0.3);
  const near = ([first, second]: readonly [string, string]) => {
    const times = adjacentPairs(found.get(first)?.positions, found.get(second)?.positions);
    return ((weight(first) + weight(second)) * times) / (times + 1);
  };
  return {
    words: share(sum(units.map((unit) => best(unit, inRecord))), totals.units),
    title: share(sum(units.map((unit) => best(unit, inTitle))), totals.units),
    passage: share(bestPassage(record, weight), totals.terms),
    pairs: share(sum(pairs.map(near)), totals.pairs),
    kin: share(sum([...record.kin].map((beginning) => background.kin.get(beginning) ?? 0)), totals.kin),
    digits: background.digits.some((term) => found.has(term)) ? 1 : 0,
  };
}

/** Returns the best score of several wordings, each scored by its terms. */
function best(unit: readonly (readonly string[])[], of: (term: string) => number): number {
  return Math.max(0, ...unit.map((terms) => sum(terms.map(of))));
}

/** Counts how often the second word follows the first, directly or with one word between. */
function adjacentPairs(first: readonly number[] = [], second: readonly number[] = []): number {
  let times = 0;
  for (const place of first) for (const other of second) if (other > place && other - place <= 2) times++;
  return times;
}

const passageLength = 30;

function bestPassage({ found }: RecordTerms, weight: (term: string) => number): number {
  const places = [...found].flatMap(([term, { positions }]) =>
    weight(term) > 0 ? positions.map((position) => ({ term, position })) : [],
  );
  places.sort((one, other) => one.position - other.position);
  const inside = new Map<string, number>();
  let covered = 0;
  let highest = 0;
  let first = 0;
  for (const { term, position } of places) {
    const times = inside.get(term) ?? 0;
    inside.set(term, times + 1);
    if (times === 0) covered += weight(term);
    for (; position - (places[first]?.position ?? 0) >= passageLength; first++) {
      const left = places[first]?.term ?? '';
      const rest = (inside.get(left) ?? 1) - 1;
      inside.set(left, rest);
      if (rest === 0) covered -= weight(left);
    }
    highest = Math.max(highest, covered);
  }
  return highest;
}

function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
