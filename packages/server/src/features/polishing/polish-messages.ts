import { counted } from '@citewell/core/text/counted.ts';
import type { Language } from '@citewell/sdk';
import type { MeaningChange } from './meaning/meaning-change.ts';

/** Messages about the work of polishing itself. */
export type PolishMessages = {
  polishing(segments: number): string;
  byRulesOnly: string;
  modelFailed(segments: number): string;
  balanceTooLow(segments: number): string;
  outOfTime(segments: number): string;
  tooSlow(segments: number): string;
  kept(segments: number, changes: readonly MeaningChange['kind'][]): string;
  seekingSupport(sentences: number): string;
  notSearched(sentences: number): string;
  inserted(first: number, last: number): string;
  supported(found: number, count: number): string;
  unavailable(sources: readonly string[], nothing: boolean): string;
  /** Sources that answered with fewer records than they announced. */
  incomplete(sources: readonly string[], nothing: boolean): string;
};

const kinds: Record<Language, Record<MeaningChange['kind'], string>> = {
  en: {
    number: 'numbers or units',
    citation: 'citations',
    abbreviation: 'abbreviations',
    piece: 'formulas, commands, links or tags',
    order: 'the assignment of numbers or citations',
    shape: 'paragraphs, headings or lists',
    length: 'the length',
    words: 'the content',
    meaning: 'the strength of a claim',
  },
  zh: {
    number: '数字或单位',
    citation: '引文标记',
    abbreviation: '缩写',
    piece: '公式、命令、链接或标签',
    order: '数字或引文与内容的对应关系',
    shape: '段落、标题或列表',
    length: '篇幅',
    words: '内容',
    meaning: '论断的强度',
  },
};

const parts = (count: number) => counted(count, 'part');
const polishedByRules = (count: number) => `which ${count === 1 ? 'was' : 'were'} polished by rules only`;

const english: PolishMessages = {
  polishing: (segments) => `Polishing the text in ${parts(segments)}.`,
  byRulesOnly:
    'No language model is configured: the text is polished by rules only (spacing, punctuation, units, repeated words, common grammar errors), and sentences are not rewritten.',
  modelFailed: (segments) =>
    `The language model was unavailable for ${parts(segments)} of the text, ${polishedByRules(segments)}.`,
  balanceTooLow: (segments) =>
    `Your token balance is too low for ${parts(segments)} of the text, ${polishedByRules(segments)}.`,
  outOfTime: (segments) => `Time ran out for ${parts(segments)} of the text, ${polishedByRules(segments)}.`,
  tooSlow: (segments) =>
    `Left unchanged: ${parts(segments)} of the text, because checking the polished version took too long.`,
  kept: (segments, changes) =>
    `Left unchanged: ${parts(segments)} of the text, because two polished versions changed protected content (${named(changes, 'en')}).`,
  seekingSupport: (sentences) =>
    `Looking for literature that supports ${sentences} ${sentences === 1 ? 'sentence' : 'sentences'} without a reference.`,
  notSearched: (sentences) =>
    `${sentences} more ${sentences === 1 ? 'sentence needs' : 'sentences need'} a reference but ${sentences === 1 ? 'was' : 'were'} not searched for: one call covers only the most important sentences.`,
  inserted: (first, last) =>
    first === last ? `New reference: [${first}].` : `New references: [${first}] to [${last}].`,
  supported: (found, count) =>
    `Supporting literature was found for ${found} of ${counted(count, 'sentence')}${found < count ? '; no references were added to the others' : ''}.`,
  unavailable: (sources, nothing) =>
    `${sources.join(' and ')} could not be reached, so ${nothing ? 'no references were added' : 'some references may be missing'}; this says nothing about the literature.`,
  incomplete: (sources, nothing) =>
    `Not everything that ${sources.join(' and ')} found could be retrieved, so ${nothing ? 'no references were added' : 'some references may be missing'}; this says nothing about the literature.`,
};

const chinese: PolishMessages = {
  polishing: (segments) => `正在分 ${segments} 段润色文本。`,
  byRulesOnly: '未配置语言模型：仅按规则润色（空格、标点、单位、重复字词和常见语病），不改写句子。',
  modelFailed: (segments) => `有 ${segments} 段未能调用语言模型，仅按规则润色。`,
  balanceTooLow: (segments) => `Token 余额不足，有 ${segments} 段仅按规则润色。`,
  outOfTime: (segments) => `时间不足，有 ${segments} 段仅按规则润色。`,
  tooSlow: (segments) => `有 ${segments} 段保持原样：比对润色结果与原文耗时过长。`,
  kept: (segments, changes) =>
    `有 ${segments} 段保持原样：两次润色都改动了必须保留的内容（${named(changes, 'zh')}）。`,
  seekingSupport: (sentences) => `正在为 ${sentences} 个未标引文的句子查找支持文献。`,
  notSearched: (sentences) => `另有 ${sentences} 个句子也需要引文，但未检索：每次调用只处理最重要的句子。`,
  inserted: (first, last) =>
    first === last ? `新增引文：[${first}]。` : `新增引文：[${first}] 至 [${last}]。`,
  supported: (found, count) =>
    `已检索 ${count} 个句子，其中 ${found} 个有文献支持${found < count ? '，其余未加引文' : ''}。`,
  unavailable: (sources, nothing) =>
    `未能连接${sources.join('、')}，因此${nothing ? '没有添加引文' : '添加的引文可能不全'}；这并不代表没有相关文献。`,
  incomplete: (sources, nothing) =>
    `${sources.join('、')} 检出的内容未能全部获取，因此${nothing ? '没有添加引文' : '添加的引文可能不全'}；这并不代表没有相关文献。`,
};

function named(changes: readonly MeaningChange['kind'][], language: Language): string {
  return [...new Set(changes.map((kind) => kinds[language][kind]))].join(language === 'zh' ? '、' : ', ');
}

export const polishMessages: Record<Language, PolishMessages> = { en: english, zh: chinese };
