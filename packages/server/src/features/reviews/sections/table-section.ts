import { groupThousands } from '@citewell/core/text/counted.ts';
import {
  comparisonCells,
  comparisonColumns,
  comparisonHeadings,
  type EffectPlot,
  type Language,
} from '@citewell/sdk';
import { escapeCitationMarkers, renderEvidenceMarker } from '@citewell/sdk/citation-markers';
import { readCount } from '../../../literature/studies/study-counts.ts';
import { kindName } from '../../../literature/studies/study-label.ts';
import { comparisonSpans } from '../studies/record-spans.ts';
import { authorsOf, type Study } from '../studies/studies.ts';
import { reviewWords } from './review-words.ts';

const cellMax = 120;

/**
 * Compares the studies in a Markdown table; each has the marker of the sentence that represents it. A cell is verbatim
 * from the record, or a dash; the design is that of the record.
 */
export function tableSection(
  studies: readonly Study[],
  plots: readonly EffectPlot[],
  language: Language,
): string {
  const texts = reviewWords[language];
  const rows = studies.map((study) => {
    const { article, summary, unit } = study;
    const spans = comparisonSpans(study);
    return [
      `${cell(`${authorsOf(article, language)} ${article.year}`)} ${renderEvidenceMarker(unit.id)}`,
      summary.kind ? kindName(summary.kind, language) : texts.notStated,
      ...comparisonCells.map((name) => {
        const text = spans[name]?.text;
        if (text === undefined) return texts.notStated;
        return cell(name === 'n' ? sizeIn(text, language) : text, name === 'effect' ? Infinity : cellMax);
      }),
    ];
  });
  const head = comparisonColumns.map((name) => comparisonHeadings[name][language]);
  const note = {
    en: 'Cells quote the title or abstract, sample sizes in figures, except for the design, which is determined from publication types, MeSH headings, title and abstract; – means that none of them states it in a form that rules can recognize. An effect is shown only if its sentence says what was compared: the main effect with its interval on a single outcome, the topic’s first, or, failing that, the complete sentence on what the topic or the title names, with an interval or with the figures of both groups and their test. Where the other columns do not say what was compared, the quoted effect does. An effect in only part of the population, or over only part of the time, is shown together with that group or period and with what its sentence contrasts it with.',
    zh: '除设计外，各栏为标题或摘要中的原词（样本量以数字写出）；设计依据文献类型、MeSH 主题词、标题和摘要判断。“–”表示其中没有规则可以识别的表述。仅当句子说明了所比较的内容时，才列出效应量：先取对应一个结局、带区间的主要效应量（以主题所问结局为先）；如无，则完整列出关于主题或标题所述内容的句子，其中须有区间，或有两组数值及其检验结果；其他栏未说明比较内容时，效应量一栏的原文包含该内容。仅针对部分人群或某一时段的效应量，连同该人群或时段以及句中与之对照的内容一并列出。',
  }[language];
  const markers = new Map(studies.map(({ article, unit }) => [article.pmid, renderEvidenceMarker(unit.id)]));
  return [
    ...[line(head), line(head.map(() => '---')), ...rows.map(line), '', note],
    ...plots.flatMap((plot) => ['', ...plottedEffects(plot, markers, language)]),
  ].join('\n');
}

/** A sample size in figures, however the record writes it; Chinese has no separators for thousands. */
function sizeIn(text: string, language: Language): string {
  const count = readCount(text);
  if (count === undefined || !Number.isFinite(count)) return text;
  return language === 'zh' ? `${count}` : groupThousands(count);
}

/** Writes the table of the effects that a figure plots, below the line where the figure is placed. */
function plottedEffects(
  { heading, measure, studies, several_outcomes: severalOutcomes }: EffectPlot,
  markers: ReadonlyMap<string, string>,
  language: Language,
): string[] {
  const texts = reviewWords[language];
  const rows = studies.map((each) => [
    `${cell(each.study)} ${markers.get(each.pmid) ?? ''}`.trim(),
    cell(each.outcome.text),
    each.comparator ? cell(each.comparator.text) : texts.notStated,
    cell(each.effect.text, Infinity),
  ]);
  const note = severalOutcomes
    ? {
        en: 'Each estimate is the study’s own and concerns a different outcome; do not compare them with one another.',
        zh: '各估计值均为研究自身报告，且结局各不相同，不可相互比较。',
      }[language]
    : {
        en: 'Each estimate is the study’s own; nothing was pooled. Populations, comparators and follow-up differ.',
        zh: '各估计值均为研究自身报告，未作合并；人群、对照和随访时间各不相同。',
      }[language];
  const named = ['study', 'outcome', 'comparator'] as const;
  const head = [...named.map((name) => comparisonHeadings[name][language]), measure];
  return [
    ...[`**${heading}**`, '', line(head), line(head.map(() => '---')), ...rows.map(line)],
    ...['', note],
  ];
}

const isLetter = /[\p{Script=Latin}\p{N}-]/u;
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** Escapes a text for a table cell: one line, without delimiters. */
function cell(text: string, max = cellMax): string {
  const flat = escapeCitationMarkers(text)
    .replace(/[\s|]+/g, ' ')
    .trim();
  if (flat.length <= max) return flat;
  const cut = flat.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
  // Not within a word, unless there is no other place.
  return `${/[\p{L}\p{N}]$/u.test(cut) && isLetter.test(flat.charAt(max)) ? cut.replace(/(?<=\s)\S*$/, '').trimEnd() : cut}…`;
}
