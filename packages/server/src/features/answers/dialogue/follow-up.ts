import type { CheckedArticle } from '@citewell/citation-checker/comparison.ts';
import { hanTerms } from '@citewell/core/text/translate.ts';
import type { HistoryItem } from '@citewell/sdk';
import { citedNumbers } from '@citewell/sdk/citation-markers';
import { asksAgain } from '../../../literature/query/dialogue/asks-again.ts';
import { asksSize } from '../../../literature/query/dialogue/asks-size.ts';
import { asMeant } from '../../../literature/query/dialogue/correction.ts';
import { peopleNamed, readContinuation } from '../../../literature/query/dialogue/follow-up-words.ts';
import { outcomeInWords } from '../../../literature/query/dialogue/outcome-in-words.ts';
import { readTurn } from '../../../literature/query/dialogue/read-turn.ts';
import { asksEffect } from '../../../literature/query/dialogue/self-contained.ts';
import { isStatistic } from '../../../literature/query/dialogue/statistics.ts';
import { englishConcepts } from '../../../literature/query/english-concepts.ts';
import { isPlace } from '../../../literature/query/places.ts';
import { populationsInWords } from '../../../literature/query/question-hints.ts';
import type { Passage } from '../../../literature/ranking/passage.ts';
import { statesAim } from '../../../literature/studies/states-aim.ts';
import { sizeSentences } from '../../../literature/studies/study-size.ts';
import type { Evidence } from '../../../retrieval/gather-evidence.ts';
import { scopeReplies } from '../scope/scope-replies.ts';
import { atSentence, conclusionsOf, findSentencesAbout } from './asked-sentences.ts';

/** Passages for a question that continues a dialogue. */
export type FollowUp =
  | { kind: 'passages'; passages: Passage[] }
  /** Set if more was asked for than was found and quoted before. */
  | { kind: 'repeats' }
  /** Set if the question asks for the size of the studies quoted before and their abstracts count no people. */
  | { kind: 'unsized' }
  /** Set if the question asks about an outcome or population that no record mentions. */
  | { kind: 'unreported'; named: { en: string; zh: string } };

/** Minimum length of a sentence that identifies its abstract; shorter ones occur in many. */
const quoteLengthMin = 20;
/** Maximum number of papers whose size is stated: the quotation of more would have one sentence each. */
const sizedMax = 4;

const replies = Object.values(scopeReplies).flatMap((each) => Object.values(each));

/** Omits the rounds of a dialogue that were out of scope: nothing refers to them. */
export function removeRejected(history: readonly HistoryItem[]): HistoryItem[] {
  // A review or discussion that was not written has a title before it.
  return history.filter(({ a }) => !replies.some((reply) => a.trim().endsWith(reply)));
}

