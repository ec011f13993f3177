import type { SectionKind } from './full-text.ts';

/** Values of `sec-type` suggested by JATS, and those used by publishers instead. */
const types: [SectionKind, RegExp][] = [
  ['results', /^results?\b/],
  ['methods', /^(?:materials?|methods?|subjects|participants)\b/],
  ['discussion', /^discussion\b/],
  ['conclusions', /^conclusions?\b/],
  ['introduction', /^(?:intro|introduction|background)\b/],
];

/** Titles without numbers, in lower case. A title that only mentions results does not count. */
const titles: [SectionKind, RegExp][] = [
  ['results', /^(?:(?:main|key|primary|study) )?(?:results?|findings)\b|^(?:研究|主要|实验|试验)?结果/],
  [
    'methods',
    /^(?:(?:study|research) design\b|(?:(?:subjects|patients|participants|materials?|design|data) (?:and|&) )?(?:methods?|methodology|materials)\b|statistical (?:analysis|methods)\b|experimental(?: section| procedures)?$)|^(?:研究|实验|试验)?(?:方法|材料|对象)|^(?:一般|临床)?资料/,
  ],
  ['discussion', /^(?:(?:general )?discussion|comment|interpretation|limitations)\b|^讨论/],
  ['conclusions', /^(?:conclusions?|concluding remarks)\b|^(?:结论|结语|小结)/],
  ['introduction', /^(?:introduction|background|objectives?|aims?)\b|^(?:引言|前言|绪论|导言|背景|目的)/],
];

/** "2.1. ", "III. ", "1 ", "（二）". */
const number =
  /^(?:\d{1,2}(?:\.\d{1,2}){0,4}|[ivx]{1,6}(?=[.)])|[(（]?[一二三四五六七八九十]{1,3}(?=[)）、.]))[.)）、:]? ?/i;

/**
 * Classifies a section by its `sec-type`, else by its title in English or Chinese. A subsection belongs to the same
 * part as its section: "Search results" below "Methods" are methods.
 */
export function sectionKind(type: string, title: string, parent: SectionKind): SectionKind {
  if (parent !== 'other' && !isMixed(title, parent)) return parent;
  const kindOf = (text: string, patterns: typeof types) =>
    patterns.find(([, pattern]) => pattern.test(text.toLowerCase()))?.[0];
  return kindOf(type, types) ?? kindOf(title.replace(number, ''), titles) ?? parent;
}

/** "Discussion" or "Conclusions" below "Results and discussion" are not results. */
function isMixed(title: string, parent: SectionKind): boolean {
  return parent === 'results' && /discussion|conclusion|limitation|comment|讨论|结论|局限/i.test(title);
}
