import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { SearchQuery, Subject } from '@citewell/core/records/query.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { populationsInWords } from '../../../../literature/query/question-hints.ts';
import { compileFacets } from '../../../../literature/ranking/facets.ts';
import { compile } from '../../../../retrieval/subjects/compile-subject.ts';
import { textOf } from '../../../../retrieval/subjects/record-text.ts';
import { statesRatio, withPeople } from '../about-topic.ts';
import { removeUnstudied } from '../off-topic/not-studied.ts';
import { markSubjects, qualifier, subjectMark } from '../subject-names/subject-marks.ts';
import { namesCancer, tumors } from '../subject-names/tumors.ts';
import { writtenApart } from '../subject-names/written-apart.ts';
import { isAspect, isTestedAspectAlone } from '../topic-aspects.ts';
import { namesOutcome, outcomesOf } from '../topic-outcomes.ts';
import type { StatedPeople } from '../topic-parts/absent-conditions.ts';
import { groupListed, namesAny } from '../topic-parts/topic-lists.ts';
import { aimsAndConclusions } from './aims-and-conclusions.ts';

/** Words next to the name of a disease for people who have it. */
const ofPeople = /^(?:patients?|people|persons?|individuals|survivors)$/i;

/** Word before resistance for what a record names instead: chloroquine resistance. */
const ofDrugs = /\b(?:multi)?drug[- ](?=resistan)/i;

/** Resistance of or to what is no drug. */
const ofOthers =
  /\b(?:insecticides?|pyrethroids?|DDT|insulin|host|malaria|disease)[- ]resistan\w+|\bresistan(?:ce|t) (?:of mosquitoe?s )?to (?:insecticides?|pyrethroids?|DDT|insulin|infections?|malaria)/gi;

/** Variables for which people were matched or figures adjusted, which were not studied. */
const heldEqual =
  /\b(?:match(?:ed|ing)|adjust(?:ed|ing|ment)|controll(?:ed|ing)) (?:for|by|on) [^.;()]{0,120}/gi;

/** Number of parts with an English name by which a topic is about something. */
const partsMin = 3;

/** Returns true if a text of a record names a part of the topic. */
type Names = (text: string, article: Article) => boolean;

/**
 * Reduces a record to its research question: its participants as a keyword, its aim and its conclusion. Without a title, its
 * first sentence says what it is about.
 */
export function reduceToResearchQuestion(article: Article): Article {
  const { aims, answers } = aimsAndConclusions(article);
  const opening = article.title === '' ? splitSentences(abstractText(article)).slice(0, 1) : [];
  const sentences = [...new Set([...opening.map(({ text }) => text), ...aims, ...answers])];
  return { ...withPeople(article), abstract: sentences.map((text) => ({ text })) };
}

