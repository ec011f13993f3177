import type { Language, TrustCard } from '@citewell/sdk';
import type { StudyKind } from '../../../literature/studies/read-study.ts';
import { kindName } from '../../../literature/studies/study-label.ts';

/** Fixed words of a review: headings, table, and types of records. */
export type ReviewWords = {
  untitled(topic: string): string;
  parts: Record<
    | 'abstract'
    | 'background'
    | 'methods'
    | 'findings'
    | 'table'
    | 'conflicts'
    | 'limitations'
    | 'gaps'
    | 'conclusion'
    | 'incomplete',
    string
  >;
  abstractParts: { background: string; methods: string; results: string; conclusion: string };
  /** Introduces the findings that the abstract quotes. */
  mainFindings: string;
  /** Number of studies of a design; undefined: rules could not read one in the record. */
  designCount(n: number, design: StudyKind | undefined): string;
  subjects: Record<NonNullable<TrustCard['subjects']>, string>;
  notStated: string;
  andOthers: string;
  quote(text: string): string;
  /** Text between a sentence's words and its citation marker. */
  beforeMarker: string;
  /** Names of quotations that represent a paper whose abstract has no conclusion that rules can identify. */
  leadKinds: Record<'result' | 'aim' | 'excerpt', string>;
  /** Used instead for a study that has no result yet. */
  isProtocol: string;
  /** Used instead for a study of whose abstract no sentence could be read as a finding. */
  noFinding: string;
};

export const reviewWords: Record<Language, ReviewWords> = {
  en: {
    untitled: (topic) =>
      isAsked.test(topic)
        ? `${capital(trimmed(topic))}? A structured review of published abstracts`
        : `${capital(trimmed(topic))}: a structured review of published abstracts`,
    parts: {
      abstract: 'Abstract',
      background: 'Background',
      methods: 'Search methods',
      findings: 'Findings',
      table: 'Comparison of the studies',
      conflicts: 'Conflicting evidence',
      limitations: 'Limitations',
      gaps: 'Gaps in the evidence',
      conclusion: 'Conclusion',
      incomplete: 'Incomplete',
    },
    abstractParts: {
      background: 'Background',
      methods: 'Methods',
      results: 'Results',
      conclusion: 'Conclusion',
    },
    mainFindings: 'Among the main findings, word for word:',
    designCount: (n, design) =>
      design === undefined
        ? `${n} whose design could not be recognized by rules`
        : `${n} ${n === 1 ? kindName(design, 'en').toLowerCase() : plural(kindName(design, 'en').toLowerCase())}`,
    subjects: {
      human: 'Humans',
      animal: 'Animals',
      human_and_animal: 'Humans and animals',
      in_vitro: 'Cells',
    },
    notStated: '–',
    andOthers: ' et al.',
    quote: (text) => `“${text}”`,
    beforeMarker: ' ',
    leadKinds: { result: 'result', aim: 'aim', excerpt: 'no conclusion; from the abstract' },
    isProtocol: 'its abstract describes a plan and reports no results.',
    noFinding: 'no sentence of its abstract was recognized as a finding.',
  },
  zh: {
    untitled: (topic) =>
      isAsked.test(topic)
        ? `${trimmed(topic)}？基于已发表摘要的结构化综述`
        : `${trimmed(topic)}：基于已发表摘要的结构化综述`,
    parts: {
      abstract: '摘要',
      background: '背景',
      methods: '检索方法',
      findings: '主要结果',
      table: '研究比较',
      conflicts: '相互矛盾的证据',
      limitations: '局限性',
      gaps: '证据空白',
      conclusion: '结论',
      incomplete: '未完成',
    },
    abstractParts: { background: '背景', methods: '方法', results: '结果', conclusion: '结论' },
    mainFindings: '部分主要结果（逐字摘录）：',
    designCount: (n, design) =>
      design === undefined ? `设计无法按规则识别 ${n} 项` : `${kindName(design, 'zh')} ${n} 项`,
    subjects: { human: '人', animal: '动物', human_and_animal: '人和动物', in_vitro: '细胞' },
    notStated: '–',
    andOthers: ' 等',
    quote: (text) => `“${text}”`,
    beforeMarker: '',
    leadKinds: { result: '结果', aim: '目的', excerpt: '无结论，摘自摘要' },
    isProtocol: '摘要只说明研究计划，尚无结果。',
    noFinding: '摘要中没有句子被识别为研究结果。',
  },
};

const isAsked = /[?？]\s*$|(?:吗|呢)[。.\s]*$/;
const trimmed = (topic: string) => topic.replace(/(?<![?？。.\s])[?？。.\s]+$/, '');
/** A title begins with a capital, unless its first word has one inside (mRNA). */
const capital = (topic: string) =>
  topic.replace(/^[a-z](?=[a-z-]*(?:[\s:,]|$))/, (letter) => letter.toUpperCase());

function plural(design: string): string {
  if (/is$/.test(design)) return design.replace(/is$/, 'es');
  if (/series$/.test(design)) return design;
  return /[^aeiou]y$/.test(design) ? design.replace(/y$/, 'ies') : `${design}s`;
}
