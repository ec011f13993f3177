import type { Language } from '@citewell/sdk';
import { escapeCitationMarkers as neutral, renderEvidenceMarker } from '@citewell/sdk/citation-markers';
import { type StudyDesign, studyDesign } from '../../literature/ranking/evidence-level.ts';
import { lacksLabel } from '../../literature/ranking/lacks-label.ts';
import type { Passage } from '../../literature/ranking/passage.ts';
import { fullTextLabel } from '../../literature/sources/full-text/full-text-label.ts';
import type { StudyKind } from '../../literature/studies/read-study.ts';
import { emphasized, studyLabel } from '../../literature/studies/study-label.ts';
import { type ChatInput, type Engine, EngineError, type WriteInput, type WriterPart } from '../engine.ts';

/** Sentences per paper, by the number of papers: two or three while they are few; a long list reads better with one. */
const threeSentencesUpTo = 2;
const twoSentencesUpTo = 4;

/** Engine that needs no key and no network: it selects and groups verbatim sentences, and cannot invent any. */
export const extractiveEngine: Engine = {
  name: 'extractive',
  vision: false,
  answerHold: 0,
  verifyHold: 0,
  async planSearch() {
    return undefined;
  },
  async writeAnswer(input, _context, take) {
    for (const part of write(input)) await take(part);
  },
  polishHold: 0,
  polish({ text }, { work, signal }) {
    return work('polishByRules', text, signal);
  },
  chatHold: 0,
  async chat(input, _context, take) {
    for (const text of chat(input)) await take({ type: 'text', text });
  },
  async describeImages() {
    // Guards reject images if `vision` is false; other callers get this explanation.
    throw new EngineError('provider_error');
  },
};

function* write({ language, passages: given, attachment }: WriteInput): Generator<WriterPart> {
  const passages = given.filter(({ isContext }) => !isContext);
  const texts = frames[language];
  // Missing subjects are named before the quotations.
  const areNearest = passages.some(({ lacks }) => lacks);
  const opening = passages.some(({ fullText }) => fullText) ? texts.openingWithFullTexts : texts.opening;
  if (!areNearest) yield { type: 'text', text: opening };
  if (attachment.length > 0) {
    yield { type: 'text', text: `\n\n**${texts.attachment}**` };
    for (const { text } of attachment) yield { type: 'text', text: `\n- ${texts.quote(neutral(text))}` };
  }
  for (const [design, papers] of areNearest ? nearest(passages) : byDesign(passages)) {
    if (design) yield { type: 'text', text: `\n\n**${texts.designs[design]}**` };
    for (const quotes of papers) {
      const warning = quotes[0]?.article.retracted ? `${texts.retracted} ` : '';
      const text = quotes
        .map((passage) => {
          const place = passage.fullText ? `${fullTextLabel(passage.fullText, language)} ` : '';
          return `${place}${texts.quote(neutral(passage.text))} ${renderEvidenceMarker(passage.id)}`;
        })
        .join(' ');
      const [first] = quotes;
      const chinese = first?.chinese
        ? `${first.chinese.replace(/。$/, '')}${renderEvidenceMarker(first.id)}。\n  `
        : '';
      yield {
        type: 'text',
        text: `\n- ${warning}${lackOf(first, language)}${labelOf(first, language)}${chinese}${text}`,
      };
    }
  }
}

/** Returns the words that introduce a record which lacks subjects of the question. */
function lackOf(passage: Passage | undefined, language: Language): string {
  const label = lacksLabel(passage?.lacks ?? [], language);
  return label && `${label} `;
}

/** Returns the label that precedes a paper's first sentence. */
function labelOf(passage: Passage | undefined, language: Language): string {
  const label = passage?.study ? emphasized(studyLabel(passage.study, language)) : '';
  return label === '' ? '' : `${label} `;
}

/** Maximum number of papers quoted in a reply of a few sentences. */
const chatPapersMax = 3;

/** Quotes a sentence of each of the best papers, or uses the persona's own words if there is nothing to quote. */
function* chat({ language, persona, passages }: ChatInput): Generator<string> {
  if (passages.length === 0) {
    yield persona.greeting[language];
    return;
  }
  const texts = frames[language];
  if (!passages.some(({ lacks }) => lacks)) yield texts.chatOpening;
  const papers = Map.groupBy(passages, ({ article }) => article.pmid);
  for (const [first] of [...papers.values()].slice(0, chatPapersMax))
    if (first) {
      const warning = first.article.retracted ? `${texts.retracted} ` : '';
      const label = labelOf(first, language);
      yield `\n- ${warning}${lackOf(first, language)}${label}${texts.quote(neutral(first.text))} ${renderEvidenceMarker(first.id)}`;
    }
}

/** Number of sentences of a paper that is only the nearest: its own answer, and what it says on the question. */
const sentencesOfNearest = 2;

/** Returns the nearest papers, in order of relevance. */
function nearest(passages: readonly Passage[]): [undefined, Passage[][]][] {
  const papers = Map.groupBy(passages, ({ article }) => article.pmid);
  return [[undefined, [...papers.values()].map((quotes) => quotes.slice(0, sentencesOfNearest))]];
}

/** Groups the passages by design and paper, each in order of relevance. */
function byDesign(passages: readonly Passage[]): [StudyDesign, Passage[][]][] {
  const papers = Map.groupBy(passages, ({ article }) => article.pmid);
  const perPaper = papers.size <= threeSentencesUpTo ? 3 : papers.size <= twoSentencesUpTo ? 2 : 1;
  // The paper's own answer comes first, additions from its full text last.
  const quoted = [...papers.values()].map((quotes) => [
    ...quotes.filter(({ fullText }) => !fullText).slice(0, perPaper),
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
  chatOpening: string;
  attachment: string;
  retracted: string;
  quote(text: string): string;
  designs: Record<StudyDesign, string>;
};

const frames: Record<Language, Frames> = {
  en: {
    opening: 'This answer quotes the abstracts found, word for word; it does not synthesize them.',
    openingWithFullTexts:
      'This answer quotes the abstracts found, and full texts where they say more, word for word; it does not synthesize them.',
    chatOpening: 'This is what the abstracts found say, word for word:',
    attachment: 'From the attachment',
    retracted: 'RETRACTED:',
    quote: (text) => `“${text}”`,
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
    chatOpening: '检索到的文献摘要原文如下：',
    attachment: '来自附件',
    retracted: '【已撤稿】',
    quote: (text) => `“${text}”`,
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
