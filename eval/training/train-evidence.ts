import {
  type SentenceFeature,
  type SentenceFeatures,
  sentenceFeatureNames,
  sentenceFeatures,
} from '../../packages/server/src/literature/ranking/sentences/sentence-features.ts';
import { abstractSentences } from '../../packages/server/src/literature/studies/abstract-sentences.ts';
import { loadClaimEvidence, loadCollection } from '../collections.ts';
import { markedSentences } from '../evidence.ts';
import { openEvalStore } from '../store.ts';
import { fitLogistic, type LabeledExample } from './logistic-regression.ts';

type Weights = Record<SentenceFeature, number>;

/**
 * Fits the weights of a sentence's features by logistic regression over the sentences of the papers relevant to SciFact's
 * training claims: marked by experts, or not.
 */
export async function trainEvidence(): Promise<{ weights: Weights; sentences: number } | undefined> {
  const claims = loadClaimEvidence('train')?.filter(({ label }) => label !== 'not_enough');
  const records = loadCollection('scifact');
  if (!claims || !records) return undefined;
  const byPmid = new Map(records.map((article) => [article.pmid, article]));
  const examples: LabeledExample<SentenceFeature>[] = [];
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
        examples.push({ features: features[at] as SentenceFeatures, label: Number(texts.has(text)) });
    }
  } finally {
    await store.close();
  }
  return { weights: fitLogistic(sentenceFeatureNames, examples), sentences: examples.length };
}
