import type { Article } from '@citewell/core/records/article.ts';
import type { ComparisonRow, RecordSpan } from '@citewell/sdk';
import { abstractSentences } from '../../../literature/studies/abstract-sentences.ts';
import type { Span, Study } from './studies.ts';

/** A span with its record and the sentence it stands in; one that goes beyond a sentence is its own. */
export function recordSpan(span: Span, article: Article): RecordSpan {
  const within =
    span.field === 'title'
      ? article.title
      : abstractSentences(article).find(({ start, end }) => start <= span.start && span.end <= end)?.text;
  return { ...span, pmid: article.pmid, sentence: within ?? span.text };
}

/** The rows of the comparison table with the place of each cell in its record. */
export function comparisonRows(studies: readonly Study[]): ComparisonRow[] {
  return studies.map(({ article, trust, population, size, intervention, outcome, effects: [main] }) => {
    const cell = (span: Span | undefined) => (span ? recordSpan(span, article) : null);
    return {
      ...{ pmid: article.pmid, design: trust.design },
      ...{ population: cell(population), n: cell(size), intervention: cell(intervention) },
      ...{ comparator: cell(main?.comparator), outcome: cell(main ? main.outcome.span : outcome) },
      effect: cell(main?.span),
    };
  });
}
