import { percentile } from '../bench/statistics.ts';
import type { Article, Pmid } from '../packages/core/src/records/article.ts';
import { indexTerms } from '../packages/core/src/text/words.ts';
import { selectPassages } from '../packages/server/src/literature/ranking/select-passages.ts';
import { headingLength } from '../packages/server/src/literature/ranking/sentences/best-sentences.ts';
import { termWeights } from '../packages/server/src/literature/ranking/term-weights.ts';
import { abstractSentences } from '../packages/server/src/literature/studies/abstract-sentences.ts';
import { type ClaimEvidence, loadClaimEvidence, loadCollection } from './collections.ts';
import { type Choice, choiceFigures, mean, rounded } from './measures.ts';
import { openEvalStore } from './store.ts';

type EvidenceRow = {
  name: string;
  papers: number;
  precision: number;
  recall: number;
  f1: number;
  sentences_per_paper: number;
};

export type EvidenceReport = {
  rows: EvidenceRow[];
  /** Shares of papers kept as evidence, of those relevant to the claim and of the others. */
  kept: { bearing: number; not_bearing: number };
  ms: { ms_p50: number; ms_p95: number };
};

/** Number of a paper's sentences that a writer sees. */
const perArticleMax = 3;

/**
 * Compares the sentences that the product selects from a paper for a claim with those that experts marked. Claims are
 * searched in the whole library; only the selection from the marked paper counts.
 */
export async function evaluateEvidence({
  split,
  limit,
  settings,
}: {
  split: 'train' | 'dev';
  limit: number;
  settings: Record<string, string>;
}): Promise<EvidenceReport | undefined> {
  const claims = loadClaimEvidence(split)?.slice(0, limit);
  const records = loadCollection('scifact');
  if (!claims || !records) return undefined;
  const byPmid = new Map(records.map((article) => [article.pmid, article]));
  const store = await openEvalStore(records, settings);
  try {
    const product: Choice[] = [];
    const baseline: Choice[] = [];
    const kept = { bearing: [] as boolean[], not_bearing: [] as boolean[] };
    const times: number[] = [];
    for (const claim of claims) {
      const article = byPmid.get(claim.pmid);
      if (!article) continue;
      const { ranking, ms } = await store.rank(claim.claim);
      const started = performance.now();
      const passages = selectPassages(ranking, {
        ...{ language: 'en', articlesMax: 10, perArticleMax, wanted: new Set<Pmid>() },
      });
      times.push(ms + performance.now() - started);
      const found = passages.some((passage) => passage.article.pmid === claim.pmid);
      kept[claim.label === 'not_enough' ? 'not_bearing' : 'bearing'].push(found);
      if (claim.label === 'not_enough') continue;
      const own = ranking.ranked.filter(({ article: { pmid } }) => pmid === claim.pmid);
      const chosen = selectPassages(
        { ...ranking, ranked: own },
        { language: 'en', articlesMax: 1, perArticleMax, wanted: new Set([claim.pmid]) },
      ).map(({ text }) => text);
      product.push(choice(claim, article, chosen));
      baseline.push(choice(claim, article, bestByWords(claim.claim, article, chosen.length)));
    }
    return {
      rows: [
        row(`product, ${split}`, product),
        row(`BM25 over the sentences, the same number per paper, ${split}`, baseline),
      ],
      kept: rounded({
        bearing: mean(kept.bearing, Number),
        not_bearing: mean(kept.not_bearing, Number),
      }),
      ms: rounded({ ms_p50: percentile(times, 50), ms_p95: percentile(times, 95) }),
    };
  } finally {
    await store.close();
  }
}

function row(name: string, choices: readonly Choice[]): EvidenceRow {
  return {
    name,
    papers: choices.length,
    ...rounded(choiceFigures(choices)),
    ...rounded({ sentences_per_paper: mean(choices, ({ chosen }) => chosen) }),
  };
}

/**
 * Compares sentences of the abstract, so that both sides are split in the same way; evidence that no sentence contains is a
 * miss.
 */
function choice({ evidence }: ClaimEvidence, article: Article, chosen: readonly string[]): Choice {
  const marked = markedSentences(evidence, article);
  const right = chosen.filter((text) => marked.texts.has(unheaded(text))).length;
  return { chosen: chosen.length, right, wanted: marked.texts.size + marked.lost };
}

/**
 * Matches a sentence after the heading that precedes it in an undivided abstract ("RESULTS …"): the product quotes it
 * without.
 */
export function unheaded(sentence: string): string {
  return sentence.slice(headingLength(sentence));
}

/**
 * Returns the sentences of an abstract, split as by the product and without headings, that contain a marked sentence or are
 * contained in one.
 */
export function markedSentences(
  evidence: readonly string[],
  article: Pick<Article, 'abstract'>,
): { texts: Set<string>; lost: number } {
  const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  const sentences = abstractSentences(article).map(({ text }) => unheaded(text));
  const texts = new Set<string>();
  let lost = 0;
  for (const each of evidence.map(letters)) {
    const held = sentences.filter((text) => {
      const own = letters(text);
      return (own.length > 15 && each.includes(own)) || (each.length > 15 && own.includes(each));
    });
    for (const text of held) texts.add(text);
    if (held.length === 0) lost++;
  }
  return { texts, lost };
}

/** Returns the best sentences of an abstract by plain BM25 (k1 1.2, b 0.75). */
function bestByWords(claim: string, article: Article, count: number): string[] {
  const weight = termWeights(undefined);
  const wanted = [...new Set(indexTerms(claim))];
  const sentences = abstractSentences(article).map(({ text }) => ({ text, terms: indexTerms(text) }));
  const length = mean(sentences, ({ terms }) => terms.length);
  return sentences
    .map(({ text, terms }) => {
      const norm = 1.2 * (0.25 + (0.75 * terms.length) / length);
      const score = wanted.reduce((sum, term) => {
        const frequency = terms.filter((each) => each === term).length;
        return sum + (weight(term) * frequency * 2.2) / (frequency + norm);
      }, 0);
      return { text, score };
    })
    .sort((one, other) => other.score - one.score)
    .slice(0, count)
    .map(({ text }) => text);
}
