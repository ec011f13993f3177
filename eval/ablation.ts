import {
  type RankFeature,
  rankFeatureNames,
} from '../packages/server/src/literature/ranking/rank-features.ts';
import { rankWeights } from '../packages/server/src/literature/ranking/rank-weights.ts';
import { loadCollection, loadQuestions } from './collections.ts';
import { mean, rounded } from './measures.ts';
import { openEvalStore } from './store.ts';
import { type Candidates, candidatesOf, gain, recall, type Weights } from './training/train-ranker.ts';

export type AblationRow = { name: string } & Record<string, number | string>;

const sets = [
  { name: 'scifact', split: 'train', label: 'SciFact train' },
  { name: 'scifact', split: 'beir-test', label: 'SciFact test' },
  { name: 'medlars', split: undefined, label: 'MEDLARS' },
  { name: 'pubmedqa', split: 'train', label: 'PubMedQA' },
] as const;

/**
 * Measures the contribution of each ranking feature: the figures without it, and with the words alone. Candidates are
 * retrieved once; only the order changes.
 */
export async function ablateRanker(progress: (text: string) => void): Promise<AblationRow[] | undefined> {
  const found: { label: string; candidates: Candidates[] }[] = [];
  for (const { name, split, label } of sets) {
    const records = loadCollection(name);
    const questions = loadQuestions(name, split);
    if (!records || !questions) return undefined;
    progress(label);
    const store = await openEvalStore(records);
    try {
      found.push({ label, candidates: await candidatesOf(store, questions) });
    } finally {
      await store.close();
    }
  }
  const row = (name: string, weights: Weights): AblationRow => ({
    name,
    ...Object.fromEntries(
      found.flatMap(({ label, candidates }) =>
        Object.entries(
          rounded({
            [`${label} nDCG@10`]: mean(candidates, (each) => gain(each, weights)),
            [`${label} R@100`]: mean(candidates, (each) => recall(each, weights)),
          }),
        ),
      ),
    ),
  });
  const only = (feature: RankFeature) =>
    Object.fromEntries(
      rankFeatureNames.map((name) => [name, name === feature ? rankWeights[name] : 0]),
    ) as Weights;
  return [
    row('as shipped', { ...rankWeights }),
    row('words alone', only('words')),
    ...rankFeatureNames
      .filter((name) => name !== 'words' && rankWeights[name] !== 0)
      .map((name) => row(`without ${name}`, { ...rankWeights, [name]: 0 })),
    ...([2, 4] as const).map((times) =>
      row(`feedback times ${times}`, { ...rankWeights, feedback: times * rankWeights.feedback }),
    ),
  ];
}
