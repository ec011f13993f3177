import type { CheckedArticle } from '@citewell/citation-checker/comparison.ts';
import { abstractText } from '@citewell/core/records/article.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import type { HistoryItem } from '@citewell/sdk';
import { citedNumbers } from '@citewell/sdk/citation-markers';
import { type AskedOutcome, readContinuation } from '../../../literature/query/follow-up-words.ts';
import { populationsInWords, sexesInWords } from '../../../literature/query/question-hints.ts';
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

/** Matches questions about the size of the studies cited before. */
const asksSize =
  /^\W{0,9}how many\W{0,3}$|\bhow (?:large|big|small) (?:was|were|is|are)\b|\bhow many (?:people|patients|participants|subjects|women|men|children|adults|infants)\b(?=\s{0,3}[?.]?\s{0,3}$)|\bhow many (?:people|patients|participants|subjects|women|men|children|adults|infants)\b[^?]{0,40}\b(?:it|that|those|this|these|there|the (?:trial|study|studies)|took part|enrolled|included|randomi[sz]ed)\b|\bsample sizes?\b|\bsize of (?:that|the|this|those|these)\b|样本量|(?:该|这|那|上述)[^？?。]{0,12}(?:多少(?:人|例|名|患者|受试者)|多大|规模)|(?:研究|试验)的?规模|(?:纳入|入组|有)(?:了)?多少(?:人|例|名|位|患者|病人|受试者|婴儿|儿童|孩子|女性|男性|孕妇|老人)/i;

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
  if (asksSize.test(question) && last && (quoted.length > 0 || citedIn(last) > 0)) {
    const papers = [...new Map(passages.map((passage) => [passage.article.pmid, passage])).values()];
    const before = papers.filter(({ article }) => {
      const abstract = checkable.get(article.pmid)?.abstract ?? '';
      return quoted.some((text) => abstract.includes(text));
    });
    // An answer in a model's words quotes nothing; its papers are the first that the same question finds.
    const cited = quoted.length > 0 ? before : papers.slice(0, Math.max(1, citedIn(last)));
    if (cited.length === 0) return { kind: 'repeats' };
    const sized = cited
      .slice(0, sizedMax)
      .flatMap((passage) => sizesOf(passage, checkable.get(passage.article.pmid)));
    return sized.length > 0 ? { kind: 'passages', passages: sized } : { kind: 'unsized' };
  }
  const { outcomes: [outcome] = [], population = '' } = readContinuation(question) ?? {};
  const onOutcome = outcome ? passagesOn(outcome, passages, checkable) : passages;
  if (outcome && onOutcome.length === 0)
    return { kind: 'unreported', named: { en: outcome.en, zh: outcome.zh } };
  const isNew = ({ text }: Passage) => !quoted.some((each) => text.includes(each) || each.includes(text));
  const left = onOutcome.filter(isNew);
  if (left.length > 0) return { kind: 'passages', passages: left };
  const isStudied = passages.some(({ article }) =>
    mentionsPopulation(population, `${article.title} ${checkable.get(article.pmid)?.abstract ?? ''}`),
  );
  return population === '' || isStudied
    ? { kind: 'repeats' }
    : { kind: 'unreported', named: { en: population, zh: population } };
}

/** Matches people in general, who have no MeSH heading of their own. */
const grownUps = /\badults?\b|成年?人|大人/i;

/** Returns true if a text mentions one of these people by any of their names. */
function mentionsPopulation(population: string, text: string): boolean {
  const wanted = new Set([...populationsInWords(population), ...sexesInWords(`in ${population}`)]);
  const found = [...populationsInWords(text), ...sexesInWords(text)];
  return (
    found.some((heading) => wanted.has(heading)) ||
    (grownUps.test(population) && grownUps.test(text)) ||
    (wanted.size === 0 && !grownUps.test(population))
  );
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
