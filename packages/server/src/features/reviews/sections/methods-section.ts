import { counted } from '@citewell/core/text/counted.ts';
import type { Language } from '@citewell/sdk';
import { escapeCitationMarkers } from '@citewell/sdk/citation-markers';
import { sexesInWords } from '../../../literature/query/question-hints.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import type { PaperReadings } from '../../../retrieval/full-text/add-full-texts.ts';
import { populationNames } from '../../../retrieval/population-gate.ts';
import { messages, sourceNotes } from '../../../retrieval/progress-messages.ts';
import type { RetrievalResult } from '../../../retrieval/retrieval-result.ts';
import type { ReviewRequest } from '../gathering/request.ts';
import type { Scope } from '../gathering/scope.ts';
import type { Flow } from '../gathering/screening/screen.ts';

export type MethodsInput = {
  request: ReviewRequest;
  scope: Scope;
  found: Pick<RetrievalResult, 'searched' | 'unavailable' | 'notAsked' | 'shortfalls' | 'busy'>;
  flow: Flow;
  themes: readonly string[];
  /** Full texts that were read; absent if none was looked for. */
  readings?: PaperReadings;
  /** Name of the writer; undefined if the review quotes. */
  writer: string | undefined;
};

/** Lines above the searches and above the counts of the flow. */
export const methodsWords: Record<Language, { searches: string; selection: string }> = {
  en: { searches: 'Searches', selection: 'Selection' },
  zh: { searches: '检索', selection: '筛选' },
};

/** Writes how the evidence was searched and selected, from the run's own record and without a model. */
export function methodsSection(input: MethodsInput): string {
  return input.scope.language === 'zh' ? inChinese(input) : inEnglish(input);
}

/** Summarizes the methods in a sentence or two, for the abstract. */
export function methodsInBrief(
  {
    scope: { language },
    found: { searched, unavailable },
    flow,
    readings,
  }: Pick<MethodsInput, 'scope' | 'found' | 'flow' | 'readings'>,
  writer: string | undefined,
): string {
  const sources = [...new Set(searched.map(({ source }) => messages[language].sources[source]))];
  const failed = [...new Set(unavailable)].map((source) => messages[language].sources[source]);
  const date = isoTime(Math.max(...searched.map(({ at }) => at))).slice(0, 10);
  const { screened, included } = flow;
  const texts = readings?.size ?? 0;
  if (language === 'zh')
    return `${date} 检索${/^\p{Script=Han}/u.test(sources[0] ?? '') ? '' : ' '}${sources.join('、')}；${failed.length > 0 ? `未能连接${/^\p{Script=Han}/u.test(failed[0] ?? '') ? '' : ' '}${failed.join('、')}；` : ''}按规则筛选 ${screened} 条记录的标题和摘要，纳入 ${included} 篇，${texts > 0 ? `并查阅了其中 ${texts} 篇的开放获取全文` : '未阅读全文'}。${writer ? '正文仅依据所摘句子撰写，凡带引用的句子均经核查。' : '研究结果为逐字摘录并归类，未作综合归纳。'}`;
  return `${sentenceCase(new Intl.ListFormat('en-GB').format(sources))} ${sources.length === 1 ? 'was' : 'were'} searched on ${date}.${failed.length > 0 ? ` ${sentenceCase(new Intl.ListFormat('en-GB').format(failed))} could not be reached.` : ''} Of ${screened} records screened by title and abstract, rules included ${included}. ${texts > 0 ? `The open-access full ${texts === 1 ? 'text of 1 of them was' : `texts of ${texts} of them were`} read for ${texts === 1 ? 'its' : 'their'} results.` : 'Full texts were not read.'} ${writer ? 'The text was written from quoted sentences only, and every sentence with a citation was checked.' : 'Findings were quoted word for word and grouped, without synthesis.'}`;
}

