import type { Language } from '@citewell/sdk';
import { escapeCitationMarkers, renderEvidenceMarker } from '@citewell/sdk/citation-markers';
import { inlineLabel, labeledSentences } from '../../../literature/studies/abstract-sentences.ts';
import { studyLabel } from '../../../literature/studies/study-label.ts';
import { byPmid, type EvidenceBase } from '../gathering/evidence-base.ts';
import { namesOutcome } from '../gathering/topic-outcomes.ts';
import { listedName, namedOutcomes } from '../studies/named-outcomes.ts';
import { authorsOf, type Span, type Study, shownEffect } from '../studies/studies.ts';
import { namesOf, type Theme, withoutSmallThemes } from '../studies/themes.ts';
import { kindOfLead, reportsFigures, statesResult } from './conclusions.ts';
import type { EvidenceUnit } from './evidence-units.ts';
import { antecedentOf, complementaryResult, qualifyingConclusion } from './main-sentence.ts';
import { isNoFinding } from './no-finding.ts';
import { reportsOriginalResearch } from './original-research.ts';
import { quoted, quotedList } from './quotation.ts';
import { reviewWords } from './review-words.ts';

const backgroundMax = 4;
const conclusionMax = 3;
const mainFindingsMax = 3;
/** Characters of a sentence in an abstract. */
const sentenceMax = 320;

/** Writes the background in the words of the records. */
export function quotedBackground(units: readonly EvidenceUnit[], language: Language): string {
  const list = quotedList(
    units.filter(({ role }) => role === 'background'),
    language,
  ).slice(0, backgroundMax);
  if (list.length === 0)
    return language === 'zh'
      ? '所纳入的摘要没有可摘录的背景陈述。'
      : 'The included abstracts have no background statement that can be quoted.';
  return list.join('\n');
}

/** Lists a theme's findings, one item per study, the strongest evidence first. */
export function quotedTheme(
  { units }: Theme,
  studies: ReadonlyMap<string, Study>,
  language: Language,
): string {
  const quotable = units.filter(({ isContext }) => !isContext);
  const byStudy = [...Map.groupBy(quotable, ({ article }) => article.pmid)];
  const level = (pmid: string) => studies.get(pmid)?.trust.evidence_level ?? 6;
  return byStudy
    .sort(([one], [other]) => level(one) - level(other))
    .map(([pmid, own]) => {
      const study = studies.get(pmid);
      const quotes = own
        .toSorted((one, other) => isBeyond(one) - isBeyond(other) || one.start - other.start)
        .map((unit) => quoted(unit, language))
        .join(language === 'zh' ? '；' : ' ');
      return `- ${study ? citedAs(study, language) : ''}${quotes}`;
    })
    .join('\n');
}

/** Full-text statements follow those of the abstract. */
const isBeyond = ({ fullText }: EvidenceUnit): number => (fullText ? 1 : 0);

/**
 * Formats the lead "Doe J et al. Randomized trial, 480 adults, 2021: ", which says whose finding follows and how
 * reliable it is.
 */
function citedAs(
  { article, summary }: Study,
  language: Language,
  /** Kind of the sentence that follows, unless it is a conclusion. */
  kind?: ReturnType<typeof kindOfLead>,
): string {
  const authors = authorsOf(article, language);
  const label = studyLabel(summary, language).replace(/[:：]$/, '');
  const { leadKinds } = reviewWords[language];
  if (language === 'zh')
    return `${[authors, label].filter(Boolean).join('。')}${kind ? `（${leadKinds[kind]}）` : ''}：`;
  return `${label === '' ? authors : `${authors.replace(/\.$/, '')}. ${label}`}${kind ? ` (${leadKinds[kind]})` : ''}: `;
}

type Annotated = Pick<EvidenceBase, 'themes' | 'units' | 'studies' | 'scope'>;

/** Returns the themes with one leading sentence per study; a theme with one study is merged into the rest. */
export function annotatedThemes({ themes, units, studies, scope: { language } }: Annotated): Theme[] {
  const leads = new Set(conclusionsOf(units, byPmid(studies)));
  return withoutSmallThemes(
    themes.map((theme) => ({ ...theme, units: theme.units.filter((unit) => leads.has(unit)) })),
    language,
  );
}

/**
 * Writes the evidence as an annotated list by theme, each study once: its conclusion, then the sentence of its main
 * effect if that is a different one, then the additions from its full text.
 */
