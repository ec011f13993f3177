import {
  type SentenceFeature,
  type SentenceFeatures,
  sentenceFeatureNames,
  sentenceFeatures,
} from '../packages/server/src/literature/ranking/sentences/sentence-features.ts';
import { abstractSentences } from '../packages/server/src/literature/studies/abstract-sentences.ts';
import { loadClaimEvidence, loadCollection } from './collections.ts';
import { markedSentences } from './evidence.ts';
import { openEvalStore } from './store.ts';

type Weights = Record<SentenceFeature, number>;
type Example = { features: SentenceFeatures; marked: number };

const iterations = 600;
const rate = 0.1;
/** Towards zero, so that features that say the same share what they say. */
const penalty = 1;

/**
 * Weights of a sentence's features by logistic regression over the sentences of the papers that bear on SciFact's training
 * claims: marked by experts, or not. Descends by Adam (Kingma and Ba 2015) on the mean loss, the whole set at a time.
 */
export async function trainEvidence(): Promise<{ weights: Weights; sentences: number } | undefined> {
  const claims = loadClaimEvidence('train')?.filter(({ label }) => label !== 'not_enough');
  const records = loadCollection('scifact');
  if (!claims || !records) return undefined;
  const byPmid = new Map(records.map((article) => [article.pmid, article]));
  const examples: Example[] = [];
  const store = await openEvalStore(records);
  try {
    for (const { claim, pmid, evidence } of claims) {
      const article = byPmid.get(pmid);
      if (!article) continue;
      const { ranking } = await store.rank(claim);
      const sentences = abstractSentences(article);
      const { texts } = markedSentences(evidence, article);
      const features = sentenceFeatures(sentences, article.title, ranking.terms.weights);
      for (const [at, { text }] of sentences.entries())
        examples.push({ features: features[at] as SentenceFeatures, marked: Number(texts.has(text)) });
    }
  } finally {
    await store.close();
  }
  return { weights: fit(examples), sentences: examples.length };
}

function fit(examples: readonly Example[]): Weights {
  const zero = () => Object.fromEntries(sentenceFeatureNames.map((name) => [name, 0])) as Weights;
  const weights = zero();
  const first = zero();
  const second = zero();
  for (let step = 1; step <= iterations; step++) {
    const gradient = zero();
    for (const name of sentenceFeatureNames) gradient[name] = (penalty * weights[name]) / examples.length;
    for (const { features, marked } of examples) {
      const sum = sentenceFeatureNames.reduce((total, name) => total + weights[name] * features[name], 0);
      const miss = (1 / (1 + Math.exp(-sum)) - marked) / examples.length;
      for (const name of sentenceFeatureNames) gradient[name] += miss * features[name];
    }
    for (const name of sentenceFeatureNames) {
      first[name] = 0.9 * first[name] + 0.1 * gradient[name];
      second[name] = 0.999 * second[name] + 0.001 * gradient[name] ** 2;
      const mean = first[name] / (1 - 0.9 ** step);
      weights[name] -= (rate * mean) / (Math.sqrt(second[name] / (1 - 0.999 ** step)) + 1e-8);
    }
  }
  return weights;
}
