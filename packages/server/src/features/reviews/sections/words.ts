import type { Language, TrustCard } from '@citewell/sdk';

type Design = NonNullable<TrustCard['design']>;

/** The fixed words of a review: headings, table, and names of what its records are. */
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
  designs: Record<Design, string>;
  /** Number of studies of a design; null: the record does not state one. */
  designCount(n: number, design: Design | null): string;
  subjects: Record<NonNullable<TrustCard['subjects']>, string>;
  notTold: string;
  andOthers: string;
  quote(text: string): string;
  /** Text between a sentence's words and its citation marker. */
  beforeMark: string;
  /** Stands in place of a quotation where an abstract has neither a conclusion that rules can identify nor a result. */
  noConclusion: string;
};

export const reviewWords: Record<Language, ReviewWords> = {
  en: {
    untitled: (topic) =>
      `${topic.replace(/(?<![?？。.\s])[?？。.\s]+$/, '')}: a structured review of published abstracts`,
    parts: {
      abstract: 'Abstract',
      background: 'Background',
      methods: 'Methods of the search',
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
    designs: {
      meta_analysis: 'Meta-analysis',
      systematic_review: 'Systematic review',
      guideline: 'Guideline',
      randomized_trial: 'Randomized trial',
      clinical_trial: 'Clinical trial',
      cohort: 'Cohort study',
      case_control: 'Case-control study',
      cross_sectional: 'Cross-sectional study',
      observational: 'Observational study',
      case_report: 'Case report',
      review: 'Narrative review',
      protocol: 'Protocol',
      opinion: 'Opinion',
      animal: 'Animal study',
      in_vitro: 'Laboratory study',
    },
    designCount: (n, design) =>
      design === null
        ? `${n} of a design not stated`
        : `${n} ${n === 1 ? reviewWords.en.designs[design].toLowerCase() : plural(reviewWords.en.designs[design].toLowerCase())}`,
    subjects: {
      human: 'Humans',
      animal: 'Animals',
      human_and_animal: 'Humans and animals',
      in_vitro: 'Cells',
    },
    notTold: '–',
    andOthers: ' et al.',
    quote: (text) => `“${text}”`,
    beforeMark: ' ',
    noConclusion: 'its abstract has no conclusion that rules can identify.',
  },
  zh: {
    untitled: (topic) => `${topic.replace(/(?<![?？。.\s])[?？。.\s]+$/, '')}：基于已发表摘要的结构化综述`,
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
    designs: {
      meta_analysis: '荟萃分析',
      systematic_review: '系统综述',
      guideline: '指南',
      randomized_trial: '随机试验',
      clinical_trial: '临床试验',
      cohort: '队列研究',
      case_control: '病例对照研究',
      cross_sectional: '横断面研究',
      observational: '观察性研究',
      case_report: '病例报告',
      review: '叙述性综述',
      protocol: '研究方案',
      opinion: '观点',
      animal: '动物研究',
      in_vitro: '实验室研究',
    },
    designCount: (n, design) =>
      design === null ? `设计未说明 ${n} 项` : `${reviewWords.zh.designs[design]} ${n} 项`,
    subjects: { human: '人', animal: '动物', human_and_animal: '人和动物', in_vitro: '细胞' },
    notTold: '–',
    andOthers: ' 等',
    quote: (text) => `“${text}”`,
    beforeMark: '',
    noConclusion: '摘要中没有规则可以识别的结论。',
  },
};

function plural(design: string): string {
  if (/is$/.test(design)) return design.replace(/is$/, 'es');
  return /y$/.test(design) ? design.replace(/y$/, 'ies') : `${design}s`;
}
