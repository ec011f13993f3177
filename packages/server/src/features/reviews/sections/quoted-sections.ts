import type { Language } from '@citewell/sdk';
import { escapeCitationMarkers } from '@citewell/sdk/citation-markers';
import { sentenceKind } from '../../../literature/ranking/sentence-kind.ts';
import { byPmid, type EvidenceBase } from '../gathering/evidence-base.ts';
import type { Conflict } from '../studies/conflicts.ts';
import { authorsOf, type Study, sizeOf } from '../studies/studies.ts';
import { namesOf, type Theme } from '../studies/themes.ts';
import { quoted, quotedList } from './quotation.ts';
import type { Unit } from './units.ts';
import { reviewWords } from './words.ts';

const backgroundMax = 4;
const conclusionMax = 3;

/** What was known before, in the words of the records. */
export function quotedBackground(units: readonly Unit[], language: Language): string {
  const list = quotedList(
    units.filter(({ role }) => role === 'background'),
    language,
  ).slice(0, backgroundMax);
  if (list.length === 0)
    return language === 'zh'
      ? '所纳入的摘要没有可摘录的背景陈述。'
      : 'No sentence of the abstracts included tells what was known before.';
  return list.join('\n');
}

/** A theme's findings, one list item a study, the strongest evidence first. */
export function quotedTheme(
  { units }: Theme,
  studies: ReadonlyMap<string, Study>,
  language: Language,
): string {
  const byStudy = [...Map.groupBy(units, ({ article }) => article.pmid)];
  const level = (pmid: string) => studies.get(pmid)?.trust.evidence_level ?? 6;
  return byStudy
    .sort(([one], [other]) => level(one) - level(other))
    .map(([pmid, own]) => {
      const study = studies.get(pmid);
      const quotes = own
        .toSorted((one, other) => one.start - other.start)
        .map((unit) => quoted(unit, language))
        .join(language === 'zh' ? '；' : ' ');
      return `- ${study ? citedAs(study, language) : ''}${quotes}`;
    })
    .join('\n');
}

/** "Doe J et al. (2021, randomized trial, n = 480): ": who found what follows, and how far it may be trusted. */
function citedAs(study: Study, language: Language): string {
  const { article, trust } = study;
  const size = sizeOf(study);
  const design = trust.design && reviewWords[language].designs[trust.design];
  const facts = [
    article.year,
    language === 'en' ? design?.toLowerCase() : design,
    size && `n = ${size.toLocaleString('en-US')}`,
  ].filter(Boolean);
  return language === 'zh'
    ? `${authorsOf(article, language)}（${facts.join('，')}）：`
    : `${authorsOf(article, language)} (${facts.join(', ')}): `;
}

/** What the strongest studies conclude, in their words; where none concludes, what they found. */
export function quotedConclusion(
  units: readonly Unit[],
  studies: ReadonlyMap<string, Study>,
  language: Language,
): string {
  const concluding = strongestConclusions(units, studies);
  const zh = language === 'zh';
  const lead =
    concluding.length > 0
      ? zh
        ? '证据级别最高的研究得出以下结论（逐字摘录）：'
        : 'The studies of the strongest designs conclude, word for word:'
      : zh
        ? '所纳入的摘要没有可摘录的结论；证据级别最高的研究有以下结果（逐字摘录）：'
        : 'No abstract included has a conclusion to quote; the studies of the strongest designs found, word for word:';
  const list = concluding.length > 0 ? concluding : conclusionsOf(units, studies).slice(0, conclusionMax);
  return [lead, '', ...quotedList(list, language)].join('\n');
}

/** The concluding sentences that the conclusion quotes. */
function strongestConclusions(units: readonly Unit[], studies: ReadonlyMap<string, Study>): Unit[] {
  return conclusionsOf(units, studies).filter(concludes).slice(0, conclusionMax);
}

/** The themes without what the conclusion quotes, so that no sentence stands twice; no theme is left empty by it. */
export function besideConclusion(
  themes: readonly Theme[],
  units: readonly Unit[],
  studies: ReadonlyMap<string, Study>,
): Theme[] {
  const taken = new Set(strongestConclusions(units, studies));
  return themes.map((theme) => {
    const left = theme.units.filter((unit) => !taken.has(unit));
    return left.length > 0 ? { ...theme, units: left } : theme;
  });
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
export function quotedAbstract(
  { request, scope: { language }, themes, units, conflicts, ...base }: EvidenceBase,
  methods: string,
): string {
  const { abstractParts: part } = reviewWords[language];
  const studies = byPmid(base.studies);
  const [strongest] = strongestConclusions(units, studies);
  const concluding = strongest
    ? quoted(strongest, language)
    : language === 'zh'
      ? '所纳入的摘要没有可摘录的结论。'
      : 'No abstract included has a conclusion to quote.';
  const plain = escapeCitationMarkers(request.question).replace(/\s+/g, ' ').trim();
  const names = namesOf(themes);
  const designs = designCounts(base.studies, language);
  const agreement = studies.size === 1 ? '' : disagreement(names, conflicts, language);
  const lines =
    language === 'zh'
      ? [
          `**${part.background}** 主题：${plain.replace(/[。.]$/, '')}${/[？?！!]$/.test(plain) ? '' : '。'}`,
          `**${part.methods}** ${methods}`,
          `**${part.results}** 纳入 ${studies.size} 项研究（${designs}）${names.length > 0 ? `，涉及以下方面：${names.join('；')}` : ''}。${agreement}`,
          `**${part.conclusion}** ${concluding}`,
        ]
      : [
          `**${part.background}** Topic: ${plain}${/[?.!]$/.test(plain) ? '' : '.'}`,
          `**${part.methods}** ${methods}`,
          `**${part.results}** ${studies.size} ${studies.size === 1 ? 'study was' : 'studies were'} included (${designs})${names.length > 0 ? `, on: ${names.join('; ')}` : ''}. ${agreement}`.trim(),
          `**${part.conclusion}** ${concluding}`,
        ];
  return lines.join('\n\n');
}

/** Where studies disagree, by the themes that have a name of their own. */
function disagreement(themes: readonly string[], conflicts: readonly Conflict[], language: Language): string {
  const zh = language === 'zh';
  if (conflicts.length === 0)
    return zh ? '未发现方向相反的结果。' : 'No findings in opposite directions were seen.';
  const named = themes.filter((name) => conflicts.some(({ theme }) => theme === name));
  if (named.length === 0) return zh ? '部分研究结果不一致。' : 'Some findings of the studies disagree.';
  return zh ? `以下方面的研究结果不一致：${named.join('；')}。` : `Studies disagree on: ${named.join('; ')}.`;
}

/** "2 randomized trials, 1 cohort study": most frequent first, those of no stated design last. */
export function designCounts(studies: readonly Study[], language: Language): string {
  return [...Map.groupBy(studies, ({ trust }) => trust.design)]
    .sort(([one, own], [other, others]) =>
      one === null ? 1 : other === null ? -1 : others.length - own.length,
    )
    .map(([design, { length }]) => reviewWords[language].designCount(length, design))
    .join(language === 'zh' ? '、' : ', ');
}
