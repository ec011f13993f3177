import { groupThousands } from '@citewell/core/text/counted.ts';
import type { Language } from '@citewell/sdk';
import type { StudyKind, StudySummary } from './read-study.ts';

const kinds: Record<Language, Record<StudyKind, string>> = {
  en: {
    meta_analysis: 'Meta-analysis',
    systematic_review: 'Systematic review',
    guideline: 'Guideline',
    randomized_trial: 'Randomized trial',
    clinical_trial: 'Clinical trial',
    cohort: 'Cohort study',
    prospective: 'Prospective study',
    retrospective: 'Retrospective study',
    observational: 'Observational study',
    case_control: 'Case–control study',
    cross_sectional: 'Cross-sectional study',
    survey: 'Survey',
    case_report: 'Case report',
    case_series: 'Case series',
    review: 'Review',
    protocol: 'Study protocol',
    opinion: 'Comment',
    animal: 'Animal study',
    in_vitro: 'Cell study',
    cells: 'Cell study',
  },
  zh: {
    meta_analysis: '荟萃分析',
    systematic_review: '系统评价',
    guideline: '指南',
    randomized_trial: '随机对照试验',
    clinical_trial: '临床试验',
    cohort: '队列研究',
    prospective: '前瞻性研究',
    retrospective: '回顾性研究',
    observational: '观察性研究',
    case_control: '病例对照研究',
    cross_sectional: '横断面研究',
    survey: '问卷调查',
    case_report: '病例报告',
    case_series: '病例系列',
    review: '综述',
    protocol: '研究方案',
    opinion: '评论',
    animal: '动物实验',
    in_vitro: '细胞实验',
    cells: '细胞实验',
  },
};

/** Names a kind of study. */
export function kindName(kind: StudyKind, language: Language): string {
  return kinds[language][kind];
}

/** Returns true if a label exists for this kind of study. */
export function isStudyKind(name: string): name is StudyKind {
  return Object.hasOwn(kinds.en, name);
}

/**
 * Builds the label that precedes a study's sentence: "Randomized trial, 2,512 women, 2016:", "随机对照试验，2512名女性，2016年：".
 * Empty if the record states none of it.
 */
export function studyLabel(summary: StudySummary, language: Language): string {
  const parts = language === 'en' ? inEnglish(summary) : inChinese(summary);
  if (parts.length === 0) return '';
  return language === 'en' ? `${parts.join(', ')}:` : `${parts.join('，')}：`;
}

function inEnglish({ kind, group, n, studies, isMixed, year }: StudySummary): string[] {
  const parts: string[] = [];
  if (kind) parts.push(kinds.en[kind]);
  if (studies !== undefined) parts.push(`${groupThousands(studies)} studies`);
  if (group && n !== undefined) parts.push(`${groupThousands(n)} ${group.en}`);
  else if (group && !group.isGeneric) parts.push(group.en);
  if (isMixed) parts.push(`${parts.pop()} and human subjects or samples`);
  if (year) parts.push(year);
  return capitalized(parts);
}

function capitalized([first, ...rest]: string[]): string[] {
  return first === undefined ? [] : [first.charAt(0).toUpperCase() + first.slice(1), ...rest];
}

function inChinese({ kind, group, n, studies, isMixed, year }: StudySummary): string[] {
  const parts: string[] = [];
  if (kind) parts.push(kinds.zh[kind]);
  if (studies !== undefined) parts.push(`${studies}项研究`);
  if (group && n !== undefined) parts.push(`${n}${group.zh === '人' ? '' : group.classifier}${group.zh}`);
  else if (group && !group.isGeneric) parts.push(group.zh);
  if (isMixed) parts.push(`${parts.pop()}及人体研究对象或样本`);
  if (year) parts.push(`${year}年`);
  return parts;
}

/** Formats a label for use before a quotation; empty if there is none. */
export function emphasized(label: string): string {
  return label === '' ? '' : `*${label}*`;
}
