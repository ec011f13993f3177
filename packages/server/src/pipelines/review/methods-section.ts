import type { Language } from '@citewell/sdk';
import { neutralQuote } from '../../evidence/neutral-quote.ts';
import { isoTime } from '../../text/iso-time.ts';
import { messages } from '../messages.ts';
import type { Found } from '../retrieve.ts';
import type { ReviewRequest } from './request.ts';
import type { Scope } from './scope.ts';
import type { Flow } from './screen.ts';

export type MethodsInput = {
  request: ReviewRequest;
  scope: Scope;
  found: Pick<Found, 'searched' | 'unavailable' | 'notAsked'>;
  flow: Flow;
  themes: readonly string[];
  /** The writer's name; undefined where the review quotes. */
  writer: string | undefined;
};

/** How the evidence was searched and chosen, from the run's own record: no word of it is a model's. */
export function methodsSection(input: MethodsInput): string {
  return input.scope.language === 'zh' ? inChinese(input) : inEnglish(input);
}

/** Equal queries of equal searches once, with the time they were first answered. */
function queriesOf({ searched }: MethodsInput['found'], language: Language): string[] {
  const seen = new Set<string>();
  return searched.flatMap(({ source, query, total, at }) => {
    const key = `${source} ${query}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const name = messages[language].sources[source];
    const date = isoTime(at).slice(0, 10);
    const count = total.toLocaleString('en-US');
    return [
      language === 'zh'
        ? `- ${name}（${date}）：${code(query)}，命中 ${count} 条`
        : `- ${name} (${date}): ${code(query)}, ${count} ${total === 1 ? 'record' : 'records'}`,
    ];
  });
}

/** A query as code, so that its stars and brackets are read as they were sent. */
function code(query: string): string {
  return `\`${neutralQuote(query).replaceAll('`', "'").replace(/\s+/g, ' ')}\``;
}

function inEnglish({ request, scope, found, flow, themes, writer }: MethodsInput): string {
  const { excluded } = flow;
  const { from, to } = scope.query.years;
  const names = (sources: readonly (keyof typeof messages.en.sources)[]) =>
    [...new Set(sources)].map((source) => messages.en.sources[source]).join(', ');
  const lines = [
    `This review was made by a program from titles and abstracts; full texts were not read. The topic was searched as: ${[...scope.query.concepts].join('; ') || scope.query.text}.`,
    ...(scope.broad ? ['', broadEnglish(scope, flow, themes)] : []),
    '',
    `Years: ${from || to ? `${from ?? 'any'} to ${to ?? 'any'}` : 'any'}. Category: ${request.category ? request.category.id : 'none'}. References at most: ${request.maxReferences}.`,
    '',
    '**Searches**',
    '',
    ...queriesOf(found, 'en'),
    ...(found.unavailable.length > 0
      ? ['', `Could not be reached: ${names(found.unavailable)}. What is missing here may well exist there.`]
      : []),
    ...(found.notAsked.length > 0
      ? [
          '',
          `Not searched, because no word of the topic could be put into English: ${names(found.notAsked)}.`,
        ]
      : []),
    '',
    '**Selection**',
    '',
    `- Records identified: ${flow.identified}`,
    `- Duplicates removed: ${flow.duplicates}`,
    `- Records screened by title and abstract: ${flow.screened}`,
    ...reasons([
      ['put aside by the asker', excluded.asked],
      ['outside the years', excluded.years],
      ['retracted', excluded.retracted],
      ['notices of a retraction or correction', excluded.notices],
      ['without an abstract', excluded.noAbstract],
      ['repeating another record', excluded.repeated],
      ['not speaking of the topic', excluded.offTopic],
      ['fitting the topic less well than the number of references allows', excluded.beyondLimit],
    ]).map(([reason, count]) => `- Excluded, ${reason}: ${count}`),
    `- Studies included: ${flow.included}`,
    '',
    writer
      ? `Records were ranked and sentences chosen by rules; the text was written by ${writer} from these sentences alone, and every sentence that cites was compared with the abstract it cites. Nobody screened the records a second time, and no risk of bias was assessed.`
      : 'Records were ranked, sentences chosen and grouped by rules. What is said of the evidence is quoted word for word; nothing was synthesised. Nobody screened the records a second time, and no risk of bias was assessed.',
  ];
  return lines.join('\n');
}

function broadEnglish({ read }: Scope, { screened, included }: Flow, themes: readonly string[]): string {
  const focus = read?.focus ? ` It was read as: ${read.focus.replace(/[.\s]+$/, '')}.` : '';
  return `The topic is broad.${focus} Of ${screened} records the review was narrowed to the ${included} that fit it best${themes.length > 0 ? `, and to these themes: ${themes.join('; ')}` : ''}. A more specific topic gives a better review.`;
}

function inChinese({ request, scope, found, flow, themes, writer }: MethodsInput): string {
  const { excluded } = flow;
  const { from, to } = scope.query.years;
  const names = (sources: readonly (keyof typeof messages.zh.sources)[]) =>
    [...new Set(sources)].map((source) => messages.zh.sources[source]).join('、');
  const lines = [
    `本综述由程序根据标题和摘要生成，未阅读全文。主题按下列概念检索：${[...new Set([...scope.query.hanConcepts, ...scope.query.concepts])].join('；') || scope.query.text}。`,
    ...(scope.broad ? ['', broadChinese(scope, flow, themes)] : []),
    '',
    `年份：${from || to ? `${from ?? '不限'} 至 ${to ?? '不限'}` : '不限'}。类别：${request.category ? request.category.id : '无'}。参考文献上限：${request.maxReferences}。`,
    '',
    '**检索**',
    '',
    ...queriesOf(found, 'zh'),
    ...(found.unavailable.length > 0
      ? ['', `未能连接：${names(found.unavailable)}。此处未列出的内容仍可能存在于其中。`]
      : []),
    ...(found.notAsked.length > 0
      ? ['', `未检索（主题中的词无法译成英文）：${names(found.notAsked)}。`]
      : []),
    '',
    '**筛选**',
    '',
    `- 检出记录：${flow.identified}`,
    `- 去除重复：${flow.duplicates}`,
    `- 按标题和摘要筛选：${flow.screened}`,
    ...reasons([
      ['提问者要求排除', excluded.asked],
      ['不在年份范围内', excluded.years],
      ['已撤稿', excluded.retracted],
      ['撤稿或更正通知', excluded.notices],
      ['无摘要', excluded.noAbstract],
      ['与其他记录重复', excluded.repeated],
      ['与主题无关', excluded.offTopic],
      ['相关性较低，超出参考文献数目', excluded.beyondLimit],
    ]).map(([reason, count]) => `- 排除（${reason}）：${count}`),
    `- 纳入研究：${flow.included}`,
    '',
    writer
      ? `文献排序和句子选取按规则进行；正文由 ${writer} 仅根据这些句子撰写，凡带引用的句子均与所引摘要核对。未经第二人筛选，也未评价偏倚风险。`
      : '文献排序、句子选取和归类均按规则进行。对证据的陈述为逐字摘录，未作综合归纳。未经第二人筛选，也未评价偏倚风险。',
  ];
  return lines.join('\n');
}

function broadChinese({ read }: Scope, { screened, included }: Flow, themes: readonly string[]): string {
  const focus = read?.focus ? `理解为：${read.focus.replace(/[。.\s]+$/, '')}。` : '';
  return `该主题较宽泛。${focus}在 ${screened} 条记录中，本综述限于最相关的 ${included} 篇${themes.length > 0 ? `，并限于以下方面：${themes.join('；')}` : ''}。主题越具体，综述越好。`;
}

function reasons(all: readonly [string, number][]): readonly [string, number][] {
  return all.filter(([, count]) => count > 0);
}