function sentenceCase(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function searches(found: MethodsInput['found'], language: Language, heading: string): string[] {
  const queries = queriesOf(found, language);
  return queries.length > 0 ? [heading, '', ...queries] : [];
}

/** Counts the records that match the searches, each search once; never fewer than the sources returned. */
export function matchedBy({ searched }: Pick<RetrievalResult, 'searched'>, identified: number): number {
  const totals = new Map(searched.map(({ source, query, total }) => [`${source} ${query}`, total]));
  return Math.max(
    identified,
    [...totals.values()].reduce((sum, total) => sum + total, 0),
  );
}

/** Returns each distinct query once, with the time of its first answer. */
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

/**
 * Lists the concepts of the queries; Chinese terms, which only a library of Chinese records understands, if there are
 * no others.
 */
function searchedConcepts({ query: { concepts, hanConcepts, text } }: Scope): readonly string[] {
  if (concepts.length > 0) return concepts;
  return hanConcepts.length > 0 ? hanConcepts : [text];
}

const children: ReadonlySet<string> = new Set(['Child', 'Adolescent']);
/** Names of children of one sex, by its heading. */
const childrenOfSex: Readonly<Record<string, Record<Language, string>>> = {
  Female: { en: 'girls', zh: '女孩' },
  Male: { en: 'boys', zh: '男孩' },
};

/** States whom the records must have studied, and what the topic says of its people that they were not checked for. */
function statePeople({ query: { populations, text, absent = [] } }: Scope, language: Language): string {
  const sexes = sexesInWords(text);
  const names = populations.some((heading) => children.has(heading))
    ? [
        ...populationNames(populations, language),
        ...sexes.flatMap((sex) => childrenOfSex[sex]?.[language] ?? []),
      ]
    : populationNames([...populations, ...sexes], language);
  const quoted = (isChecked: boolean) =>
    absent
      .filter(({ wordings }) => wordings.length > 0 === isChecked)
      .map(({ words }) => `“${escapeCitationMarkers(words)}”`);
  const [checked, unchecked] = [quoted(true), quoted(false)];
  if (language === 'zh')
    return [
      names.length > 0 ? `人群：${names.join('、')}。` : '',
      checked.length > 0 ? `仅纳入自身说明了${checked.join('、')}的文献。` : '',
      unchecked.length > 0 ? `${unchecked.join('、')}未作筛选：规则无法判断。` : '',
    ].join('');
  return [
    names.length > 0 ? ` Population: ${names.join(', ')}.` : '',
    checked.length > 0 ? ` Only records whose participants are described as: ${checked.join(', ')}.` : '',
    unchecked.length > 0
      ? ` Not checked, because the rules cannot determine it: ${unchecked.join(', ')}.`
      : '',
  ].join('');
}

/** Formats a query as code, so that its asterisks and brackets are shown as sent. */
function code(query: string): string {
  return `\`${escapeCitationMarkers(query).replaceAll('`', "'").replace(/\s+/g, ' ')}\``;
}

function inEnglish({ request, scope, found, flow, themes, writer, readings }: MethodsInput): string {
  const texts = readings?.size ?? 0;
  const { excluded } = flow;
  const { from, to } = scope.query.years;
  const matched = matchedBy(found, flow.identified);
  const names = (sources: readonly (keyof typeof messages.en.sources)[]) =>
    [...new Set(sources)].map((source) => messages.en.sources[source]).join(', ');
  const lines = [
    `This review was generated automatically from titles and abstracts${texts > 0 ? `, and from the results of ${counted(texts, 'open-access full text')}` : '; full texts were not read'}. The topic was searched as: ${searchedConcepts(scope).join('; ')}.${statePeople(scope, 'en')}`,
    ...(scope.broad && flow.excluded.beyondLimit > 0 ? ['', broadEnglish(flow, themes)] : []),
    '',
    `Years: ${from || to ? `${from ?? 'any'} to ${to ?? 'any'}` : 'any'}. Category: ${request.category ? request.category.id : 'none'}. Maximum number of references: ${request.maxReferences}.`,
    '',
    ...searches(found, 'en', `**${methodsWords.en.searches}**`),
    ...(found.unavailable.length > 0
      ? ['', `Could not be reached: ${names(found.unavailable)}. Relevant records may well exist there.`]
      : []),
    ...sourceNotes({ ...found, unavailable: [] }, 'en').flatMap((note) => ['', note]),
    ...(found.notAsked.length > 0 && scope.query.hanConcepts.length > 0
      ? [
          '',
          `Not searched, because no word of the topic could be translated into English: ${names(found.notAsked)}.`,
        ]
      : []),
    '',
    `**${methodsWords.en.selection}**`,
    '',
    `- Records identified: ${flow.identified}${matched > flow.identified ? ` (the highest ranked of ${matched.toLocaleString('en-US')} that match the searches; no others were retrieved)` : ''}`,
    `- Duplicates removed: ${flow.duplicates}`,
    `- Records screened by title and abstract: ${flow.screened}`,
    ...reasons([
      ['at the caller’s request', excluded.asked],
      ['outside the years searched', excluded.years],
      ['retracted', excluded.retracted],
      ['notices of a retraction or correction', excluded.notices],
      ['without an abstract', excluded.noAbstract],
      ['duplicates of another record', excluded.repeated],
      ['not recognized as relevant by the rules', excluded.offTopic],
      ['no result found on an outcome or another part that the topic names', excluded.otherOutcome],
      ['about people other than those the topic names', excluded.otherPeople],
      ['not stating that they studied the population named in the topic', excluded.peopleNotStated],
      ['laboratory studies, while the topic is about people', excluded.laboratory],
    ]).map(([reason, count]) => `- Excluded, ${reason}: ${count}`),
    ...(excluded.beyondLimit > 0
      ? [
          `- Ranked out, beyond the maximum number of references (not screened by anyone): ${excluded.beyondLimit}`,
        ]
      : []),
    `- Studies included: ${flow.included}`,
    '',
    flow.included === 0
      ? 'No records were left, so this review makes no statement about the evidence.'
      : writer
        ? `Rules ranked the records and chose the sentences; ${writer} wrote the text from these sentences only, and every sentence with a citation was compared with the abstract${texts > 0 ? ' or full text' : ''} it cites. There was no second reviewer, and risk of bias was not assessed.`
        : 'Rules ranked the records and chose and grouped the sentences. Statements about the evidence are quoted word for word, without synthesis. There was no second reviewer, and risk of bias was not assessed.',
  ];
  return lines.join('\n');
}

function broadEnglish({ excluded, included }: Flow, themes: readonly string[]): string {
  return `The topic is broad. Of ${counted(included + excluded.beyondLimit, 'record')} on it, the review was narrowed to the ${included} most relevant${themes.length > 0 ? `, with these themes: ${themes.join('; ')}` : ''}. A more specific topic gives a better review.`;
}

function inChinese({ request, scope, found, flow, themes, writer, readings }: MethodsInput): string {
  const texts = readings?.size ?? 0;
  const { excluded } = flow;
  const { from, to } = scope.query.years;
  const matched = matchedBy(found, flow.identified);
  const names = (sources: readonly (keyof typeof messages.zh.sources)[]) =>
    [...new Set(sources)].map((source) => messages.zh.sources[source]).join('、');
  const lines = [
    `本综述由程序根据标题和摘要${texts > 0 ? `以及 ${texts} 篇开放获取全文的结果部分生成` : '生成，未阅读全文'}。主题按下列概念检索：${searchedConcepts(scope).join('；')}。${statePeople(scope, 'zh')}`,
    ...(scope.broad && flow.excluded.beyondLimit > 0 ? ['', broadChinese(flow, themes)] : []),
    '',
    `年份：${from || to ? `${from ?? '不限'} 至 ${to ?? '不限'}` : '不限'}。学科分类：${request.category ? request.category.id : '无'}。参考文献上限：${request.maxReferences}。`,
    '',
    ...searches(found, 'zh', `**${methodsWords.zh.searches}**`),
    ...(found.unavailable.length > 0
      ? ['', `未能连接：${names(found.unavailable)}。其中可能还有相关文献。`]
      : []),
    ...sourceNotes({ ...found, unavailable: [] }, 'zh').flatMap((note) => ['', note]),
    ...(found.notAsked.length > 0 && scope.query.hanConcepts.length > 0
      ? ['', `未检索（主题中的词无法译成英文）：${names(found.notAsked)}。`]
      : []),
    '',
    `**${methodsWords.zh.selection}**`,
    '',
    `- 检出记录：${flow.identified}${matched > flow.identified ? `（检索共命中 ${matched.toLocaleString('en-US')} 条，仅查看其中排序最前者）` : ''}`,
    `- 去除重复：${flow.duplicates}`,
    `- 按标题和摘要筛选：${flow.screened}`,
    ...reasons([
      ['提问者要求排除', excluded.asked],
      ['不在年份范围内', excluded.years],
      ['已撤稿', excluded.retracted],
      ['撤稿或更正通知', excluded.notices],
      ['无摘要', excluded.noAbstract],
      ['与其他记录重复', excluded.repeated],
      ['规则未识别为符合主题', excluded.offTopic],
      ['未找到主题所问结局或其他部分的结果', excluded.otherOutcome],
      ['研究人群不符', excluded.otherPeople],
      ['未说明研究了主题所指人群', excluded.peopleNotStated],
      ['实验室研究，而主题针对人', excluded.laboratory],
    ]).map(([reason, count]) => `- 排除（${reason}）：${count}`),
    ...(excluded.beyondLimit > 0
      ? [`- 按相关性排序落选（超出参考文献上限，未经任何人筛选）：${excluded.beyondLimit}`]
      : []),
    `- 纳入研究：${flow.included}`,
    '',
    flow.included === 0
      ? '没有可依据的文献，因此未对证据作任何陈述。'
      : writer
        ? `文献排序和句子选取按规则进行；正文由 ${writer} 仅根据这些句子撰写，凡带引用的句子均对照所引摘要${texts > 0 ? '或全文' : ''}核查。未经第二人筛选，也未评价偏倚风险。`
        : '文献排序、句子选取和归类均按规则进行。对证据的陈述为逐字摘录，未作综合归纳。未经第二人筛选，也未评价偏倚风险。',
  ];
  return lines.join('\n');
}

function broadChinese({ excluded, included }: Flow, themes: readonly string[]): string {
  return `该主题较宽泛。在 ${included + excluded.beyondLimit} 条相关记录中，本综述限于最相关的 ${included} 篇${themes.length > 0 ? `，并限于以下方面：${themes.join('；')}` : ''}。主题越具体，综述越好。`;
}

function reasons(all: readonly [string, number][]): readonly [string, number][] {
  return all.filter(([, count]) => count > 0);
}
