import { rerankerText } from '../packages/server/src/literature/ranking/apply-reranker.ts';
import {
  type RerankSimulator,
  startRerankSimulator,
} from '../packages/simulators/src/llm/rerank-simulator.ts';
import { type CollectionName, loadCollection, loadQuestions } from './collections.ts';

/**
 * Scripted rerankers over HTTP, which show how much a reranker can change: `oracle` knows the judgments, the upper limit
 * for the records it is shown; `words` counts shared words, which is worse than the product; `broken` answers with status
 * 500, and must change nothing.
 */
export const scriptedRerankers = ['oracle', 'words', 'broken'] as const;
export type ScriptedReranker = (typeof scriptedRerankers)[number];

const judged: [CollectionName, split: string | undefined][] = [
  ['scifact', 'train'],
  ['scifact', 'beir-test'],
  ['medlars', undefined],
  ['pubmedqa', 'train'],
];

/** Running server, with the settings that make the product use it. */
export async function startScriptedReranker(
  kind: ScriptedReranker,
): Promise<{ simulator: RerankSimulator; settings: Record<string, string> }> {
  const simulator = await startRerankSimulator();
  if (kind === 'broken') simulator.setFault('status_500');
  if (kind === 'oracle') {
    const answers = readAnswers();
    simulator.setScript((question, text) => (answers.get(question)?.has(text) ? 1 : 0));
  }
  return {
    simulator,
    settings: { CITEWELL_RERANK_BASE_URL: simulator.url, CITEWELL_RERANK_MODEL: `scripted-${kind}` },
  };
}

/** Texts of the records that answer each question, in the form shown to a reranker. */
function readAnswers(): Map<string, Set<string>> {
  const answers = new Map<string, Set<string>>();
  for (const [name, split] of judged) {
    const records = new Map(loadCollection(name)?.map((article) => [String(article.pmid), article]));
    for (const { text, relevant } of loadQuestions(name, split) ?? [])
      answers.set(
        text,
        new Set(
          [...relevant].flatMap((pmid) => {
            const article = records.get(pmid);
            return article ? [rerankerText(article)] : [];
          }),
        ),
      );
  }
  return answers;
}
