import type { Article } from '@citewell/core/records/article.ts';
import { labeledSentences } from '../../../../literature/studies/abstract-sentences.ts';
import { statesAim } from '../../../../literature/studies/states-aim.ts';
import { colophon, conclusionsIn } from '../../sections/conclusions.ts';

/** Sentences in which a record says what it asked, and what it answers. */
export type AimsAndConclusions = { aims: string[]; answers: string[] };

/** Number of sentences up to which an abstract has no room for background, or for repeating its aim as a conclusion. */
const shortMax = 3;

/** Sections that state what was done or found, in words such as "to assess". */
const isDone =
  /method|design|setting|patient|participant|intervention|measure|result|finding|conclusion|方法|结果|结论/i;

/**
 * Finds the aim and the conclusion of a record, or the last sentence of one that draws none. The sentences between them
 * may be about anything that was measured.
 */
export function aimsAndConclusions(article: Pick<Article, 'title' | 'abstract'>): AimsAndConclusions {
  const sentences = labeledSentences(article).filter(({ text }) => !colophon.test(text));
  const texts = (some: typeof sentences) => some.map(({ text }) => text);
  const aims = sentences.filter(({ label = '', text }) => !isDone.test(label) && statesAim(text));
  const concluding = conclusionsIn(sentences, article.title);
  const answers = concluding.length > 0 ? concluding : sentences.slice(-1);
  return sentences.length <= shortMax
    ? { aims: texts(sentences), answers: texts([...aims, ...answers]) }
    : { aims: texts(aims), answers: texts(answers) };
}
