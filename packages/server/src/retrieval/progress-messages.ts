import { ServiceError } from '@citewell/core/errors.ts';
import type { SourceName } from '@citewell/core/records/article.ts';
import type { SearchQuery, SpellingSuggestion, YearRange } from '@citewell/core/records/query.ts';
import { counted } from '@citewell/core/text/counted.ts';
import { type Language, sourceLabels, sourceNames } from '@citewell/sdk';

import type { RelaxationStep } from '../literature/sources/retriever.ts';
import type { ModelFailure } from '../llm/model-error.ts';
import type { RetrievalResult, Searched, Shortfall } from './retrieval-result.ts';

/** Messages of the pipelines that search, about their own work and never about medicine; answers have further ones. */
export type Messages = {
  sources: Record<SourceName, string>;
  searching(concepts: readonly string[]): string;
  widening: string;
  searchingAgain: string;
  broadening: Record<RelaxationStep, string>;
  /** Message, also of the answer, that words were searched as they were probably meant. */
  corrected(words: readonly SpellingSuggestion[]): string;
  weighing(candidates: number): string;
  /** Message that full texts are being read; `papers` is the number that may have an open-access one. */
  readingFullTexts(papers: number): string;
  retractedExcluded(count: number): string;
  noTopic: string;
  modelFailed(failure: ModelFailure): string;
  balanceTooLow: string;
  brokeOff(failure: ModelFailure): string;
  unavailable(sources: readonly string[]): string;
  /** Message about sources whose queue was too long, and those searched instead. */
  busy(sources: readonly string[], instead: readonly string[]): string;
  /** Message about the shortfalls of sources. */
  shortfall(shortfalls: readonly Shortfall[]): string;
  /** Reply if nothing was found. `incomplete`: a source failed or returned only part of its results, so no conclusion is possible. */
  nothingFound(
    searched: readonly Searched[],
    /** The filters of the search, which could be loosened. */
    filters: Pick<SearchQuery, 'years' | 'categoryId'>,
    notAsked: readonly string[],
    incomplete: boolean,
    /** Shortcomings to mention first. */
    lacking?: readonly string[],
  ): string;
  /** Message that no record mentions these subjects. */
  absent(names: readonly string[]): string;
  /** Message that no record mentions all of these subjects together; without names, that the records cover little of the question. */
  apart(verdict: { names: readonly string[] }): string;
  noCitation: string;
};

function namesOfSources(language: Language): Record<SourceName, string> {
  const names = sourceNames.map((source) => [source, sourceLabels[source][language].inText] as const);
  return Object.fromEntries(names) as Record<SourceName, string>;
}