export function annotatedSections(base: Annotated): { heading: string; text: string }[] {
  const { units, studies, scope } = base;
  return annotatedThemes(base).map(({ heading, units: leading }) => ({
    heading,
    text: annotatedList(leading, units, studies, scope.language),
  }));
}

/** Lists one item per study, the strongest designs first. `leads` are their concluding sentences. */
export function annotatedList(
  leads: readonly EvidenceUnit[],
  units: readonly EvidenceUnit[],
  studies: readonly Study[],
  language: Language,
): string {
  const of = byPmid(studies);
  const level = ({ article }: EvidenceUnit) => of.get(article.pmid)?.trust.evidence_level ?? 6;
  return leads
    .toSorted((one, other) => level(one) - level(other))
    .map((first) => {
      const study = of.get(first.article.pmid);
      const { lead, kind } = leadOf(first, study);
      const instead = insteadOfQuotation(kind, language);
      const main =
        study &&
        (study.statedEffect ??
          shownEffect(study.effects)?.span ??
          study.effects.find(({ isOffTopic }) => !isOffTopic)?.span);
      const isIn = ({ start, end }: { start: number; end: number }) =>
        main !== undefined && start <= main.start && main.end <= end;
      const effect = !main || isIn(lead) ? undefined : effectUnit(lead, main, units, study);
      const primary = primaryOf(lead, study);
      const other = !study
        ? undefined
        : (antecedentOf(lead, study.article) ??
          (kind === 'result'
            ? complementaryResult(lead, study.article)
            : kind === 'conclusion'
              ? qualifyingConclusion(lead, study.article)
              : undefined));
      const both = other ? [lead, { ...lead, ...other }] : [lead];
      const quotes = [
        instead
          ? `${instead}${reviewWords[language].beforeMarker}${renderEvidenceMarker(lead.id)}`
          : both
              .toSorted((one, next) => one.start - next.start)
              .map((unit) => quoted(unit, language))
              .join(language === 'zh' ? '；' : ' '),
        ...(effect && effect.start !== other?.start ? [quoted(effect, language)] : []),
        ...(primary && !isWithin(primary, effect) && kind !== 'protocol' ? [quoted(primary, language)] : []),
        ...units
          .filter(
            ({ article, fullText, isContext }) =>
              fullText && !isContext && article.pmid === lead.article.pmid,
          )
          .map((unit) => quoted(unit, language)),
      ];
      const label = kind === 'conclusion' || instead ? undefined : (kind as ReturnType<typeof kindOfLead>);
      return `- ${study ? citedAs(study, language, label) : ''}${quotes.join(language === 'zh' ? '；' : ' ')}`;
    })
    .join('\n');
}

/** Returns the text that replaces a quotation for a paper without a finding. */
function insteadOfQuotation(kind: ReturnType<typeof leadOf>['kind'], language: Language): string | undefined {
  if (kind === 'protocol') return reviewWords[language].isProtocol;
  return kind === 'none' ? reviewWords[language].noFinding : undefined;
}

/** Returns the sentence of an effect, or the two that state it, by the marker of its paper. */
function effectUnit(
  lead: EvidenceUnit,
  main: Span,
  units: readonly EvidenceUnit[],
  study: Study | undefined,
): EvidenceUnit | undefined {
  const isIn = ({ start, end }: { start: number; end: number }) => start <= main.start && main.end <= end;
  const sentence =
    main.field === 'abstract' && study ? labeledSentences(study.article).find(isIn) : undefined;
  const isSeveral = main.field === 'abstract' && !sentence;
  return (
    units.find((unit) => !unit.fullText && unit.article.pmid === lead.article.pmid && isIn(unit)) ??
    (isSeveral ? { ...lead, text: `${main.text}.`, start: main.start, end: main.end } : undefined)
  );
}

/** Returns the result on the primary outcome without which a study's conclusion would mislead, unless `unit` is it. */
function primaryOf(unit: EvidenceUnit, study: Study | undefined): EvidenceUnit | undefined {
  const primary = study?.primaryResult;
  return primary && !isWithin({ ...unit, ...primary }, unit) ? { ...unit, ...primary } : undefined;
}

function isWithin(unit: EvidenceUnit, other: EvidenceUnit | undefined): boolean {
  return other !== undefined && other.start <= unit.start && unit.end <= other.end;
}

