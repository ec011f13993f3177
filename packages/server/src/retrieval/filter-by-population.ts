import type { Article, Pmid } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import type { Language } from '@citewell/sdk';
import { contradictsPopulation, populationNames } from './population-gate.ts';
import { nearestMax, type SubjectGate } from './subject-gate.ts';

/** Words for adults, or for an earlier time of their lives; children in such a question need not be the people studied. */
const namesGrownUps =
  /\b(?:adults?|wom[ae]n|m[ae]n|mothers?|fathers?|parents?|mums?|moms?|dads?|pregnan\w+|childhood|childless|childbearing|caregivers?|teachers?|nurses?|doctors?|physicians?|grandparents?)\b|成人|成年|女性|妇女|女人|男性|男人|母亲|父亲|父母|家长|妈妈|爸爸|孕|妊娠|童年|儿时|小时候|生过?孩子|老师|医生|护士/i;
const young = new Set(['Infant, Newborn', 'Infant, Premature', 'Infant', 'Child', 'Adolescent']);

/**
 * Excludes records that state a population other than the question's. If no other record mentions the subjects, the first of them
 * are shown as the nearest, and the population is named as lacking. `articles` are the candidates, the best first; records
 * requested by PMID (`wanted`) stay.
 */
export function filterByPopulation(
  gate: SubjectGate,
  articles: readonly Article[],
  { query, wanted, language }: { query: SearchQuery; wanted: ReadonlySet<Pmid>; language: Language },
): SubjectGate {
  const { subjects = [] } = query;
  const populations = studiedPopulations(query);
  // Without a subject, coverage of the whole question decides.
  if (subjects.length === 0 || populations.length === 0) return gate;
  if (wanted.size > 0 || gate.verdict.kind !== 'together') return gate;
  const admitted = articles.filter(({ pmid }) => gate.admitted.has(pmid));
  const fitting = admitted.filter((article) => !contradictsPopulation(article, populations));
  if (fitting.length > 0) return { ...gate, admitted: new Set(fitting.map(({ pmid }) => pmid)) };
  const nearest = admitted.slice(0, nearestMax).map(({ pmid }) => pmid);
  const people = populationNames(populations, language);
  if (nearest.length === 0 || people.length === 0) return gate;
  return {
    verdict: { kind: 'apart', names: [...subjects.map(({ name }) => name), ...people] },
    admitted: new Set(nearest),
    lacks: new Map(nearest.map((pmid) => [pmid, people])),
  };
}

/** Returns the populations that must have been studied: the young only if the question names no one else. */
function studiedPopulations({ text, populations }: SearchQuery): string[] {
  return namesGrownUps.test(text) ? populations.filter((heading) => !young.has(heading)) : [...populations];
}
