import { abstractText } from '@citewell/core/records/article.ts';
import { mayBeTrialOrSynthesis } from '../../../literature/studies/own-trial.ts';
import { type EvidenceBase, unmentionedParts } from '../gathering/evidence-base.ts';
import type { Study } from '../studies/studies.ts';
import { quotedList } from './quotation.ts';
import { designCounts } from './quoted-sections.ts';
import { unansweredConcepts } from './unanswered-concepts.ts';

const quotesMax = 4;
const small = 50;

/** Writes the limitations of the review and its studies: counted by code, and stated by the studies. */
export function limitsSection(base: EvidenceBase): string {
  const { units, studies, found, scope, readings } = base;
  const texts = readings.size;
  const { language } = scope;
  const zh = language === 'zh';
  const count = (is: (study: Study) => boolean) => studies.filter(is).length;
  const facts: [number, string, string][] = [
    [
      count(({ summary }) => (summary.n ?? small) < small),
      `have fewer than ${small} participants`,
      `样本量不足 ${small}`,
    ],
    [count(({ trust }) => trust.preprint), 'are preprints', '为预印本'],
    [
      count(({ trust }) => trust.subjects === 'animal' || trust.subjects === 'in_vitro'),
      'are in animals or cells',
      '以动物或细胞为对象',
    ],
    [
      count(({ trust }) => trust.expression_of_concern || trust.erratum),
      'have been corrected or received an expression of concern',
      '已有更正或关注声明',
    ],
    [count(({ trust }) => trust.retracted), 'have been retracted', '已被撤稿'],
  ];
  const of = studies.length;
  const unsized = count(({ summary }) => summary.n === undefined);
  const limits = quotedList(
    units.filter(({ role }) => role === 'limitation'),
    language,
  ).slice(0, quotesMax);
  const cut = [...found.unavailable, ...found.notAsked, ...found.shortfalls].length > 0;
  const lines = zh
    ? [
        texts > 0
          ? `- 仅查阅了其中 ${texts} 项研究的开放获取全文的结果部分，其余仅依据标题和摘要；其中未说明之处，本综述亦无从得知。`
          : '- 仅依据标题和摘要，未阅读全文；摘要未说明之处，本综述亦无从得知。',
        `- 设计：${designCounts(studies, language)}。未评价偏倚风险，也未合并效应量。`,
        ...(unsized > 0
          ? [
              `- ${of === 1 ? '该研究' : unsized === of ? `${of} 项研究均` : `${of} 项研究中有 ${unsized} 项`}无法从摘要中读出唯一的样本量。`,
            ]
          : []),
        ...facts
          .filter(([n]) => n > 0)
          .map(
            ([n, , text]) =>
              `- ${of === 1 ? '该研究' : n === of ? `${of} 项研究均` : `${of} 项研究中有 ${n} 项`}${text}。`,
          ),
        ...(cut ? ['- 有来源未能检索或未给出全部内容，见检索方法。'] : []),
      ]
    : [
        texts > 0
          ? `- Apart from titles and abstracts, only the results in the open-access full ${texts === 1 ? 'text of 1 study' : `texts of ${texts} studies`} were read; anything not stated there is missing here.`
          : '- Only titles and abstracts were read; anything not stated there is missing here.',
        `- Designs: ${designCounts(studies, language)}. No risk of bias was assessed and no effects were pooled.`,
        ...(unsized > 0
          ? [
              `- No single sample size could be read from the ${of === 1 ? 'abstract of the study' : `abstracts of ${unsized === of ? `the ${of}` : `${unsized} of the ${of}`} studies`}.`,
            ]
          : []),
        ...facts
          .filter(([n]) => n > 0)
          .map(
            ([n, text]) =>
              `- ${of === 1 ? 'The study' : n === of ? `All ${of} studies` : `${n} of the ${of} studies`} ${n === 1 ? inSingular(text) : text}.`,
          ),
        ...(cut
          ? ['- A source could not be searched, or returned incomplete results; see the methods.']
          : []),
      ];
  if (limits.length > 0)
    lines.push(
      '',
      zh ? '研究自身提到的局限：' : 'Limitations stated by the studies themselves:',
      '',
      ...limits,
    );
  return lines.join('\n');
}

function inSingular(text: string): string {
  return text
    .replace(/^have\b/, 'has')
    .replace(/^are preprints$/, 'is a preprint')
    .replace(/^are\b/, 'is');
}

/** Age in years of the newest study that is worth mentioning. */
const oldYears = 5;

/** Writes the gaps in the evidence: counted by code, and stated by the studies. */
export function gapsSection(base: EvidenceBase): string {
  const { scope, units, studies, found } = base;
  const { language } = scope;
  const zh = language === 'zh';
  const has = (...designs: (string | null)[]) => studies.some(({ trust }) => designs.includes(trust.design));
  const newest = Math.max(0, ...studies.map(({ article }) => Number(article.year) || 0));
  const searchedIn = new Date(Math.max(...found.searched.map(({ at }) => at))).getUTCFullYear();
  const lines = [
    ...unmentionedParts(base).missing.map((part) =>
      zh ? `- 所纳入的文献均未提及“${part}”。` : `- None of the included records mentions “${part}”.`,
    ),
    ...(has('randomized_trial', 'meta_analysis', 'systematic_review') || studies.some(mayBeEither)
      ? []
      : [
          zh
            ? '- 所纳入研究中没有随机试验，也没有系统评价。'
            : '- The included studies contain no randomized trial or systematic review.',
        ]),
    ...(newest > 0 && newest <= searchedIn - oldYears
      ? [zh ? `- 最新的研究发表于 ${newest} 年。` : `- The newest included study is from ${newest}.`]
      : []),
    ...unansweredConcepts(base).map((concepts) =>
      zh
        ? `- 所纳入文献的标题、摘要和关键词均未同时提及${concepts.map((name) => `“${name}”`).join('和')}。`
        : `- No included record mentions ${concepts.map((name) => `“${name}”`).join(' together with ')} in its title, abstract or keywords.`,
    ),
  ];
  const gaps = quotedList(
    units.filter(({ role }) => role === 'gap'),
    language,
  ).slice(0, quotesMax);
  if (gaps.length > 0)
    lines.push('', zh ? '研究自身指出的空白：' : 'Gaps named by the studies themselves:', '', ...gaps);
  const none = zh ? '所纳入的摘要未指出证据空白。' : 'The included abstracts name no gaps.';
  return lines.length > 0 ? lines.join('\n').trim() : none;
}

/** Returns true if a record has a word of a randomized trial or a systematic review: that there is none could be false. */
function mayBeEither({ article }: Study): boolean {
  const { title, publicationTypes, mesh } = article;
  return mayBeTrialOrSynthesis([title, abstractText(article), ...publicationTypes, ...mesh].join('\n'));
}