/** Returns true for a record that reports the work of others, and not a study or a synthesis. */
function isNarrative({ article, summary: { kind } }: Study): boolean {
  return kind === 'review' || kind === 'opinion' || (kind === undefined && !reportsOriginalResearch(article));
}

/**
 * Returns the sentence that represents a paper, with its kind; one that neither concludes nor reports is replaced by
 * the paper's aim.
 */
function leadOf(
  lead: EvidenceUnit,
  study: Study | undefined,
): { lead: EvidenceUnit; kind: 'conclusion' | 'protocol' | 'none' | ReturnType<typeof kindOfLead> } {
  if (study?.summary.kind === 'protocol') return { lead, kind: 'protocol' };
  if (lead.concludes) return { lead, kind: 'conclusion' };
  // That there was no difference on the primary outcome comes before every other result.
  const primary = primaryOf(lead, study);
  if (primary) return { lead: primary, kind: 'result' };
  const isOfOthers = study && isNarrative(study);
  if (lead.isMainResult && !isOfOthers) return { lead, kind: 'result' };
  const own = kindOfLead(lead);
  const kind = own === 'result' && isOfOthers ? 'excerpt' : own;
  const result =
    kind === 'result' && study && !statesResult(lead)
      ? labeledSentences(study.article).findLast(
          (sentence) => statesResult(sentence) && !isNoFinding(sentence.text),
        )
      : undefined;
  if (result) return { lead: { ...lead, ...result }, kind };
  const aim =
    study && (kind === 'excerpt' || (kind === 'aim' && isOfOthers))
      ? labeledSentences(study.article).find(
          ({ label, text }) => kindOfLead({ ...(label && { label }), text }) === 'aim',
        )
      : undefined;
  if (aim) return { lead: { ...lead, ...aim }, kind: 'aim' };
  return { lead, kind: kind !== 'aim' && isNoFinding(lead.text) ? 'none' : kind };
}

/** Writes the conclusions of the strongest studies in their words; if none concludes, their findings. */
export function quotedConclusion(
  units: readonly EvidenceUnit[],
  studies: ReadonlyMap<string, Study>,
  language: Language,
): string {
  const concluding = strongestConclusions(units, studies);
  const zh = language === 'zh';
  const lead =
    concluding.length > 0
      ? zh
        ? '证据级别最高的研究得出以下结论（逐字摘录）：'
        : 'The studies with the strongest designs conclude, word for word:'
      : zh
        ? '所纳入的摘要没有可摘录的结论；证据级别最高的研究有以下结果（逐字摘录）：'
        : 'None of the included abstracts has a conclusion that can be quoted; the studies with the strongest designs found, word for word:';
  const list =
    concluding.length > 0
      ? concluding
      : conclusionsOf(units, studies)
          .filter(({ text }) => !isNoFinding(text))
          .slice(0, conclusionMax);
  return [
    lead,
    '',
    ...quotedList(
      list.flatMap((unit) => wholeOf(unit, studies)),
      language,
    ),
  ].join('\n');
}

/** Returns a sentence with those of its paper without which it would mislead, in their order. */
function wholeOf(unit: EvidenceUnit, studies: ReadonlyMap<string, Study>): EvidenceUnit[] {
  const study = studies.get(unit.article.pmid);
  const other =
    study &&
    (antecedentOf(unit, study.article) ??
      (unit.concludes ? qualifyingConclusion(unit, study.article) : undefined));
  const primary = primaryOf(unit, study);
  return [...(primary ? [primary] : []), unit, ...(other ? [{ ...unit, ...other }] : [])].toSorted(
    (one, next) => one.start - next.start,
  );
}

/** Returns the concluding sentences that the conclusion quotes. */
function strongestConclusions(
  units: readonly EvidenceUnit[],
  studies: ReadonlyMap<string, Study>,
): EvidenceUnit[] {
  return conclusionsOf(units, studies)
    .filter(({ concludes }) => concludes)
    .slice(0, conclusionMax);
}