/** Collects the sentences that earlier answers quote, verbatim. */
function quotedBefore(history: readonly HistoryItem[]): string[] {
  return history
    .flatMap(({ a }) => [...a.matchAll(/[“"]([^“”"\n]{1,2000})[”"]/g)].map(([, text = '']) => text.trim()))
    .filter((text) => text.length >= quoteLengthMin);
}

/** Counts the papers that an answer cites. */
function citedIn({ a }: HistoryItem): number {
  return new Set(citedNumbers(a)).size;
}

/** Matches requests for something else than was quoted. */
const asksForMore =
  /\b(?:more|further|else|others?|another|go on|continue|details?|detailed|elaborate|next|rest|remaining)\b|继续|接着|往下|展开|详细|具体|细节|更多|再|补充|还有|其他|其它|别的|另外/i;

/**
 * Selects passages that answer a follow-up question: the sentences that state the size of the cited studies if that is asked, those on
 * the outcome, people or place that the question names, otherwise those that the search selected. What an earlier answer quoted is quoted
 * again if it is the best: only a request for more leaves it out. With `isOfStudy`, the passages are of the question before, which this
 * one asks on: only sentences on what it names answer it.
 */
export function followUp({
  question: given,
  history,
  passages,
  checkable,
  isOfStudy = false,
}: {
  question: string;
  history: readonly HistoryItem[];
  isOfStudy?: boolean;
} & Pick<Evidence, 'passages' | 'checkable'>): FollowUp {
  const question = asMeant(given);
  if (passages.length === 0) return { kind: 'passages', passages };
  const quoted = quotedBefore(history);
  const isNew = ({ text }: { text: string }) =>
    !quoted.some((each) => text.includes(each) || each.includes(text));
  // A record that lacks what is asked, and was quoted, is known to the reader.
  const asSelected = (chosen: Passage[]): FollowUp => {
    const telling = chosen.filter((passage) => isNew(passage) || !lacksAsked(passage));
    return telling.length > 0 ? { kind: 'passages', passages: telling } : { kind: 'repeats' };
  };
  const [last] = history.slice(-1);
  const papers = [...new Map(passages.map((passage) => [passage.article.pmid, passage])).values()];
  const abstractOf = ({ article }: Passage) => checkable.get(article.pmid)?.abstract ?? '';
  if (asksSize(question) && last) return sized(papers, { history, last, checkable });
  const continuation = readContinuation(question);
  const inWords = outcomeInWords(question);
  if (asksAgain(question) && inWords?.en !== 'amount') {
    const findings = passages.filter(({ text }) => !statesAim(text));
    return asSelected(findings.length > 0 ? findings : passages);
  }
  const listed = isStatistic(question) ? undefined : continuation?.outcomes[0];
  const outcome =
    inWords && !(listed && /^(?:duration|side effects)$/.test(listed.en) && inWords.en !== 'duration')
      ? inWords
      : (listed ?? inWords);
  const people = peopleAsked(question, continuation?.population ?? '');
  const places = placesIn(question);
  // People and places choose the papers; what was not studied in them is no answer.
  const isOn = (paper: Passage) =>
    mentions({ people, places }, `${paper.article.title} ${abstractOf(paper)}`);
  const studied = papers.filter(isOn);
  if (studied.length === 0) return { kind: 'unreported', named: nameOf(people, places, question) };
  const selected = passages.filter(({ article }) =>
    studied.some((paper) => paper.article.pmid === article.pmid),
  );
  if (outcome) {
    const on = findSentencesAbout(outcome, studied, selected, abstractOf);
    if (on.length > 0) return { kind: 'passages', passages: on };
    if (outcome.en === 'amount') return asSelected(selected);
    const isCertain = !inWords || inWords !== outcome || inWords.isPlain;
    if (isCertain || isOfStudy) return { kind: 'unreported', named: { en: outcome.en, zh: outcome.zh } };
    return asSelected(selected);
  }
  if (people !== '' || places.length > 0) {
    const reported = { test: (text: string) => mentions({ people, places }, text) } as RegExp;
    const on = findSentencesAbout({ reported }, studied, selected, abstractOf);
    return on.length > 0 ? { kind: 'passages', passages: on } : asSelected(selected);
  }
  if (isOfStudy) return { kind: 'passages', passages: [] };
  if (asksEffect.test(question)) {
    const concluded = papers.flatMap((paper) => conclusionsOf(paper, abstractOf(paper)));
    if (concluded.length > 0) return { kind: 'passages', passages: concluded };
  }
  if (!(continuation && asksForMore.test(question))) return asSelected(passages);
  const left = passages.filter(isNew);
  const further =
    left.length > 0 ? left : papers.flatMap((paper) => conclusionsOf(paper, abstractOf(paper))).filter(isNew);
  return further.length > 0
    ? { kind: 'passages', passages: further.slice(0, furtherMax) }
    : { kind: 'repeats' };
}

function lacksAsked({ lacks = [] }: Passage): boolean {
  return lacks.length > 0;
}

/** Maximum number of further sentences. */
const furtherMax = 4;

/** Returns the sentences on the size of the studies that the last answer quotes. */
function sized(
  papers: readonly Passage[],
  {
    history,
    last,
    checkable,
  }: { history: readonly HistoryItem[]; last: HistoryItem } & Pick<Evidence, 'checkable'>,
): FollowUp {
  const abstractOf = ({ article }: Passage) => checkable.get(article.pmid)?.abstract ?? '';
  const isQuoting = (texts: readonly string[]) =>
    papers.filter((paper) => texts.some((text) => abstractOf(paper).includes(text)));
  const ofLast = isQuoting(quotedBefore([last]));
  const before = ofLast.length > 0 ? ofLast : isQuoting(quotedBefore(history));
  // An answer in a model's words quotes nothing; its papers are the first that the same question finds.
  const cited = before.length > 0 ? before : papers.slice(0, Math.max(1, citedIn(last)));
  const passages = cited
    .slice(0, sizedMax)
    .flatMap((passage) => sizesOf(passage, checkable.get(passage.article.pmid)));
  return passages.length > 0 ? { kind: 'passages', passages } : { kind: 'unsized' };
}

/** Returns the words for people in a follow-up that names nothing else: “pregnant women?”, 老年人更容易感染吗. */
function peopleAsked(question: string, continued: string): string {
  if (continued !== '') return continued;
  return readTurn(question) ? peopleNamed(question) : '';
}

/** Returns the names of places in a follow-up, each with its English. */
function placesIn(question: string): string[][] {
  // 中国人群 is in no list, China is.
  const places = question.replace(/人群/g, ' ');
  const han = hanTerms(places).map(({ zh, en }) => [zh, ...(en ? [en] : [])]);
  const latin = englishConcepts(places.replace(/\p{Script=Han}+/gu, ' , ')).map(({ term }) => [term]);
  const named = [...han, ...latin].filter(([name = '']) => isPlace(name));
  return [...named, ...(/国内|我国|本国/.test(question) ? [['中国', 'China']] : [])];
}

function mentions(
  { people, places }: { people: string; places: readonly string[][] },
  text: string,
): boolean {
  return (
    mentionsPopulation(people, text) &&
    places.every((names) => names.some((name) => placePattern(name).test(text)))
  );
}

/** Matches a place and its people: India, Indians; China, Chinese; Italy, Italian. */
function placePattern(name: string): RegExp {
  if (/\p{Script=Han}/u.test(name)) return new RegExp(name.replace(/[^\p{L}]/gu, ''));
  const plain = name.replace(/[^\p{L}\s-]/gu, '');
  const stem = plain.replace(/[aey]$/i, '');
  return new RegExp(`\\b(?:${plain}(?:ns?|ans?|ese|ish)?|${stem}(?:i?ans?|ese|ish))\\b`, 'i');
}

function nameOf(people: string, places: readonly string[][], question: string): { en: string; zh: string } {
  const [[zh = question, en = zh] = []] = places;
  return people === '' ? { en, zh } : { en: people, zh: people };
}

/** Matches people in general, who have no MeSH heading of their own. */
const grownUps = /\badults?\b|成年?人|大人/i;
const women = /\b(?:wom[ae]n|females?|girls?)\b|女|妇/i;
const men = /\b(?:m[ae]n|males?|boys?)\b|男/i;

/** Returns true if a text mentions one of these people by any of their names, alone or beside others. */
function mentionsPopulation(population: string, text: string): boolean {
  const wanted = populationsInWords(population);
  const named = [grownUps, women, men].filter((people) => people.test(population));
  if (wanted.length + named.length === 0) return true;
  // Girls are no pregnant women: a group is meant, not everybody of its sex.
  if (wanted.length === 0) return named.some((people) => people.test(text));
  const found = new Set(populationsInWords(text));
  return wanted.some((heading) => found.has(heading));
}

/** Replaces a passage with the sentences of its abstract that state the number of participants. */
function sizesOf(passage: Passage, checked: CheckedArticle | undefined): Passage[] {
  return sizeSentences({ abstract: [{ text: checked?.abstract ?? '' }] }).map((sentence) =>
    atSentence(passage, sentence),
  );
}
