import type { SearchQuery } from '@citewell/core/records/query.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { namesOf } from '../../query/alternatives.ts';
import { compileFacets, facetCoverage } from '../facets.ts';

/** A topic of a question, to find in single sentences. */
export type Topic = {
  /** Name as the question states it. */
  name: string;
  isSubject: boolean;
  /** Indicates a word that says little about the topic: "rate". */
  isGeneric: boolean;
  /** Returns true if a text contains most of one of its wordings. */
  isIn(text: string): boolean;
  /** Returns a text without the words for people who have it: "patients with celiac disease", of whom something else is said. */
  withoutThoseWithIt(text: string): string;
  /** Returns true if a title names it as what something is for: "colchicine for acute gout". */
  isAimOf(title: string): boolean;
  /** Returns a text without mentions of it as the harm that something does: "an increased risk of hyperkalaemia". */
  withoutHarm(text: string): string;
};

/** Share of a name's words, squared, that a sentence contains: two of three, but not one of two. */
const heldMin = 0.4;

/** Reads the topics of a question, with the wordings of its subjects. */
export function readTopics({ facets, subjects = [] }: Pick<SearchQuery, 'facets' | 'subjects'>): Topic[] {
  const named = facets.map(([name = '', ...others]) => {
    const subject = subjects.find((each) => namesOf(each).includes(name));
    return {
      name,
      isSubject: subject !== undefined,
      wordings: [name, ...others, ...(subject?.wordings ?? [])],
    };
  });
  const further = subjects
    .filter((subject) => !named.some(({ name }) => namesOf(subject).includes(name)))
    .map(({ name, wordings }) => ({ name, isSubject: true, wordings: [name, ...wordings] }));
  return [...named, ...further].filter(({ name }) => name !== '').map(toTopic);
}

const those =
  '(?:patients|people|persons|individuals|children|infants|adults|women|men|subjects|those|participants|survivors|cases)';

function toTopic({
  name,
  isSubject,
  wordings,
}: {
  name: string;
  isSubject: boolean;
  wordings: readonly string[];
}): Topic {
  const compiled = compileFacets([[...new Set(wordings)]]);
  const words = [...new Set(wordings)]
    .sort((one, other) => other.length - one.length)
    .map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|');
  const haveIt = new RegExp(
    String.raw`\b${those} (?:who (?:had|have) |with |having |suffering from |diagnosed with )(?:[\w-]{1,20} ){0,4}?(?:${words})|\b(?:${words})[- ](?:\w{1,15} )?${those}\b|(?:${words})(?:的)?(?:患者|病人|儿童|人群)`,
    'giu',
  );
  const harm = new RegExp(
    String.raw`\b(?:risks? (?:of|for)|caus(?:e|es|ed|ing)|induc(?:e|es|ed|ing)|leads? to|led to|leading to|resulting in|developed|development of|complicated by|incidence of|outcomes? of|events? of|associated with)(?: [\w-]{1,15}){0,4}? (?:${words})|\b[\w-]{1,20}-induced (?:${words})|(?:引起|导致|诱发|风险)的?(?:${words})|(?:${words})(?:的)?(?:风险|发生率)`,
    'giu',
  );
  const aim = new RegExp(
    String.raw`\b(?:for|against|in patients with) (?:[\w-]{1,20} )?(?:${words})|治疗.{0,4}(?:${words})`,
    'iu',
  );
  const initials = [...new Set(wordings.flatMap(initialsOf))];
  const short = initials.length > 0 ? new RegExp(`\\b(?:${initials.join('|')})s?\\b`) : undefined;
  return {
    name,
    isSubject,
    isGeneric: compiled.every(({ generic }) => generic),
    isIn(text) {
      const found = new Set(indexTerms(text));
      return (
        short?.test(text) === true ||
        compiled.some((facet) => facetCoverage(facet, (term) => found.has(term)) >= heldMin)
      );
    },
    withoutThoseWithIt: (text) => text.replace(haveIt, ' '),
    isAimOf: (title) => aim.test(title),
    withoutHarm: (text) => text.replace(harm, ' '),
  };
}

/** Returns the initials of a name of three or more words, by which abstracts abbreviate it: DGE for delayed gastric emptying. */
function initialsOf(name: string): string[] {
  const words = name.match(/[A-Za-z][a-z]+/g) ?? [];
  return words.length >= 3 ? [words.map(([first = '']) => first.toUpperCase()).join('')] : [];
}

/** Returns the subjects that a part of a question names; without one, its other topics. */
export function namedIn(topics: readonly Topic[], part: string): Topic[] {
  const named = featuresOfPart(topics, part);
  const subjects = named.filter(({ isSubject }) => isSubject);
  return subjects.length > 0 ? subjects : named.filter(({ isGeneric }) => !isGeneric);
}

/** Returns the topics that a part of a question names; none if it names none. */
export function featuresOfPart(topics: readonly Topic[], part: string): Topic[] {
  const text = part.toLowerCase();
  return topics.filter(({ name }) => text.includes(name.toLowerCase()));
}