/** Returns one concluding sentence per study, the strongest designs first. */
export function conclusionsOf(
  units: readonly EvidenceUnit[],
  studies: ReadonlyMap<string, Study>,
): EvidenceUnit[] {
  // The paper's own conclusion is in its abstract.
  const findings = units.filter(({ role, fullText }) => role === 'finding' && !fullText);
  const byStudy = [...Map.groupBy(findings, ({ article }) => article.pmid).values()];
  const level = ({ article }: EvidenceUnit) => studies.get(article.pmid)?.trust.evidence_level ?? 6;
  return byStudy
    .flatMap(
      (own) =>
        own.find(({ concludes }) => concludes) ??
        own.find(({ isMainResult }) => isMainResult) ??
        own.find(statesResult) ??
        own.find(reportsFigures) ??
        own[0] ??
        [],
    )
    .map((unit, at) => ({ unit, at }))
    .sort((one, other) => level(one.unit) - level(other.unit) || one.at - other.at)
    .map(({ unit }) => unit);
}

/**
 * Writes the structured abstract by code: searches, counts and a few main findings as the studies state them, without a
 * conclusion.
 */
export function quotedAbstract(base: EvidenceBase, methods: string, themes = base.themes): string {
  const { request, scope, studies } = base;
  const { language } = scope;
  const { abstractParts: part } = reviewWords[language];
  const plain = escapeCitationMarkers(request.question).replace(/\s+/g, ' ').trim();
  const names = namesOf(themes);
  const designs = designCounts(studies, language);
  const count = studies.length;
  const lines =
    language === 'zh'
      ? [
          `**${part.background}** 主题：${plain.replace(/[。.]$/, '')}${/[？?！!]$/.test(plain) ? '' : '。'}`,
          `**${part.methods}** ${methods}`,
          `**${part.results}** 纳入 ${count} 项研究（${designs}）${names.length > 0 ? `，涉及以下方面：${names.join('；')}` : ''}。`,
        ]
      : [
          `**${part.background}** Topic: ${plain}${/[?.!]$/.test(plain) ? '' : '.'}`,
          `**${part.methods}** ${methods}`,
          `**${part.results}** ${count} ${count === 1 ? 'study was' : 'studies were'} included (${designs})${names.length > 0 ? `, on: ${names.join('; ')}` : ''}.`,
        ];
  const findings = mainFindings(base);
  return [
    lines.join('\n\n'),
    ...(findings.length > 0 ? ['', reviewWords[language].mainFindings, '', ...findings] : []),
  ].join('\n');
}

/** Quotes what a few studies, the strongest designs first, found: their main effect where one can be shown, or else their conclusion. */
function mainFindings({ units, studies, scope: { language, query } }: EvidenceBase): string[] {
  const asked = namedOutcomes(query.text).map(({ name }) => listedName(name));
  const namesAsked = (text: string) => asked.some((outcome) => namesOutcome(text, outcome));
  const of = byPmid(studies);
  const leads = conclusionsOf(units, of).filter(
    ({ article }) => of.get(article.pmid)?.summary.kind !== 'protocol',
  );
  const effects = leads.flatMap((lead) => {
    const study = of.get(lead.article.pmid);
    if (!study) return [];
    const shown = study.primaryResult ?? shownEffect(study.effects)?.span ?? study.statedEffect;
    const sentence =
      shown?.field === 'abstract' &&
      labeledSentences(study.article).find(({ start, end }) => start <= shown.start && shown.end <= end);
    // An effect on another outcome than the topic's ranks after the conclusion on the topic's outcome.
    const isOffOutcome = sentence && lead.concludes && namesAsked(lead.text) && !namesAsked(sentence.text);
    if (!sentence || isOffOutcome || sentence.text.length > sentenceMax) return [];
    const label = inlineLabel(sentence.text)?.length ?? 0;
    return [{ ...lead, ...sentence, text: sentence.text.slice(label), start: sentence.start + label }];
  });
  const quotedPmids = new Set(effects.map(({ article }) => article.pmid));
  const concluding = leads
    .filter(({ concludes, article }) => concludes && !quotedPmids.has(article.pmid))
    .slice(0, Math.max(0, mainFindingsMax - effects.length));
  return quotedList(
    [...effects.slice(0, mainFindingsMax), ...concluding.flatMap((unit) => wholeOf(unit, of))],
    language,
  );
}

/** Formats "2 randomized trials, 1 cohort study": most frequent first, unstated designs last. */
export function designCounts(studies: readonly Study[], language: Language): string {
  return [...Map.groupBy(studies, ({ summary }) => summary.kind)]
    .sort(([one, own], [other, others]) =>
      one === undefined ? 1 : other === undefined ? -1 : others.length - own.length,
    )
    .map(([design, { length }]) => reviewWords[language].designCount(length, design))
    .join(language === 'zh' ? '、' : ', ');
}
