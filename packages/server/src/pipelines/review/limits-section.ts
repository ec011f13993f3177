import type { Language } from '@citewell/sdk';
import type { Found } from '../retrieve.ts';
import { designCounts, quoted } from './quoted-sections.ts';
import type { Study } from './studies.ts';
import type { Unit } from './units.ts';

const quotesMax = 4;
const small = 50;

/** What limits the review and its studies: counted by code, and what the studies say of themselves. */
export function limitsSection(
  units: readonly Unit[],
  studies: readonly Study[],
  found: Pick<Found, 'unavailable' | 'notAsked'>,
  language: Language,
): string {
  const zh = language === 'zh';
  const count = (is: (study: Study) => boolean) => studies.filter(is).length;
  const facts: [number, string, string][] = [
    [
      count(({ trust }) => trust.sample_size === null),
      'give no number of participants that could be read',
      '未给出可读取的样本量',
    ],
    [
      count(({ trust }) => trust.sample_size !== null && trust.sample_size.n < small),
      `have fewer than ${small} participants`,
      `样本量不足 ${small}`,
    ],
    [count(({ trust }) => trust.preprint), 'are preprints', '为预印本'],
    [
      count(({ trust }) => trust.subjects === 'animal' || trust.subjects === 'cells'),
      'are on animals or cells',
      '以动物或细胞为对象',
    ],
    [
      count(({ trust }) => trust.concern || trust.corrected),
      'have been corrected or carry an expression of concern',
      '曾被更正或受到关注声明',
    ],
    [count(({ trust }) => trust.retracted), 'have been retracted', '已被撤稿'],
  ];
  const of = studies.length;
  const limits = units.filter(({ role }) => role === 'limitation').slice(0, quotesMax);
  const cut = [...found.unavailable, ...found.notAsked].length > 0;
  const lines = zh
    ? [
        '- 仅依据标题和摘要，未阅读全文；摘要未说明之处，本综述亦无从得知。',
        `- 设计：${designCounts(studies, language)}。未评价偏倚风险，也未合并效应量。`,
        ...facts.filter(([n]) => n > 0).map(([n, , text]) => `- ${of} 项研究中有 ${n} 项${text}。`),
        ...(cut ? ['- 有来源未能检索，见检索方法。'] : []),
      ]
    : [
        '- Only titles and abstracts were read; what they do not tell, this review does not know.',
        `- Designs: ${designCounts(studies, language)}. No risk of bias was assessed and no effects were pooled.`,
        ...facts.filter(([n]) => n > 0).map(([n, text]) => `- ${n} of ${of} ${text}.`),
        ...(cut ? ['- A source could not be searched; see the methods.'] : []),
      ];
  if (limits.length > 0)
    lines.push(
      '',
      zh ? '研究自身提到的局限：' : 'What the studies say of their own limits:',
      '',
      ...limits.map((unit) => `- ${quoted(unit, language)}`),
    );
  return lines.join('\n');
}

/** What the evidence does not have: counted by code, and what the studies say is missing. */
export function gapsSection(
  units: readonly Unit[],
  studies: readonly Study[],
  unanswered: readonly string[],
  language: Language,
): string {
  const zh = language === 'zh';
  const has = (...designs: (string | null)[]) => studies.some(({ trust }) => designs.includes(trust.design));
  const newest = Math.max(0, ...studies.map(({ article }) => Number(article.year) || 0));
  const lines = [
    ...(has('randomized_trial', 'meta_analysis', 'systematic_review')
      ? []
      : [
          zh
            ? '- 所纳入研究中没有随机试验或其综合。'
            : '- No randomized trial and no synthesis of trials is among the studies included.',
        ]),
    ...(has('meta_analysis', 'systematic_review')
      ? []
      : [zh ? '- 没有系统综述或荟萃分析。' : '- No systematic review or meta-analysis is among them.']),
    ...(newest > 0 ? [zh ? `- 最新的研究发表于 ${newest} 年。` : `- The newest study is of ${newest}.`] : []),
    ...unanswered.map((question) =>
      zh ? `- 未找到回答以下问题的研究：${question}` : `- No study included answers: ${question}`,
    ),
  ];
  const gaps = units.filter(({ role }) => role === 'gap').slice(0, quotesMax);
  if (gaps.length > 0)
    lines.push(
      '',
      zh ? '研究自身指出的空白：' : 'What the studies say is missing:',
      '',
      ...gaps.map((unit) => `- ${quoted(unit, language)}`),
    );
  return lines.length > 0 ? lines.join('\n') : zh ? '摘要未指出证据空白。' : 'The abstracts name none.';
}