/** Sentences that count those who took part, give their age, or a figure for them. */
const countsPeople =
  /\b(?:\d[\d ,]{0,9}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w{3,5}teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\w{3,5})?|hundred) (?:[\w-]{1,20} ){0,4}(?:patients?|people|persons?|subjects|participants|individuals|adults|children|infants|neonates|newborns|adolescents|boys|girls|women|men)\b|\b(?:in|among|for|both) (?:[\w-]{1,20} ){0,2}(?:adults|children|infants|neonates|newborns|adolescents|boys|girls|women|men) (?:with [\w-]{1,30} )?\((?:odds|risk|rate|hazard|relative|\d|[HOR]R\b)|\b(?:mean|median|average) age\b|\baged \d|\(n ?= ?\d|\d ?[名例位]|平均年龄/i;

/**
 * Adds to a part of a record the sentences that describe the participants. A record that counts no participants and states no
 * aim begins with its population.
 */
export function withParticipants(part: Article, article: Article): Article {
  const sentences = splitSentences(abstractText(article)).map(({ text }) => text);
  const counting = sentences.filter((text) => countsPeople.test(text));
  const opening =
    counting.length === 0 && aimsAndConclusions(article).aims.length === 0 ? sentences.slice(0, 1) : [];
  return { ...part, abstract: [...part.abstract, ...[...counting, ...opening].map((text) => ({ text }))] };
}

/** Sentences on how people were chosen. */
const takesPeople =
  /\b(?:exclu(?:d(?:ed|ing)|sion)|enrol\w+|recruit\w+|eligib\w+|randomi[sz]ed|randomly assigned|participants? (?:were|was|included|comprised)|study population|inclusion criteria|subjects were|patients were|(?:were|was) (?:included|studied|followed|examined))\b|纳入|入选|招募|排除/i;

/** Returns what a record says of the people it studied: its titles, and its keywords, aims and sentences on those who took part. */
export function statedPeople(article: Article): StatedPeople {
  const { title, vernacularTitle = '' } = article;
  const { keywords } = withPeople(article);
  const { aims } = aimsAndConclusions(article);
  const sentences = splitSentences(abstractText(article)).map(({ text }) => text);
  const own = sentences.filter(
    (text) => (countsPeople.test(text) || takesPeople.test(text)) && !statesRatio.test(text),
  );
  return { titles: [title, vernacularTitle], stated: [...new Set([...keywords, ...aims, ...own])] };
}

/**
 * Creates a test whether a record's own question is the topic's: its title, keywords, participants, aim and conclusion
 * name every part, and one of them names all subjects. What a record mentions elsewhere is background or a side
 * outcome.
 */
export function asksTopicQuestion(
  query: Pick<SearchQuery, 'text' | 'subjects' | 'facets' | 'ordinary'>,
): (article: Article) => boolean {
  const subjects = (query.subjects ?? []).filter(({ kind }) => kind !== 'phrase').map(namesSubject);
  const others = groupListed(otherParts(query), ({ name }) => name, query).map(
    ({ parts, others: items }): Names =>
      (text, article) =>
        parts.some(({ names }) => names(text, article)) || items.some((item) => namesAny(item)(text)),
  );
  // One of several subjects may be an outcome among many, which is reported by its effect.
  const isEffect = (text: string) => subjects.length > 1 && statesRatio.test(text);
  return (article) => {
    const {
      title,
      vernacularTitle = '',
      keywords,
      abstract,
    } = removeUnstudied(reduceToResearchQuestion(article));
    const effects = splitSentences(abstractText(article)).filter(({ text }) => isEffect(text));
    const own = [
      [title, vernacularTitle, ...keywords].join('\n'),
      ...[...abstract, ...effects].map(({ text }) => text.replace(heldEqual, '')),
    ];
    const all = own.join('\n');
    return (
      own.some((text) => subjects.every((names) => names(text, article))) &&
      others.every((names) => names(all, article))
    );
  };
}

function namesSubject(subject: Subject): Names {
  const mark = markSubjects([subject]);
  const { holds } = compile(subject);
  return (text, article) => (mark?.(article) ?? String)(text).includes(subjectMark) || holds(textOf([text]));
}

/** Chinese words for people, after the words that qualify them. */
const peopleHan = /^(?:人员|人群|群体|者|患者|病人|儿童|工人|居民|家庭)/;

/** Reads the parts of a topic that are no listed subject, no people and no outcome, which have tests of their own. */
function otherParts({
  text,
  subjects = [],
  facets,
  ordinary,
}: Pick<SearchQuery, 'text' | 'subjects' | 'facets' | 'ordinary'>): { name: string; names: Names }[] {
  const known = new Set(subjects.flatMap(({ kind, wordings }) => (kind === 'phrase' ? [] : wordings)));
  const outcomes = outcomesOf({ text, subjects });
  const isOutcome = (wording: string) => outcomes.some((outcome) => namesOutcome(wording, outcome));
  // No English record can name what has no English name; without it, only a topic with a listed subject, or several other parts, is still about something.
  const isHan = (wordings: readonly string[]) => wordings.every((wording) => /\p{Script=Han}/u.test(wording));
  const isAboutMore =
    subjects.some(({ kind }) => kind !== 'phrase') ||
    facets.filter((each) => !isHan(each)).length >= partsMin;
  // Directly before a subject's name, or a word for people, it is a kind of that, and records on any kind are no evidence on it.
  const qualifies = ([own = '']: readonly string[]) =>
    subjects.some(({ kind, wordings: [name = ''] }) => kind === 'known' && text.includes(`${own}${name}`)) ||
    peopleHan.test(text.slice(text.indexOf(own) + own.length));
  return facets
    .filter(
      (wordings) =>
        !wordings.some((wording) => known.has(wording)) &&
        populationsInWords(wordings[0] ?? '').length === 0 &&
        !isTestedAspectAlone(wordings[0] ?? '') &&
        !(isAboutMore && isHan(wordings) && !qualifies(wordings)) &&
        !wordings.slice(0, 2).some(isOutcome) &&
        compileFacets([wordings], ordinary).some(({ generic }) => !generic),
    )
    .map((wordings) => ({
      name: wordings[0] ?? '',
      names: namesPhrase(
        wordings,
        subjects.find(({ name }) => wordings.includes(name)),
      ),
    }));
}

/**
 * Returns true if a text has every word of a phrase in one of its wordings, except those that ask for an aspect. Any
 * name of the listed subject within it counts for the words of that.
 */
function namesPhrase(wordings: readonly string[], { name = '', core = [] }: Partial<Subject> = {}): Names {
  const each = sameConcept(wordings).map((wording) => {
    // "Care" asks for something by itself, and is a part of the name in "primary care".
    const asks = isAspect(wording);
    const words = wording.replace(qualifier, '').replace(ofDrugs, '').split(/\s+/);
    return termsOf(words.filter((word) => !(asks && isAspect(word)) && !ofPeople.test(word)).join(' '));
  });
  // An aspect has its own test, whatever other names it has: chemotherapy is also "chemo".
  if (each.length === 0 || each[0]?.length === 0) return () => true;
  const phrases = each.filter(({ length }) => length > 0);
  const namesCore = core.length > 0 ? namesSubject({ name, kind: 'known', wordings: core }) : () => false;
  const ofCore = new Set(indexTerms(core[0] ?? ''));
  const isCancer = namesCancer(wordings);
  const isWritten = writtenApart(wordings);
  const isOfDrugs = wordings.some((wording) => ofDrugs.test(wording));
  return (text, article) => {
    const terms = new Set(termsOf(isOfDrugs ? text.replace(ofOthers, ' ') : text));
    const hasCore = namesCore(text, article);
    if ((isCancer && tumors.test(text)) || isWritten(text)) return true;
    return phrases.some((phrase) => phrase.every((term) => terms.has(term) || (hasCore && ofCore.has(term))));
  };
}

/** Returns the index terms of a text, with one for a noun and its adjective: metastatic bone disease is bone metastases. */
function termsOf(text: string): string[] {
  return indexTerms(text.replace(/\bmetasta(?:s[ei]s|tic|si[sz]ed)\b/gi, 'metastasis'));
}

/** Removes wordings that replace a word of the first one: a birth weight is not a body weight. */
function sameConcept(wordings: readonly string[]): string[] {
  const first = new Set(indexTerms(wordings[0] ?? ''));
  return wordings.filter((wording) => {
    const terms = new Set(indexTerms(wording));
    return first.isSubsetOf(terms) || first.isDisjointFrom(terms);
  });
}
