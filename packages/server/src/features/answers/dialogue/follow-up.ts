import type { CheckedArticle } from '@citewell/citation-checker/comparison.ts';
import { abstractText } from '@citewell/core/records/article.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import type { HistoryItem } from '@citewell/sdk';
import { citedNumbers } from '@citewell/sdk/citation-markers';
import { asksSize } from '../../../literature/query/dialogue/asks-size.ts';
import { type AskedOutcome, readContinuation } from '../../../literature/query/dialogue/follow-up-words.ts';
import { outcomeInWords } from '../../../literature/query/dialogue/outcome-in-words.ts';
import { asksEffect } from '../../../literature/query/dialogue/self-contained.ts';
import { isStatistic } from '../../../literature/query/dialogue/statistics.ts';
import { populationsInWords } from '../../../literature/query/question-hints.ts';
import type { Passage } from '../../../literature/ranking/passage.ts';
import { inlineLabel } from '../../../literature/studies/abstract-sentences.ts';
import { statesAim } from '../../../literature/studies/states-aim.ts';
import { sizeSentences } from '../../../literature/studies/study-size.ts';
import type { Evidence } from '../../../retrieval/gather-evidence.ts';
import { scopeReplies } from '../scope/scope-replies.ts';

/** Passages for a question that continues a dialogue. */
export type FollowUp =
  | { kind: 'passages'; passages: Passage[] }
  /** Set if everything found had been quoted before. */
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
export function withoutRefused(history: readonly HistoryItem[]): HistoryItem[] {
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

/**
 * Selects passages that answer a follow-up question without repeating earlier answers: the sentences that state the
 * size of the cited studies if that is asked, those on the outcome that the question names, otherwise sentences not
 * yet quoted.
 */
export function followUp({
  question,
  history,
  passages,
  checkable,
}: {
  question: string;
  history: readonly HistoryItem[];
} & Pick<Evidence, 'passages' | 'checkable'>): FollowUp {
  if (passages.length === 0) return { kind: 'passages', passages };
  const quoted = quotedBefore(history);
  const [last] = history.slice(-1);
  const papers = [...new Map(passages.map((passage) => [passage.article.pmid, passage])).values()];
  const abstractOf = ({ article }: Passage) => checkable.get(article.pmid)?.abstract ?? '';
  if (asksSize(question) && last) {
    const isQuoting = (texts: readonly string[]) =>
      papers.filter((paper) => texts.some((text) => abstractOf(paper).includes(text)));
    const ofLast = isQuoting(quotedBefore([last]));
    const before = ofLast.length > 0 ? ofLast : isQuoting(quoted);
    // An answer in a model's words quotes nothing; its papers are the first that the same question finds.
    const cited = before.length > 0 ? before : papers.slice(0, Math.max(1, citedIn(last)));
    const sized = cited
      .slice(0, sizedMax)
      .flatMap((passage) => sizesOf(passage, checkable.get(passage.article.pmid)));
    return sized.length > 0 ? { kind: 'passages', passages: sized } : { kind: 'unsized' };
  }
  const continuation = readContinuation(question);
  const inWords = outcomeInWords(question);
  const outcome = isStatistic(question) ? inWords : (continuation?.outcomes[0] ?? inWords);
  const population = continuation?.population ?? '';
  const onOutcome = outcome ? passagesOn(outcome, passages, checkable) : passages;
  if (outcome && onOutcome.length === 0)
    return { kind: 'unreported', named: { en: outcome.en, zh: outcome.zh } };
  const isNew = ({ text }: { text: string }) =>
    !quoted.some((each) => text.includes(each) || each.includes(text));
  if (asksEffect.test(question)) {
    const concluded = papers.flatMap((paper) => conclusionsOf(paper, abstractOf(paper))).filter(isNew);
    const already = passages.some((passage) => !isNew(passage));
    if (already && concluded.length > 0) return { kind: 'passages', passages: concluded };
  }
  const left = onOutcome.filter(isNew);
  if (left.length > 0) return { kind: 'passages', passages: left };
  // What was selected has been quoted, but not all that these records say.
  const further = papers.flatMap((paper) => {
    const sentences = sentencesOf(abstractOf(paper)).filter(isNew);
    const wanted = outcome
      ? sentences.filter(({ text }) => outcome.reported.test(text) && !statesAim(text)).slice(-1)
      : population === ''
        ? conclusionsOf(paper, abstractOf(paper)).filter(isNew)
        : sentences.filter(({ text }) => mentionsPopulation(population, text)).slice(-1);
    return wanted.map((sentence) => atSentence(paper, sentence));
  });
  if (further.length > 0) return { kind: 'passages', passages: further.slice(0, furtherMax) };
  const isStudied = papers.some((paper) =>
    mentionsPopulation(population, `${paper.article.title} ${abstractOf(paper)}`),
  );
  return population === '' || isStudied
    ? { kind: 'repeats' }
    : { kind: 'unreported', named: { en: population, zh: population } };
}

/** Maximum number of sentences that were not selected, from as many papers. */
const furtherMax = 4;
/** Number of sentences at the end of an abstract without labels among which its conclusion is. */
const lastSentences = 1;

/** Splits an abstract as printed, with the names of its sections, into sentences. */
function sentencesOf(abstract: string) {
  return splitSentences(abstract);
}

/** Returns the conclusion of a paper: its sentences under that heading, otherwise the last one. */
function conclusionsOf(paper: Passage, abstract: string): Passage[] {
  const sentences = sentencesOf(abstract);
  const from = sentences.findIndex(({ text }) => concludes.test(text));
  const concluding = from < 0 ? sentences.slice(-lastSentences) : sentences.slice(from);
  return concluding
    .filter(({ text }) => !statesAim(text) && !callsForResearch.test(text))
    .slice(0, 1)
    .map((sentence) => atSentence(paper, sentence));
}

const concludes =
  /^\[?(?:AUTHORS['’] )?CONCLUSIONS?\b|^(?:CONCLUSIONS?|INTERPRETATION)\b[^a-z]{0,20}:|^\[?结论/i;
const callsForResearch =
  /\b(?:further|more|future|larger) (?:[a-z-]+ )?(?:research|stud(?:y|ies)|trials?)\b|有待进一步/i;

/** Matches people in general, who have no MeSH heading of their own. */
const grownUps = /\badults?\b|成年?人|大人/i;
const women = /\b(?:wom[ae]n|females?|girls?)\b|女|妇/i;
const men = /\b(?:m[ae]n|males?|boys?)\b|男/i;

/** Returns true if a text mentions one of these people by any of their names, alone or beside others. */
function mentionsPopulation(population: string, text: string): boolean {
  const wanted = populationsInWords(population);
  const named = [grownUps, women, men].filter((people) => people.test(population));
  if (wanted.length + named.length === 0) return true;
  const found = new Set(populationsInWords(text));
  return wanted.some((heading) => found.has(heading)) || named.some((people) => people.test(text));
}

/** Replaces a passage with the sentences of its abstract that state the number of participants. */
function sizesOf(passage: Passage, checked: CheckedArticle | undefined): Passage[] {
  return sizeSentences({ abstract: [{ text: checked?.abstract ?? '' }] }).map((sentence) =>
    atSentence(passage, sentence),
  );
}

/** Selects the sentences that report an outcome: the selected ones, otherwise one of each paper's abstract. */
function passagesOn(
  { reported }: AskedOutcome,
  passages: readonly Passage[],
  checkable: Evidence['checkable'],
): Passage[] {
  const reports = ({ text }: { text: string }) => reported.test(text) && !statesAim(text);
  return [...Map.groupBy(passages, ({ article }) => article.pmid).values()].flatMap((ofPaper) => {
    const selected = ofPaper.filter(reports);
    const [first] = ofPaper;
    if (selected.length > 0 || !first) return selected;
    const abstract = abstractText({
      abstract: [{ text: checkable.get(first.article.pmid)?.abstract ?? '' }],
    });
    const sentence = splitSentences(abstract).findLast(reports);
    return sentence ? [atSentence(first, sentence)] : [];
  });
}

/** Matches other section names, as structured abstracts print them. */
const sectionName = /^[A-Z][A-Z ,&/]{2,40}: /;

/** Moves a passage to another sentence of its abstract, without the section name in "METHODS: We enrolled …". */
function atSentence(
  { chinese: _, fullText: __, ...passage }: Passage,
  { text, start, end }: { text: string; start: number; end: number },
): Passage {
  const label = inlineLabel(text)?.length ?? sectionName.exec(text)?.[0].length ?? 0;
  return { ...passage, text: text.slice(label), start: start + label, end };
}
