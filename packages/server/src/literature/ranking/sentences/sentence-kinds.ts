import type { Article } from '@citewell/core/records/article.ts';
import { labeledSentences } from '../../studies/abstract-sentences.ts';
import { type SentenceKind, sentenceKind } from './sentence-kind.ts';

/** Sections on what was measured, rather than results: "Main outcome measures". */
const saysWhatWasMeasured = /^(?!.*result).*\bmeasures?(?:ments?)?$/i;

/** Returns the role of each of the sentences of an abstract, by the labels of its sections, also those in running text. */
export function sentenceKindsOf(
  article: Pick<Article, 'abstract'>,
  sentences: readonly { text: string; start: number }[],
): SentenceKind[] {
  const labels = new Map(labeledSentences(article).map(({ start, label }) => [start, label]));
  return sentences.map(({ text, start }, at) => {
    const label = labels.get(start);
    return label && saysWhatWasMeasured.test(label)
      ? 'setting'
      : sentenceKind(label, text, at, sentences.length);
  });
}
