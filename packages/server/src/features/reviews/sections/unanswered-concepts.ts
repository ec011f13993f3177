import { otherWordings } from '@citewell/core/lexicon/wordings.ts';
import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import {
  diseasesOf,
  furtherNames,
  isMeshSubject,
  meshWordings,
  narrowerDiseases,
} from '../../../literature/query/mesh/mesh.ts';
import { isGenericConcept } from '../../../literature/query/outcome-terms.ts';
import { namedConcepts } from '../../../literature/query/plan-query.ts';
import { compileFacets, facetCoverage } from '../../../literature/ranking/facets.ts';
import type { EvidenceBase } from '../gathering/evidence-base.ts';

type Concept = ReturnType<typeof namedConcepts>[number];

/** Share of a name's terms, squared, above which a record may be on it: a gap is a statement about every record. */
const mayHold = 0.25;

/**
 * Returns the subjects of each sub-question that no included record holds together, in the review's language. Subjects
 * are compared in all wordings that dictionaries and MeSH know, including members of a class and kinds of a disease. A
 * model's words that no dictionary knows, outcomes and people in general, which records express in any words, and
 * subjects without a name in the review's language support no such statement.
 */
export function unansweredConcepts({
  scope: { read, language, query, parts },
  articles,
}: Pick<EvidenceBase, 'scope' | 'articles'>): string[][] {
  const records = [...articles.values()].map(termsOf);
  const facets = [...parts, ...query.facets];
  const lists = (read?.questions ?? []).flatMap(({ concepts }) => {
    const subjects = namedConcepts(concepts).filter(isKnownSubject);
    const names = subjects.map((subject) => nameIn(language, subject, facets));
    const tests = subjects.map((subject) => heldBy(wordingsOf(subject, facets)));
    const isOpen = subjects.length > 1 && !records.some((terms) => tests.every((holds) => holds(terms)));
    return isOpen && names.every((name) => name !== undefined) ? [[...new Set(names)]] : [];
  });
  const seen = new Set<string>();
  return lists.filter((names) => {
    const key = names.toSorted().join('\n');
    return names.length > 1 && !seen.has(key) && seen.add(key);
  });
}

function termsOf({ title, mesh, keywords, ...article }: Article): Set<string> {
  return new Set([title, abstractText(article), ...mesh, ...keywords].flatMap(indexTerms));
}

function isKnownSubject({ term, synonyms }: Concept): boolean {
  return !isGenericConcept([term, ...synonyms]) && isMeshSubject(term);
}

/** Adds what dictionaries, MeSH and the topic itself know of a subject to what the model says. */
function wordingsOf({ term, zh = '', synonyms }: Concept, facets: readonly (readonly string[])[]): string[] {
  const own = [term, ...synonyms];
  const listed = own.flatMap((name) => [...meshWordings(name), ...otherWordings(name), ...diseasesOf(name)]);
  return [
    ...own,
    zh,
    ...listed,
    ...furtherNames(own),
    ...narrowerDiseases(term, own),
    ...partsNaming(own, facets).flat(),
  ].filter((wording) => wording !== '');
}

function heldBy(wordings: readonly string[]): (terms: ReadonlySet<string>) => boolean {
  const compiled = compileFacets([wordings]);
  return (terms) => compiled.some((facet) => facetCoverage(facet, (term) => terms.has(term)) >= mayHold);
}

/** Returns the parts of the topic that one of these wordings names. */
function partsNaming(
  wordings: readonly string[],
  facets: readonly (readonly string[])[],
): (readonly string[])[] {
  const names = new Set(wordings.map((wording) => wording.toLowerCase()));
  return facets.filter((facet) => facet.some((wording) => names.has(wording.toLowerCase())));
}

/** The name of a subject in the reader's language: the model's, or the topic's own. */
function nameIn(
  language: 'en' | 'zh',
  { term, zh, synonyms }: Concept,
  facets: readonly (readonly string[])[],
): string | undefined {
  const isHan = (name: string) => /\p{Script=Han}/u.test(name);
  return [term, zh ?? '', ...synonyms, ...partsNaming([term, ...synonyms], facets).flat()].find(
    (name) => name !== '' && isHan(name) === (language === 'zh'),
  );
}