const english: Messages = {
  sources: namesOfSources('en'),
  searching: (concepts) => `Searching for: ${concepts.join(', ') || 'the question as asked'}.`,
  widening: 'Few records match; searching again with the planner’s interpretation of the question.',
  searchingAgain: 'The first titles do not cover the question; searching once more.',
  broadening: {
    synonyms: 'Few records match; searching with all synonyms and subject headings.',
    words: 'Few records match; searching for the individual words of each phrase.',
    spelling: 'Few records match; asking PubMed for spelling suggestions.',
  },
  corrected: (words) =>
    `Searched for ${joined(
      words.map(({ typed, meant }) => `“${meant}” (typed: ${typed})`),
      ', ',
      ' and ',
    )}.`,
  weighing: (candidates) => `Ranking ${counted(candidates, 'candidate record')}.`,
  readingFullTexts: (papers) =>
    `Reading the open-access full text of ${counted(papers, 'paper')}, for at most three seconds.`,
  retractedExcluded: (count) => `${count} retracted ${count === 1 ? 'paper was' : 'papers were'} excluded.`,
  modelFailed: (failure) => {
    if (failure === 'content_filter')
      return 'The language model’s content filter declined this question. Quotations follow instead of a generated answer.';
    if (failure === 'context_length')
      return 'The evidence does not fit the language model’s context window. Quotations follow instead of a generated answer.';
    return 'The language model is not available at the moment. Quotations follow instead of a generated answer.';
  },
  noTopic:
    'This question names no topic to search for, so no search was run. Name a disease, a drug or a procedure.',
  balanceTooLow: 'Your token balance is too low for a generated answer; quotations follow.',
  brokeOff: (failure) =>
    failure === 'content_filter'
      ? 'The language model’s content filter stopped this answer, which is incomplete.'
      : 'The language model stopped in the middle of this answer, which is incomplete. Try again.',
  unavailable: (sources) =>
    `Note: ${sources.join(' and ')} could not be reached, so this answer is incomplete: relevant literature may exist there.`,
  busy: (sources, instead) =>
    `Note: ${sources.join(' and ')} ${sources.length > 1 ? 'were' : 'was'} busy; ${instead.length > 0 ? `${instead.join(' and ')} ${instead.length > 1 ? 'were' : 'was'} searched instead` : `${sources.length > 1 ? 'they were' : 'it was'} not searched`}.`,
  shortfall: (shortfalls) => {
    const parts = shortfalls.flatMap(({ source, pmids, withheld, failed }) => {
      const name = english.sources[source];
      return [
        ...(pmids.length > 0
          ? [`${counted(pmids.length, 'record')} found by ${name} (${numbered(pmids, ', ', ' and more')})`]
          : []),
        ...(withheld > 0 ? [`${counted(withheld, 'record')} that ${name} reported but did not return`] : []),
        ...(failed.length > 0
          ? [`the results of ${counted(failed.length, 'failed search', 'failed searches')} in ${name}`]
          : []),
      ];
    });
    return `Note: not everything could be retrieved. Missing: ${parts.join('; ')}. The missing results may be important.`;
  },
  nothingFound: (searched, { years, categoryId }, notAsked, incomplete, lacking = []) => {
    return [
      ...lacking,
      incomplete
        ? 'No answer was written: the literature retrieved does not answer this question, but not everything could be retrieved. This says nothing about the evidence; try again later.'
        : lacking.length > 0
          ? 'No answer was written.'
          : 'No literature found that answers this question, so no answer was written.',
      ...(searched.length > 0 ? [`Searched${yearsText(years, ['since', 'until', 'to'])}:`] : []),
      ...searched.map(
        ({ source, query, total }) => `- ${english.sources[source]}: ${query} (${counted(total, 'record')})`,
      ),
      ...(notAsked.length > 0
        ? [
            `Not searched: ${notAsked.join(', ')}, because no term of the question could be translated into English. This says nothing about the literature there.`,
          ]
        : []),
      `Try ${joined(
        [
          'different terms',
          ...(hasYears(years) ? ['a wider range of years'] : []),
          ...(categoryId ? ['no category filter'] : []),
        ],
        ', ',
        ' or ',
      )}.`,
    ].join('\n');
  },
  absent: (names) =>
    `No record found is about ${joined(
      names.map((name) => `“${name}”`),
      ', ',
      ' or ',
    )}.`,
  apart: ({ names }) =>
    names.length === 0
      ? 'None of the records found clearly answers this question. The nearest:'
      : `None of the records found is about ${joined(
          names.map((name) => `“${name}”`),
          ', ',
          ' and ',
        )}${names.length === 1 ? '' : ' together'}. The nearest:`,
  noCitation: 'No sentence above could be linked to a retrieved record; treat none of it as supported.',
};

