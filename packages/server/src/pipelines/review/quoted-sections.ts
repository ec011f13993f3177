import type { Language } from '@citewell/sdk';
import { neutralQuote } from '../../evidence/neutral-quote.ts';
import { sentenceKind } from '../../evidence/sentence-kind.ts';
import type { Study } from './studies.ts';
import type { Theme } from './themes.ts';
import type { Unit } from './units.ts';
import { reviewWords } from './words.ts';

const backgroundMax = 4;
const conclusionMax = 3;

/** A sentence as it stands in its abstract, with its mark. */
export function quoted(unit: Unit, language: Language): string {
  const text = neutralQuote(unit.text).replace(/\s+/g, ' ').trim();
  return `${reviewWords[language].quote(text)} [${unit.id}]`;
}

/** What was known before, in the words of the records. */
export function quotedBackground(units: readonly Unit[], language: Language): string {
  const list = units.filter(({ role }) => role === 'background').slice(0, backgroundMax);
  if (list.length === 0)
    return language === 'zh'
      ? '所纳入的摘要没有可摘录的背景陈述。'
      : 'No sentence of the abstracts included tells what was known before.';
  return list.map((unit) => `- ${quoted(unit, language)}`).join('\n');
}

/** A theme's findings, one list item a study, the strongest evidence first. */
export function quotedTheme(
  { units }: Theme,
  studies: ReadonlyMap<string, Study>,
  language: Language,
): string {
  const say = reviewWords[language];
  const byStudy = [...Map.groupBy(units, ({ article }) => article.pmid)];
  const level = (pmid: string) => studies.get(pmid)?.trust.evidence_level ?? 6;
  return byStudy
    .sort(([one], [other]) => level(one) - level(other))
    .map(([pmid, own]) => {
      const study = studies.get(pmid);
      const design = study?.trust.design ? say.designs[study.trust.design] : say.noDesign;
      const size = study?.trust.sample_size ? `n = ${study.trust.sample_size.n}` : '';
      const facts = [study?.article.year, size].filter(Boolean).join(', ');
      const quotes = own
        .toSorted((one, other) => one.start - other.start)
        .map((unit) => quoted(unit, language))
        .join(' ');
      return language === 'zh'
        ? `- ${design}${facts ? `（${facts}）` : ''}：${quotes}`
        : `- ${design}${facts ? ` (${facts})` : ''}: ${quotes}`;
    })
    .join('\n');
}

/** What the strongest studies conclude, in their words; where none concludes, what they found. */
export function quotedConclusion(
  units: readonly Unit[],
  studies: ReadonlyMap<string, Study>,
  language: Language,
): string {
  const all = conclusionsOf(units, studies);
  const concluding = all.filter(concludes);
  const zh = language === 'zh';
  const lead =
    concluding.length > 0
      ? zh
        ? '证据级别最高的研究得出以下结论（逐字摘录）：'
        : 'The studies of the strongest designs conclude, word for word:'
      : zh
        ? '所纳入的摘要没有可摘录的结论；证据级别最高的研究有以下结果（逐字摘录）：'
        : 'No abstract included has a conclusion to quote; the studies of the strongest designs found, word for word:';
  const list = (concluding.length > 0 ? concluding : all).slice(0, conclusionMax);
  return [lead, '', ...list.map((unit) => `- ${quoted(unit, language)}`)].join('\n');
}

/** One concluding sentence a study, the strongest designs first. */
export function conclusionsOf(units: readonly Unit[], studies: ReadonlyMap<string, Study>): Unit[] {
  const findings = units.filter(({ role }) => role === 'finding');
  const byStudy = [...Map.groupBy(findings, ({ article }) => article.pmid).values()];
  const level = ({ article }: Unit) => studies.get(article.pmid)?.trust.evidence_level ?? 6;
  return byStudy
    .flatMap((own) => own.find(concludes) ?? own[0] ?? [])
    .map((unit, at) => ({ unit, at }))
    .sort((one, other) => level(one.unit) - level(other.unit) || one.at - other.at)
    .map(({ unit }) => unit);
}

function concludes({ label, text }: Unit): boolean {
  return sentenceKind(label, text, 0, 1) === 'conclusion';
}

/** The structured abstract by code: counts, and the quotation of the strongest conclusion. */
export function quotedAbstract({
  topic,
  language,
  themes,
  studies,
  units,
  conflicting,
}: {
  topic: string;
  language: Language;
  themes: readonly Theme[];
  studies: ReadonlyMap<string, Study>;
  units: readonly Unit[];
  conflicting: number;
}): string {
  const { abstractParts: part } = reviewWords[language];
  const [strongest] = conclusionsOf(units, studies);
  const plain = neutralQuote(topic).replace(/\s+/g, ' ').trim();
  const names = themes.map(({ heading }) => heading);
  const designs = designCounts([...studies.values()], language);
  const lines =
    language === 'zh'
      ? [
          `**${part.background}** 主题：${plain}。`,
          `**${part.methods}** 检索文献数据库，按规则筛选标题和摘要，逐字摘录并归类。本综述不作综合归纳。`,
          `**${part.results}** 纳入 ${studies.size} 项研究（${designs}），归为 ${names.length} 个方面：${names.join('；')}。其中 ${conflicting} 个方面的结果相互矛盾。`,
          ...(strongest ? [`**${part.conclusion}** ${quoted(strongest, language)}`] : []),
        ]
      : [
          `**${part.background}** Topic: ${plain}${/[?.]$/.test(plain) ? '' : '.'}`,
          `**${part.methods}** Literature databases were searched; titles and abstracts were screened by rules; findings were quoted word for word and grouped. Nothing was synthesised.`,
          `**${part.results}** ${studies.size} ${studies.size === 1 ? 'study was' : 'studies were'} included (${designs}), in ${names.length} ${names.length === 1 ? 'theme' : 'themes'}: ${names.join('; ')}. Findings conflict in ${conflicting} of them.`,
          ...(strongest ? [`**${part.conclusion}** ${quoted(strongest, language)}`] : []),
        ];
  return lines.join('\n\n');
}

/** "2 randomized trials, 1 cohort study" by design, most frequent first. */
export function designCounts(studies: readonly Study[], language: Language): string {
  const say = reviewWords[language];
  const named = Map.groupBy(studies, ({ trust }) =>
    trust.design ? say.designs[trust.design] : say.noDesign,
  );
  return [...named]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([name, list]) =>
      language === 'zh' ? `${name} ${list.length}` : `${name.toLowerCase()} ${list.length}`,
    )
    .join(language === 'zh' ? '、' : ', ');
}
