import type { CheckedArticle } from '@citewell/citation-checker/comparison.ts';
import { abstractText } from '@citewell/core/records/article.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import type { HistoryItem } from '@citewell/sdk';
import { citedNumbers } from '@citewell/sdk/citation-markers';
import { type AskedOutcome, readContinuation } from '../../../literature/query/follow-up-words.ts';
import type { Passage } from '../../../literature/ranking/passage.ts';
import { inlineLabel } from '../../../literature/studies/abstract-sentences.ts';
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
  /** Set if the question asks about an outcome that no record reports. */
  | { kind: 'unreported'; outcome: Pick<AskedOutcome, 'en' | 'zh'> };

/** Matches questions about the size of the studies cited before. */
const asksSize =
  /\bhow (?:large|big|small) (?:was|were|is|are)\b|\bhow many (?:people|patients|participants|subjects|women|men|children|adults|infants)\b(?=\s{0,3}[?.]?\s{0,3}$)|\bhow many (?:people|patients|participants|subjects|women|men|children|adults|infants)\b[^?]{0,40}\b(?:it|that|those|this|these|there|the (?:trial|study|studies)|took part|enrolled|included|randomi[sz]ed)\b|\bsample sizes?\b|\bsize of (?:that|the|this|those|these)\b|样本量|(?:该|这|那|上述)[^？?。]{0,12}(?:多少(?:人|例|名|患者|受试者)|多大|规模)|(?:研究|试验)的?规模|(?:纳入|入组|有)(?:了)?多少(?:人|例|名|患者|受试者)/i;

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
    const cited = before.length > 0 ? before : papers.slice(0, Math.max(1, citedIn(last)));
    const sized = cited
      .slice(0, sizedMax)
      .flatMap((passage) => sizesOf(passage, checkable.get(passage.article.pmid)));
    return sized.length > 0 ? { kind: 'passages', passages: sized } : { kind: 'unsized' };
  }
  const [outcome] = readContinuation(question)?.outcomes ?? [];
  const onOutcome = outcome ? passagesOn(outcome, passages, checkable) : passages;
  if (outcome && onOutcome.length === 0)
    return { kind: 'unreported', outcome: { en: outcome.en, zh: outcome.zh } };
  const isNew = ({ text }: Passage) => !quoted.some((each) => text.includes(each) || each.includes(text));
  const left = onOutcome.filter(isNew);
  return left.length > 0 ? { kind: 'passages', passages: left } : { kind: 'repeats' };
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
  return [...Map.groupBy(passages, ({ article }) => article.pmid).values()].flatMap((ofPaper) => {
    const selected = ofPaper.filter(({ text }) => reported.test(text));
    const [first] = ofPaper;
    if (selected.length > 0 || !first) return selected;
    const abstract = abstractText({
      abstract: [{ text: checkable.get(first.article.pmid)?.abstract ?? '' }],
    });
    const sentence = splitSentences(abstract).findLast(({ text }) => reported.test(text));
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