const chinese: Messages = {
  sources: namesOfSources('zh'),
  searching: (concepts) => `正在检索：${concepts.join('、') || '按原问题检索'}。`,
  widening: '符合的文献较少，按规划模型对问题的理解再次检索。',
  searchingAgain: '首批文献未能涵盖该问题，正在补充检索。',
  broadening: {
    synonyms: '符合的文献较少，改用全部同义词和主题词检索。',
    words: '符合的文献较少，改用词组中的各个单词检索。',
    spelling: '符合的文献较少，正在查询 PubMed 的拼写建议。',
  },
  corrected: (words) =>
    `已按${words.map(({ typed, meant }) => `“${meant}”（输入为 ${typed}）`).join('、')}检索。`,
  weighing: (candidates) => `正在为 ${candidates} 条候选记录排序。`,
  readingFullTexts: (papers) => `正在查阅 ${papers} 篇文献的开放获取全文，最多三秒。`,
  retractedExcluded: (count) => `已排除 ${count} 篇被撤稿的文献。`,
  modelFailed: (failure) => {
    if (failure === 'content_filter') return '语言模型的内容过滤器拒绝了该问题，以下以原文摘录代替综合回答。';
    if (failure === 'context_length') return '证据超出语言模型的上下文长度，以下以原文摘录代替综合回答。';
    return '语言模型暂时不可用，以下以原文摘录代替综合回答。';
  },
  noTopic: '该问题中没有可用于检索的主题词，因此未进行检索。请写明疾病、药物或诊疗操作的名称。',
  balanceTooLow: 'Token 余额不足，无法生成综合回答，以下改为原文摘录。',
  brokeOff: (failure) =>
    failure === 'content_filter'
      ? '语言模型的内容过滤器中断了本次回答，回答不完整。'
      : '语言模型在回答过程中停止，回答不完整，请重试。',
  unavailable: (sources) => `注意：未能连接${sources.join('、')}，因此本回答并不完整：其中可能还有相关文献。`,
  busy: (sources, instead) =>
    `注意：${sources.join('、')} 繁忙，${instead.length > 0 ? `已改为检索 ${instead.join('、')}` : '未作检索'}。`,
  shortfall: (shortfalls) => {
    const parts = shortfalls.flatMap(({ source, pmids, withheld, failed }) => {
      const name = chinese.sources[source];
      return [
        ...(pmids.length > 0
          ? [`${name} 检出的 ${pmids.length} 条记录（${numbered(pmids, '、', ' 等')}）`]
          : []),
        ...(withheld > 0 ? [`${name} 报告命中但未返回的 ${withheld} 条记录`] : []),
        ...(failed.length > 0 ? [`${name} 中 ${failed.length} 次检索失败，其结果未知`] : []),
      ];
    });
    return `注意：部分内容未能获取。此处缺少：${parts.join('；')}。缺少的内容可能很重要。`;
  },
  nothingFound: (searched, { years, categoryId }, notAsked, incomplete, lacking = []) => {
    return [
      ...lacking,
      incomplete
        ? '没有生成回答：已获取的内容不能回答该问题，但仍有内容未能获取。这并不代表没有相关证据，请稍后再试。'
        : lacking.length > 0
          ? '因此没有生成回答。'
          : '未检索到能够回答该问题的文献，因此没有生成回答。',
      ...(searched.length > 0 ? [`已检索${yearsText(years, ['自', '至', '至'])}：`] : []),
      ...searched.map(
        ({ source, query, total }) => `- ${chinese.sources[source]}：${query}（命中 ${total} 条）`,
      ),
      ...(notAsked.length > 0
        ? [`未检索：${notAsked.join('、')}，因为问题中的词无法译成英文。这并不代表其中没有相关文献。`]
        : []),
      `可尝试${joined(
        ['更换用词', ...(hasYears(years) ? ['放宽年份'] : []), ...(categoryId ? ['取消分类限制'] : [])],
        '、',
        '或',
      )}。`,
    ].join('\n');
  },
  absent: (names) =>
    `没有检索到关于${joined(
      names.map((name) => `“${name}”`),
      '、',
      '或',
    )}的记录。`,
  apart: ({ names }) =>
    names.length === 0
      ? '检索到的记录均未明确回答这一问题。最接近的记录：'
      : `检索到的记录均未${names.length === 1 ? '' : '同时'}涉及${joined(
          names.map((name) => `“${name}”`),
          '、',
          '和',
        )}。最接近的记录：`,
  noCitation: '以上内容均未能与检索到的文献对应，请勿视为有文献支持。',
};

export const messages: Record<Language, Messages> = { en: english, zh: chinese };

/** Lists the messages about sources that failed, were busy or returned only part of their results; empty if there are none. */
export function sourceNotes(
  {
    unavailable,
    busy,
    shortfalls,
    searched,
  }: Pick<RetrievalResult, 'unavailable' | 'busy' | 'shortfalls' | 'searched'>,
  language: Language,
): string[] {
  const texts = messages[language];
  const named = (sources: readonly SourceName[]) =>
    [...new Set(sources)].map((source) => texts.sources[source]);
  const instead = searched.map(({ source }) => source).filter((source) => source !== 'library');
  return [
    ...(unavailable.length > 0 ? [texts.unavailable(named(unavailable))] : []),
    ...(busy.length > 0 ? [texts.busy(named(busy), named(instead))] : []),
    ...(shortfalls.length > 0 ? [texts.shortfall(shortfalls)] : []),
  ];
}

/** Joins names as "a, b and c". */
function joined(names: readonly string[], comma: string, and: string): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(comma)}${and}${last}`;
}

/** Maximum number of PMIDs in a message before "and more". */
const pmidsNamed = 5;

/** Names the first of these PMIDs. */
export function numbered(pmids: readonly string[], and: string, more: string): string {
  return `PMID ${pmids.slice(0, pmidsNamed).join(and)}${pmids.length > pmidsNamed ? more : ''}`;
}

function hasYears({ from, to }: YearRange): boolean {
  return from !== undefined || to !== undefined;
}

function yearsText({ from, to }: YearRange, [since, until, and]: [string, string, string]): string {
  if (from !== undefined && to !== undefined) return ` ${from} ${and} ${to}`;
  if (from !== undefined) return ` ${since} ${from}`;
  return to !== undefined ? ` ${until} ${to}` : '';
}

/** Creates the error for a call for which no source could be searched and nothing else was found. */
export function sourcesUnavailableError({ unavailable }: RetrievalResult): ServiceError {
  const names = (language: Language) => unavailable.map((source) => messages[language].sources[source]);
  return new ServiceError('upstream_unavailable', {
    detail: {
      en: `${names('en').join(' and ')} could not be reached, and nothing else was found; this says nothing about the evidence. Try again later.`,
      zh: `未能连接${names('zh').join('、')}，也未找到其他文献；这并不代表没有相关证据。请稍后再试。`,
    },
  });
}
