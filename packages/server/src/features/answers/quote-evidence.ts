import { detectLanguage } from '@citewell/core/text/language.ts';
import type { Language } from '@citewell/sdk';
import { renderEvidenceMarker } from '@citewell/sdk/citation-markers';
import { bilingualTerms, renderTerms } from '../../literature/chinese/bilingual-terms.ts';
import { type StudyDesign, studyDesign } from '../../literature/ranking/evidence-level.ts';
import type { Passage } from '../../literature/ranking/passage.ts';
import { fullTextLabel } from '../../literature/sources/full-text/full-text-label.ts';
import type { StudyKind } from '../../literature/studies/read-study.ts';
import { introductionOf, quotationOf } from '../../pipeline/quotation.ts';
import type { WriteInput } from './model/answer-prompt.ts';

/**
 * Sentences per paper after the first, which keeps all that were selected, by the number of papers: two or three while they are few; a long
 * list reads better with one.
 */
const threeSentencesUpTo = 2;
const twoSentencesUpTo = 4;

/** Quotes the evidence: selects and groups verbatim sentences with their evidence ids, and cannot invent any. */
export function* quoteEvidence({
  language,
  passages: given,
  attachment,
}: Pick<WriteInput, 'language' | 'passages' | 'attachment'>): Generator<string> {
  const passages = given.filter(({ isContext }) => !isContext);
  const texts = frames[language];
  // Missing subjects are named before the quotations.
  const areNearest = passages.some(({ lacks }) => lacks);
  const opening = passages.some(({ fullText }) => fullText) ? texts.openingWithFullTexts : texts.opening;
  if (!areNearest && passages.length > 0) yield opening;
  if (attachment.length > 0) {
    yield `\n\n**${texts.attachment}**`;
    for (const { text } of attachment) yield `\n- ${quotationOf(text)}`;
  }
  for (const [design, papers] of areNearest ? nearest(passages) : byDesign(passages)) {
    if (design) yield `\n\n**${texts.designs[design]}**`;
    for (const quotes of papers) {
      yield `\n- ${introductionOf(quotes[0], language)}`;
      yield* quotationsInOrder(quotes, language);
      if (language === 'zh') yield* termsOf(quotes);
    }
  }
}

/**
 * Writes the quotations of a paper, the line of Chinese of each directly below it. The first is the paper's own answer:
 * without a line below that, the line of another would be taken for it, so there is none.
 */
function* quotationsInOrder(quotes: readonly Passage[], language: Language): Generator<string> {
  const hasLines = quotes[0]?.chinese !== undefined;
  let before = '';
  for (const { text, id, fullText, chinese } of quotes) {
    const place = fullText ? `${fullTextLabel(fullText, language)} ` : '';
    const marker = renderEvidenceMarker(id);
    yield `${before}${place}${quotationOf(text)} ${marker}`;
    before = ' ';
    if (!hasLines || !chinese) continue;
    // A line of its own: if a check removes it, the quotation stays.
    yield `\n  ${chinese.replace(/(?=。$)/, marker)}`;
    before = '\n  ';
  }
}

/** Writes the terms of a paper's English quotations without a line of Chinese, with their Chinese, on a line below them. */
function* termsOf(quotes: readonly Passage[]): Generator<string> {
  const hasLines = quotes[0]?.chinese !== undefined;
  const untranslated = quotes.filter(
    ({ text, chinese }) => detectLanguage(text) === 'en' && !(hasLines && chinese),
  );
  const terms = bilingualTerms(untranslated.map(({ text }) => text));
  if (terms.length > 0) yield `\n  *${renderTerms(terms)}*`;
}

/**
 * Number of sentences of a paper that is only the nearest: its own answer, and what it says on the question. The first keeps all that were
 * selected, because it often answers in words that the question does not have.
 */
const sentencesOfNearest = 2;

/** Returns the nearest papers, in order of relevance. */
function nearest(passages: readonly Passage[]): [undefined, Passage[][]][] {
  const papers = Map.groupBy(passages, ({ article }) => article.pmid);
  return [
    [
      undefined,
      [...papers.values()].map((quotes, at) =>
        quotes.slice(0, at === 0 ? quotes.length : sentencesOfNearest),
      ),
    ],
  ];
}

/** Groups the passages by design and paper, each in order of relevance. */
function byDesign(passages: readonly Passage[]): [StudyDesign, Passage[][]][] {
  const papers = Map.groupBy(passages, ({ article }) => article.pmid);
  const perPaper = papers.size <= threeSentencesUpTo ? 3 : papers.size <= twoSentencesUpTo ? 2 : 1;
  // The paper's own answer comes first, additions from its full text last.
  const quoted = [...papers.values()].map((quotes, at) => [
    ...quotes.filter(({ fullText }) => !fullText).slice(0, at === 0 ? quotes.length : perPaper),
    ...quotes.filter(({ fullText }) => fullText),
  ]);
  const groups = Map.groupBy(quoted, ([first]) => (first ? designOf(first) : 'other'));
  return order.flatMap((design) => {
    const group = groups.get(design);
    return group ? [[design, group] as [StudyDesign, Passage[][]]] : [];
  });
}

/** Names the group of a paper: by its publication types, else by what its record says of its design. */
function designOf({ article, study }: Passage): StudyDesign {
  const typed = studyDesign(article);
  return typed === 'other' && study?.kind ? (groupOfKind[study.kind] ?? 'other') : typed;
}

const groupOfKind: Partial<Record<StudyKind, StudyDesign>> = {
  meta_analysis: 'synthesis',
  systematic_review: 'synthesis',
  guideline: 'guideline',
  randomized_trial: 'trial',
  clinical_trial: 'trial',
  cohort: 'observational',
  prospective: 'observational',
  retrospective: 'observational',
  observational: 'observational',
  case_control: 'observational',
  cross_sectional: 'observational',
  survey: 'observational',
  review: 'review',
};

const order: StudyDesign[] = ['synthesis', 'guideline', 'trial', 'observational', 'other', 'review'];

type Frames = {
  opening: string;
  openingWithFullTexts: string;
  attachment: string;
  designs: Record<StudyDesign, string>;
};

const frames: Record<Language, Frames> = {
  en: {
    opening: 'This answer quotes the abstracts found, word for word; it does not synthesize them.',
    openingWithFullTexts:
      'This answer quotes the abstracts found, and full texts where they say more, word for word; it does not synthesize them.',
    attachment: 'From the attachment',
    designs: {
      synthesis: 'Systematic reviews and meta-analyses',
      guideline: 'Guidelines',
      trial: 'Clinical trials',
      observational: 'Observational and comparative studies',
      review: 'Reviews',
      other: 'Other studies',
    },
  },
  zh: {
    opening: '以下回答逐字摘录检索到的文献摘要，未作综合归纳。',
    openingWithFullTexts: '以下回答逐字摘录检索到的文献摘要及部分全文中的结果，未作综合归纳。',
    attachment: '来自附件',
    designs: {
      synthesis: '系统评价与荟萃分析',
      guideline: '指南',
      trial: '临床试验',
      observational: '观察性与比较研究',
      review: '综述',
      other: '其他研究',
    },
  },
};
