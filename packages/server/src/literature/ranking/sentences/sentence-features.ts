import { indexTerms } from '@citewell/core/text/words.ts';
import { directionOfWords } from '../direction.ts';
import { beginningOf } from '../terms/candidate-terms.ts';
import { sentenceKind } from './sentence-kind.ts';

/** Features of a sentence for a question; most from 0 to 1. */
export const sentenceFeatureNames = [
  /** Share of the question that it covers, relative to the best sentence. */
  'best',
  /** 1 for the best sentence. */
  'first',
  /** Share that no other sentence of the abstract covers. */
  'distinctive',
  /** Share that the title does not cover. */
  'beyondTitle',
  /** Share that it covers, counting words of one family as equal. */
  'kin',
  'conclusion',
  'result',
  'setting',
  /** Position from the first sentence, 0, to the last, 1. */
  'place',
  'last',
  'short',
  /** Share that the adjacent sentences cover. */
  'around',
  /** Presence of a finding, with or without a direction. */
  'finding',
  /** Mean coverage of the abstract's sentences. */
  'abstract',
  'constant',
] as const;
export type SentenceFeature = (typeof sentenceFeatureNames)[number];
export type SentenceFeatures = Record<SentenceFeature, number>;

const shortMax = 8;

/**
 * Computes the features of the sentences of one abstract, in order. `weights` contains the weight of each of the
 * question's terms (question-terms.ts).
 */
export function sentenceFeatures(
  sentences: readonly { text: string; label?: string }[],
  title: string,
  weights: ReadonlyMap<string, number>,
): SentenceFeatures[] {
  const terms = sentences.map(({ text }) => indexTerms(text));
  const sets = terms.map((each) => new Set(each));
  const weightOf = (term: string) => weights.get(term) ?? 0;
  const inTitle = new Set(indexTerms(title));
  // A term in no sentence distinguishes none.
  const wanted = [...weights.keys()].filter((term) => sets.some((set) => set.has(term)));
  const documentFrequencies = new Map(
    wanted.map((term) => [term, sets.filter((set) => set.has(term)).length]),
  );
  const rarity = (term: string) => {
    const count = documentFrequencies.get(term) ?? 0;
    return Math.log(1 + (sets.length - count + 0.5) / (count + 0.5));
  };
  const distinctiveWeight = (term: string) => weightOf(term) * rarity(term);
  const outside = [...weights.keys()].filter((term) => !inTitle.has(term));
  const kin = new Map<string, number>();
  for (const [term, weight] of weights)
    kin.set(beginningOf(term), Math.max(kin.get(beginningOf(term)) ?? 0, weight));

  const covers = sets.map((set) => shareOf([...weights.keys()], set, weightOf));
  const highest = Math.max(...covers, Number.EPSILON);
  const average = covers.reduce((sum, cover) => sum + cover, 0) / (covers.length || 1);
  return sentences.map(({ text, label }, at) => {
    const set = sets[at] ?? new Set<string>();
    const cover = covers[at] ?? 0;
    const kind = sentenceKind(label, text, at, sentences.length);
    const direction = directionOfWords(text);
    return {
      best: cover / highest,
      first: cover === highest ? 1 : 0,
      distinctive: shareOf(wanted, set, distinctiveWeight),
      beyondTitle: shareOf(outside, set, weightOf),
      kin: shareOf(
        [...kin.keys()],
        new Set([...set].map(beginningOf)),
        (beginning) => kin.get(beginning) ?? 0,
      ),
      conclusion: Number(kind === 'conclusion'),
      result: Number(kind === 'result'),
      setting: Number(kind === 'setting'),
      place: sentences.length > 1 ? at / (sentences.length - 1) : 1,
      last: Number(at === sentences.length - 1),
      short: Number((terms[at]?.length ?? 0) < shortMax),
      around: ((covers[at - 1] ?? 0) + (covers[at + 1] ?? 0)) / 2,
      finding: Number(direction !== undefined),
      abstract: average,
      constant: 1,
    };
  });
}

/** Returns the share of the terms' weight that is in the set. */
function shareOf(
  terms: readonly string[],
  set: ReadonlySet<string>,
  weightOf: (term: string) => number,
): number {
  let has = 0;
  let all = 0;
  for (const term of terms) {
    const weight = weightOf(term);
    all += weight;
    if (set.has(term)) has += weight;
  }
  return all > 0 ? has / all : 0;
}
