import type { Article } from '@citewell/core/records/article.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { type ComparisonCell, type ComparisonRow, comparisonCells, type RecordSpan } from '@citewell/sdk';
import { abstractSentences } from '../../../literature/studies/abstract-sentences.ts';
import { designOfKind } from '../../../literature/studies/read-study.ts';
import { isMainOutcomeOf } from './main-outcome.ts';
import { effectSpan, type Span, type Study, shownEffect } from './studies.ts';

/** Creates a span with its record and sentence; a span beyond one sentence is its own. */
export function recordSpan(span: Span, article: Article): RecordSpan {
  const within =
    span.field === 'title'
      ? article.title
      : abstractSentences(article).find(({ start, end }) => start <= span.start && span.end <= end)?.text;
  return { ...span, pmid: article.pmid, sentence: within ?? span.text };
}

/** Returns true if an effect names what the study gave and nothing that it compared with, which is the study's comparator. */
function isOneSided(effect: string, { intervention }: Study): boolean {
  const named = new Set(indexTerms(effect));
  return (
    intervention !== undefined &&
    indexTerms(intervention.text).every((term) => named.has(term)) &&
    !/\b(?:(?<!\bmore )than|more than (?!doubled|tripled|halved|twice|half|\d)|between|compar\w+|versus|vs|relative to|against|groups?|arms?)\b|较|比|组/i.test(
      effect,
    )
  );
}

/** Finds the words of a study's record for each cell of the comparison table. */
export function comparisonSpans(study: Study): Record<ComparisonCell, Span | undefined> {
  const { statedEffect: stated } = study;
  const first = study.effects.find(({ isOffTopic }) => !isOffTopic);
  const shown = shownEffect(study.effects);
  const effect = stated ?? (shown && effectSpan(shown));
  const isInStated = stated && first && stated.start <= first.span.start && first.span.end <= stated.end;
  // An outcome without its effect is one of many, unless the study asked for it.
  const asked = first && isMainOutcomeOf(study.article, first.outcome.name) ? first : undefined;
  const main = stated ? (isInStated ? first : undefined) : (shown ?? asked);
  return {
    population: study.population,
    n: study.size,
    intervention: study.intervention,
    comparator:
      main?.comparator ?? (effect && !isOneSided(effect.text, study) ? undefined : study.comparator),
    outcome: main ? main.outcome.span : study.outcome,
    effect,
  };
}

/** Returns the rows of the comparison table with the location of each cell in its record. */
export function comparisonRows(studies: readonly Study[]): ComparisonRow[] {
  return studies.map((study) => {
    const { article, summary, trust } = study;
    const spans = comparisonSpans(study);
    const cells = comparisonCells.map((name) => {
      const span = spans[name];
      return [name, span ? recordSpan(span, article) : null] as const;
    });
    return {
      pmid: article.pmid,
      // A design that the text calls not stated has none here either.
      design: summary.kind ? (trust.design ?? designOfKind(summary.kind)) : null,
      ...(Object.fromEntries(cells) as Record<ComparisonCell, RecordSpan | null>),
    };
  });
}
