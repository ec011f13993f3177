import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import type { HistoryItem } from '@citewell/sdk';
import type { Passage } from '../../../literature/ranking/passage.ts';
import { studySize } from '../../../literature/studies/study-size.ts';
import type { Evidence } from '../../../retrieval/gather-evidence.ts';

/** Passages for a question that continues a dialogue. */
export type FollowUp =
  | { kind: 'passages'; passages: Passage[] }
  /** Set if everything found had been quoted before. */
  | { kind: 'repeats' }
  /** Set if the question asks for the size of the studies quoted before and their abstracts do not state it. */
  | { kind: 'unsized' };

/** Matches questions about the size of the studies cited before. */
const asksSize =
  /\bhow (?:large|big|small) (?:was|were|is|are)\b|\bhow many (?:people|patients|participants|subjects|women|men|children|adults|infants)\b[^?]{0,40}\b(?:it|that|those|this|these|the (?:trial|study|studies)|took part|enrolled|included|randomi[sz]ed)\b|\bsample size\b|\bsize of (?:that|the|this|those|these)\b|样本量|(?:该|这|那|上述)[^？?。]{0,12}(?:多少(?:人|例|名|患者|受试者)|多大|规模)|(?:纳入|入组|有)(?:了)?多少(?:人|例|名|患者|受试者)/i;

/** Minimum length of a sentence that identifies its abstract; shorter ones occur in many. */
const quoteLengthMin = 20;

/** Collects the sentences that earlier answers quote, verbatim. */
function quotedBefore(history: readonly HistoryItem[]): string[] {
  return history
    .flatMap(({ a }) => [...a.matchAll(/[“"]([^“”"\n]{1,2000})[”"]/g)].map(([, text = '']) => text.trim()))
    .filter((text) => text.length >= quoteLengthMin);
}

/**
 * Returns the request whose records answer a follow-up: for a question about the size of quoted studies, the question
 * those quotations answered.
 */
export function requestForFollowUp<Asked extends { question: string; history: HistoryItem[] }>(
  request: Asked,
): Asked {
  const last = request.history.at(-1);
  return last && asksSize.test(request.question) && quotedBefore([last]).length > 0
    ? { ...request, question: last.q, history: request.history.slice(0, -1) }
    : request;
}

/**
 * Selects passages that answer a follow-up question without repeating earlier answers: the sentence that states the
 * size of a quoted study if that is asked, otherwise sentences not yet quoted.
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
  const quoted = quotedBefore(history);
  if (quoted.length === 0) return { kind: 'passages', passages };
  if (asksSize.test(question)) {
    const papers = new Map(passages.map((passage) => [passage.article.pmid, passage]));
    const before = [...papers.values()].filter(({ article }) => {
      const abstract = checkable.get(article.pmid)?.abstract ?? '';
      return quoted.some((text) => abstract.includes(text));
    });
    const sized = before.flatMap((passage) => sizeOf(passage, checkable.get(passage.article.pmid)?.abstract));
    if (sized.length > 0) return { kind: 'passages', passages: sized };
    if (before.length > 0) return { kind: 'unsized' };
  }
  const isNew = ({ text }: Passage) => !quoted.some((each) => text.includes(each) || each.includes(text));
  const left = passages.filter(isNew);
  return left.length > 0 || passages.length === 0
    ? { kind: 'passages', passages: left }
    : { kind: 'repeats' };
}

/** Replaces a passage with the sentence of its abstract that states the number of participants. */
function sizeOf(passage: Passage, abstract = ''): Passage[] {
  const record: Pick<Article, 'abstract'> = { abstract: [{ text: abstract }] };
  const size = studySize(record);
  const sentence =
    size &&
    splitSentences(abstractText(record)).find(({ start, end }) => start <= size.start && size.end <= end);
  if (!sentence) return [];
  const { chinese: _, ...rest } = passage;
  // The section name in "METHODS: We enrolled …" is not part of the sentence.
  const label = /^[A-Z][A-Z ,&/]{2,40}: /.exec(sentence.text)?.[0].length ?? 0;
  return [{ ...rest, text: sentence.text.slice(label), start: sentence.start + label, end: sentence.end }];
}
