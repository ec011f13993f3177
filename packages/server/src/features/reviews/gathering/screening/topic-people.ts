import type { Article } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { sexesInWords } from '../../../../literature/query/question-hints.ts';
import { statesOtherPopulation, studiesPopulation } from '../../../../retrieval/population-gate.ts';
import { trustCard } from '../../../../retrieval/trust/trust.ts';
import { laboratoryStudies } from '../off-topic/laboratory-studies.ts';
import {
  includesPopulation,
  studiesOtherPeople,
  withAdults,
  withoutChildhoodHistory,
  withoutPastPregnancy,
} from '../off-topic/other-population.ts';
import { statesSex, studiesOtherSex } from '../off-topic/studied-sex.ts';
import { reduceToResearchQuestion, statedPeople, withParticipants } from '../own-question/own-question.ts';
import { studiesAbsence } from '../topic-parts/absent-conditions.ts';

/** Tests of a record for the population named in the topic; every record passes if there is none. */
export type TopicPeople = {
  studiesThem(article: Article): boolean;
  /** Returns true for a record that states other people, rather than none. */
  statesOthers(article: Article): boolean;
};

export function topicPeople({ text, populations, absent = [] }: SearchQuery): TopicPeople {
  const sexes = sexesInWords(text);
  // Adolescents are children, unless a topic distinguishes them.
  const people = populations.includes('Child') ? [...populations, 'Adolescent'] : populations;
  const named = withAdults(populations, text);
  const isOfLaboratory = laboratoryStudies(text);
  const statesAbsence = studiesAbsence(absent);
  return {
    studiesThem(given) {
      const article = withoutPastPregnancy(withoutChildhoodHistory(given, text), text);
      const own = withParticipants(reduceToResearchQuestion(article), article);
      return (
        studiesPopulation(article, people) &&
        studiesPopulation(own, people) &&
        statesAbsence(statedPeople(article)) &&
        (studiesPopulation(article, sexes) || statesSex(article, sexes)) &&
        !studiesOtherSex(article, sexes) &&
        !studiesOtherPeople(article, named) &&
        includesPopulation(article, text) &&
        // Animals may model the topic's population but do not belong to it.
        (named.length + sexes.length + absent.length === 0 ||
          (trustCard(article).subjects !== 'animal' && !isOfLaboratory(article)))
      );
    },
    statesOthers(article) {
      return (
        trustCard(article).subjects === 'animal' ||
        studiesOtherPeople(article, named) ||
        studiesOtherSex(article, sexes) ||
        [people, sexes].some(
          (groups) => !studiesPopulation(article, groups) && statesOtherPopulation(article, groups),
        )
      );
    },
  };
}
