import type { SearchQuery } from '@citewell/core/records/query.ts';
import { isGenericTerm } from '@citewell/core/text/stop-words.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { agentsAgainst } from '../../../literature/query/mesh/agents-against.ts';
import { diseasesOf, isDiseaseOfOrgan, meshClass } from '../../../literature/query/mesh/mesh.ts';
import { isSeparateDisease } from './topic-parts/broader-names.ts';

/** Lets members of a drug class cover its part of the topic: a record on ticagrelor is one on antiplatelet drugs. */
export function withClassMembers({ facets, ...query }: SearchQuery): SearchQuery {
  const membersOf = (facet: readonly string[]) =>
    (query.subjects ?? [])
      .filter(({ wordings }) => wordings.some((wording) => facet.includes(wording)))
      .flatMap(({ wordings }) => wordings.filter((wording) => meshClass(wording) !== undefined));
  return {
    ...query,
    facets: facets.map((facet) =>
      // A topic on one member covers only that one.
      facet.some((wording) => meshClass(wording) !== undefined)
        ? facet
        : [...new Set([...facet, ...membersOf(facet)])],
    ),
  };
}

/**
 * Adds to a disease its kinds, and to a group of diseases its members: a record on stroke is one on cardiovascular disease.
 * For the tests of records only: hundreds of names are too many for a search.
 */
export function withNarrowerDiseases(query: SearchQuery): SearchQuery {
  if (!query.subjects) return query;
  return {
    ...query,
    subjects: query.subjects.map((subject) => {
      const own = subject.wordings.slice(0, 2);
      const diseases = own.map(diseasesOf).find(({ length }) => length > 0);
      const names = subject.wordings.slice(0, 2).map((wording) => new Set(indexTerms(wording)));
      // A name within another one is found by itself, and pulmonary hypertension may be a different disease from
      // hypertension.
      const isLonger = (disease: string) =>
        names.some((name) => name.size > 0 && name.isSubsetOf(new Set(indexTerms(disease))));
      return diseases
        ? {
            ...subject,
            kind: 'known',
            ...(subject.wordings.slice(0, 2).some(isDiseaseOfOrgan) && { isWhole: true }),
            wordings: [
              ...new Set([
                ...subject.wordings,
                ...diseases.filter((disease) => !isLonger(disease) && !isSeparateDisease(own, disease)),
              ]),
            ],
          }
        : subject;
    }),
  };
}

/** Topics on what is given for a disease. */
const ofDrugs = /\b(?:treat\w*|therap(?:y|ies)|drugs?|medications?|pharmac\w+)\b|治疗|疗法|药物/i;

/**
 * Lets the drugs named after a disease represent it in a topic on its treatment: a record on antihypertensive drugs is
 * on hypertension.
 */
export function withAgents(query: SearchQuery): SearchQuery {
  const { subjects, text } = query;
  if (!subjects || !ofDrugs.test(text)) return query;
  return {
    ...query,
    subjects: subjects.map((subject) => ({
      ...subject,
      wordings: [...new Set([...subject.wordings, ...subject.wordings.slice(0, 3).flatMap(agentsAgainst)])],
    })),
  };
}

/** Number of words of a name that are one noun with what describes it. */
const compoundWords = 2;

/**
 * Requires that the words of a known name of two words are close together in a record: "microvessel density of breast
 * cancer" is no breast density. For the tests of records only.
 */
export function withWholeNames(query: SearchQuery): SearchQuery {
  if (!query.subjects) return query;
  return {
    ...query,
    subjects: query.subjects.map((subject) => {
      const name = subject.wordings.find((wording) => !/\p{Script=Han}/u.test(wording)) ?? '';
      const isCompound =
        name.split(/\s+/).length === compoundWords && !indexTerms(name).some((term) => isGenericTerm(term));
      return subject.kind === 'known' && isCompound ? { ...subject, isWhole: true } : subject;
    }),
  };
}
