import { percentile } from '../bench/statistics.ts';
import type { Article, Pmid } from '../packages/core/src/records/article.ts';
import { estimateTokens, tokenUpperBound } from '../packages/core/src/text/token-estimate.ts';
import { answerPrompt } from '../packages/server/src/features/answers/model/answer-prompt.ts';
import { fitWriteInput } from '../packages/server/src/features/answers/model/fit-write-input.ts';
import { selectPassages } from '../packages/server/src/literature/ranking/select-passages.ts';
import { wholeAbstracts } from '../packages/server/src/literature/ranking/whole-abstracts.ts';
import { loadAnswersRecords, loadPubmedqaQuestions } from './answers.ts';
import { type ClaimEvidence, loadClaimEvidence, loadCollection } from './collections.ts';
import { markedSentences, unheaded } from './evidence.ts';
import { mean, rounded } from './measures.ts';
import { openEvalStore } from './store.ts';

/** Evidence in a writer's prompt, over the papers found for questions whose evidence experts marked. */
type PromptRow = {
  name: string;
  /** Number of questions for which the marked paper was among the papers given. */
  papers: number;
  /** Share of the marked sentences of these papers that are in the prompt. */
  in_prompt: number;
  /** Papers of a prompt, and its tokens by our estimate and by the upper bound used for a hold. */
  papers_per_prompt: number;
  tokens_mean: number;
  tokens_p95: number;
  tokens_most: number;
  /** Figures of prompts with ten papers, if there are any. */
  ten_papers_mean?: number;
  bound_p95: number;
};

/** Question, the paper that answers it, and its relevant sentences. */
type MarkedQuestion = { question: string; pmid: Pmid; evidence: readonly string[] };

/** Ten papers with three selected sentences each, as in answers by default. */
const choice = { language: 'en', articlesMax: 10, perArticleMax: 3, wanted: new Set<Pmid>() } as const;

/**
 * Measures the share of the sentences marked by experts, and of the conclusions that are the answers to PubMedQA's
 * questions, that is in the prompt of an answer: with selected sentences alone, and with whole abstracts in windows of two
 * sizes. Undefined without the data.
 */
export async function evaluatePrompts(limit: number): Promise<PromptRow[] | undefined> {
  const claims = loadClaimEvidence('dev')?.filter(({ label }) => label !== 'not_enough');
  const [scifact, answers, questions] = [
    loadCollection('scifact'),
    loadAnswersRecords(),
    loadPubmedqaQuestions(),
  ];
  if (!claims || !scifact || !answers || !questions) return undefined;
  const marked = claims.slice(0, limit).map(({ claim, pmid, evidence }: ClaimEvidence) => ({
    ...{ question: claim, pmid, evidence },
  }));
  return [
    ...(await rows('SciFact', scifact, marked)),
    ...(await rows('PubMedQA', answers, questions.slice(0, limit))),
  ];
}

async function rows(
  name: string,
  records: readonly Article[],
  questions: readonly MarkedQuestion[],
): Promise<PromptRow[]> {
  const variants = [
    { label: 'chosen sentences', isWhole: false, contextTokens: 32_000 },
    { label: 'whole abstracts', isWhole: true, contextTokens: 32_000 },
    { label: 'whole abstracts, window of 8,000', isWhole: true, contextTokens: 8_000 },
  ].map((variant) => ({ ...variant, right: 0, wanted: 0, papers: 0, shown: [] as Shown[] }));
  const byPmid = new Map(records.map((article) => [article.pmid, article]));
  const store = await openEvalStore(records);
  try {
    for (const { question, pmid, evidence } of questions) {
      const article = byPmid.get(pmid);
      if (!article) continue;
      const { ranking } = await store.rank(question);
      const chosen = selectPassages(ranking, choice);
      const articles = ranking.ranked.map((ranked) => ranked.article);
      for (const variant of variants) {
        const given = variant.isWhole ? wholeAbstracts(chosen, articles, 'en') : chosen;
        const input = { question, history: [], language: 'en' as const, passages: given, attachment: [] };
        const fitted = fitWriteInput(input, variant.contextTokens);
        const { passages } = fitted;
        const text = answerPrompt(fitted, 'x'.repeat(16))
          .map((message) => message.text)
          .join('\n');
        const papers = new Set(passages.map((passage) => passage.article.pmid));
        variant.shown.push({
          papers: papers.size,
          tokens: estimateTokens(text),
          bound: tokenUpperBound(text),
        });
        if (!papers.has(pmid)) continue;
        const { texts, lost } = markedSentences(evidence, article);
        variant.papers++;
        variant.wanted += texts.size + lost;
        variant.right += passages.filter(
          (each) => each.article.pmid === pmid && texts.has(unheaded(each.text)),
        ).length;
      }
    }
  } finally {
    await store.close();
  }
  return variants.map(({ label, papers, right, wanted, shown }) => {
    const tokens = shown.map((each) => each.tokens);
    const ofTen = shown.filter((each) => each.papers === choice.articlesMax);
    return {
      name: `${name}, ${label}`,
      papers,
      ...rounded({ in_prompt: right / (wanted || 1), papers_per_prompt: mean(shown, (each) => each.papers) }),
      tokens_mean: Math.round(mean(tokens, Number)),
      tokens_p95: percentile(tokens, 95),
      tokens_most: Math.max(...tokens),
      ...(ofTen.length > 0 && { ten_papers_mean: Math.round(mean(ofTen, (each) => each.tokens)) }),
      bound_p95: percentile(
        shown.map(({ bound }) => bound),
        95,
      ),
    };
  });
}

type Shown = { papers: number; tokens: number; bound: number };
