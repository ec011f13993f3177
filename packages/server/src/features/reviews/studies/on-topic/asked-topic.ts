import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { compileFacets, type Facet, facetCoverage } from '../../../../literature/ranking/facets.ts';
import { formsWrittenOut } from '../../../../retrieval/subjects/abbreviations.ts';
import { withClassMembers, withNarrowerDiseases } from '../../gathering/class-members.ts';
import { outcomesOf } from '../../gathering/topic-outcomes.ts';
import { namesPeople } from '../cells/study-cells.ts';
import { listedName, namedOutcomes } from '../named-outcomes.ts';
import { topicPeople } from './topic-people.ts';

/** Parts, outcomes and people that a topic asks about: an effect on these is a study's main one. */
export type AskedTopic = {
  /** Parts that name a subject. */
  parts: readonly Facet[];
  /** List names of its outcomes. */
  outcomes: readonly string[];
  /** MeSH headings of its people. */
  people?: readonly string[];
  /** The topic as it was asked, by which its people are known. */
  text?: string;
  /** Parts of which an effect must be, with the names of their kinds: neither people nor outcomes. */
  subjects?: readonly Facet[];
};

/** Reads what a topic asks about from its query. */
export function askedTopic(query: SearchQuery): AskedTopic {
  const named = withClassMembers(query);
  const outcomes = outcomesOf(query);
  const { subjects: kinds = [] } = withNarrowerDiseases(named);
  const isSubject = ([first = '']: readonly string[]) =>
    !namesPeople(first) && !namedOutcomes(first).some(({ name }) => outcomes.includes(listedName(name)));
  const wordingsOf = (facet: readonly string[]) => [
    ...facet,
    ...kinds.flatMap(({ wordings }) => (wordings.some((wording) => facet.includes(wording)) ? wordings : [])),
  ];
  return {
    parts: compileFacets(named.facets, query.ordinary).filter(({ generic }) => !generic),
    outcomes,
    people: query.populations,
    // Those without a condition are taken out of the query's text.
    text: [query.text, ...(query.absent ?? []).flatMap(({ words }) => [`non-${words}`, `未${words}`])].join(
      ' ',
    ),
    subjects: compileFacets(named.facets.filter(isSubject).map(wordingsOf), query.ordinary).filter(
      ({ generic }) => !generic,
    ),
  };
}

/** Diseases of which there are several, each by a word of its own. */
const severalKinds = [
  'cancer',
  'carcinoma',
  'tumour',
  'neoplasm',
  'diabetes',
  'hepatitis',
  'arthritis',
  'dementia',
];
const kindTerms = new Map(severalKinds.map((kind) => [indexTerms(kind)[0] ?? '', kind]));

function kindsIn(terms: ReadonlySet<string>): string[] {
  return [...kindTerms.keys()].filter((kind) => terms.has(kind));
}

const han = /\p{Script=Han}/u;

/** Returns true if a part has a name in the script of a text: without one, no text can be compared with it. */
function isIn({ wordings }: Facet, isHan: boolean): boolean {
  return wordings.some((terms) => terms.length > 0 && terms.every((term) => han.test(term) === isHan));
}

/** Words for that by a unit of which an effect is: "per height increment", "each 5 kg increase in weight". */
const perUnit =
  /\b(?:per|each|every)\s([^,;]{2,80}?)\s(?:increments?|increases?|decreases?|decrements?|higher|lower|rise)\b(?:\s(?:of|in)\s((?:(?!(?:was|were|is|are|had|has|with|and|conferred)\b)[^\s,;]{1,30}\s?){1,6}))?|每(?:增加|升高|降低|减少)?[^，。；]{0,12}?([\p{Script=Han}A-Za-z]{2,12})(?:增加|升高|降低|减少)/iu;

/**
 * Creates a test whether an effect, by the words that state it, is one of the topic's exposure, outcome and people: a sentence
 * on another exposure, another disease or other people is none, whatever else its record is about.
 */
export function isEffectOnTopic(
  article: Article,
  { subjects = [], outcomes, text = '' }: AskedTopic,
): (words: string) => boolean {
  const people = topicPeople(text);
  const mustName = people.requiresNaming(article);
  const all = termsOf(`${article.title} . ${abstractText(article)}`, article);
  // A record may name what was translated by another word.
  const judged = subjects.filter(
    (facet) => !han.test(text) || facet.wordings.some((terms) => terms.every((term) => all.has(term))),
  );
  const titled = termsOf([article.title, ...article.keywords].join(' . '), article);
  return (words) => {
    if (people.areOthers(words) || (mustName && !people.areNamed(words))) return false;
    const own = termsOf(words, article);
    const isNamedIn = (terms: ReadonlySet<string>) => (facet: Facet) =>
      facetCoverage(facet, (term) => terms.has(term)) === 1;
    const isHan = han.test(words);
    const rest = judged.filter((facet) => isIn(facet, isHan) && !isNamedIn(own)(facet));
    if (!rest.every(isNamedIn(titled))) return false;
    // A title on breast cancer does not make an effect on cancer of the uterus one of the topic's.
    const kinds = kindsIn(own);
    if (rest.some(({ wordings }) => kinds.some((kind) => wordings.some((terms) => terms.includes(kind)))))
      return false;
    const [unit = '', ...names] = perUnit.exec(words) ?? [];
    const isOfOther =
      unit !== '' &&
      rest.length > 0 &&
      subjects.length + Math.min(1, outcomes.length) > 1 &&
      !subjects.some(isNamedIn(termsOf(names.filter(Boolean).join(' '), article)));
    return !isOfOther;
  };
}

/** Returns the terms of words, of the names that their abbreviations stand for, and of the outcomes that they name. */
function termsOf(words: string, article: Article): Set<string> {
  const names = formsWrittenOut(words, article).map(({ name }) => name);
  const outcomes = namedOutcomes(words).map(({ name }) => listedName(name));
  return new Set([words, ...names, ...outcomes].flatMap(indexTerms));
}
