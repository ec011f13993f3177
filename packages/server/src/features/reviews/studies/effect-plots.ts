import { indexTerms } from '@citewell/core/text/words.ts';
import type { EffectPlot, Language } from '@citewell/sdk';
import { compileFacets, facetCoverage } from '../../../literature/ranking/facets.ts';
import { abstractSentences } from '../../../literature/studies/abstract-sentences.ts';
import { outcomeHeading } from './named-outcomes.ts';
import { recordSpan } from './record-spans.ts';
import { authorsOf, type Study, type StudyEffect } from './studies.ts';

/** One study has nothing beside it. */
const studiesMin = 2;

/**
 * Groups the studies' own effects by outcome and measure, one of each study: the first that its abstract gives. An effect
 * counts only if it is known to be of the topic: its sentence names a part of the topic, or it compares two groups and the
 * title names that part. `topic` are the topic's facets, each with its wordings.
 */
export function effectPlots(
  studies: readonly Study[],
  topic: readonly (readonly string[])[],
  language: Language,
): EffectPlot[] {
  const facets = compileFacets(topic).filter(({ generic }) => !generic);
  const namesTopic = (text: string, outcome: string) => {
    const terms = new Set(indexTerms(text));
    const ofOutcome = new Set(indexTerms(outcome));
    return facets.some(
      (facet) =>
        facetCoverage(facet, (term) => terms.has(term)) === 1 &&
        // "Mortality" in a topic is the outcome again, and no exposure.
        facetCoverage(facet, (term) => ofOutcome.has(term)) < 1,
    );
  };
  // A ratio of survival may be one of those who died.
  const tellsItsWay = ({ kind, outcome }: StudyEffect) => kind !== 'ratio' || !/survival$/.test(outcome.name);
  const isOfTopic = ({ article }: Study, { sentenceStart, comparator, outcome }: StudyEffect) => {
    const sentence = abstractSentences(article).find(({ start }) => start === sentenceStart)?.text ?? '';
    return (
      namesTopic(sentence, outcome.span.text) ||
      (comparator !== undefined && namesTopic(article.title, outcome.span.text))
    );
  };
  const groups = new Map<string, { study: Study; effect: StudyEffect }[]>();
  for (const study of studies)
    for (const effect of study.effects) {
      const key = `${effect.measure} ${effect.outcome.name}`;
      const group = groups.get(key) ?? [];
      if (group.some((each) => each.study === study) || !isOfTopic(study, effect)) continue;
      if (!tellsItsWay(effect)) continue;
      groups.set(key, [...group, { study, effect }]);
    }
  return [...groups.values()]
    .filter(({ length }) => length >= studiesMin)
    .flatMap((group): EffectPlot[] => {
      const [first] = group;
      if (!first) return [];
      const { outcome, measure, kind } = first.effect;
      return [
        {
          heading: `${outcomeHeading(outcome.name, language)}${language === 'zh' ? '：' : ': '}${measure}`,
          ...{ measure, kind },
          studies: group.map(({ study: { article }, effect }) => ({
            pmid: article.pmid,
            study: `${authorsOf(article, language)} ${article.year}`.trim(),
            ...{ value: effect.value, low: effect.low, high: effect.high },
            outcome: recordSpan(effect.outcome.span, article),
            comparator: effect.comparator ? recordSpan(effect.comparator, article) : null,
            effect: recordSpan(effect.span, article),
          })),
        },
      ];
    });
}
