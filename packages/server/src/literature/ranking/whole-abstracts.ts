import type { Article } from '@citewell/core/records/article.ts';
import type { Language } from '@citewell/sdk';
import type { Passage } from './passage.ts';
import { readableSentences } from './sentences/best-sentences.ts';

/**
 * Adds the other sentences of the same abstracts to the chosen ones as context, so that a writer misses nothing that
 * the selection missed. Ids ascend within each abstract, in the order of its sentences, and from the best paper to the
 * last.
 *
 * @param articles Records of the passages.
 * @param language Language of the reader: an abstract in two languages is read in this one.
 * @throws Error if the record of a passage is not among `articles`.
 */
export function wholeAbstracts(
  passages: readonly Passage[],
  articles: readonly Article[],
  language: Language,
): Passage[] {
  const byPmid = new Map(articles.map((article) => [article.pmid, article]));
  const renumbered = new Map<string, Passage>();
  const context: Passage[] = [];
  for (const [pmid, chosen] of Map.groupBy(passages, ({ article }) => article.pmid)) {
    const [first] = chosen;
    const article = byPmid.get(pmid);
    if (!first || !article) throw new Error(`no record of ${pmid}`);
    const { label: _, chinese: __, ...shared } = first;
    const others: Passage[] = readableSentences(article, language)
      // A chosen sentence may begin after its section heading.
      .filter(({ end }) => chosen.every((passage) => passage.end !== end))
      .map((sentence) => ({ ...shared, ...sentence, score: 0, isContext: true }));
    for (const passage of [...chosen, ...others].sort((one, other) => one.start - other.start)) {
      const id = `E${renumbered.size + context.length + 1}`;
      if (passage.isContext) context.push({ ...passage, id });
      else renumbered.set(passage.id, { ...passage, id });
    }
  }
  return [...passages.flatMap(({ id }) => renumbered.get(id) ?? []), ...context];
}
