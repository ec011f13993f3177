import { groupThousands } from '@citewell/core/text/counted.ts';
import {
  comparisonCells,
  comparisonColumns,
  comparisonHeadings,
  type EffectPlot,
  type Language,
} from '@citewell/sdk';
import { escapeCitationMarkers, renderEvidenceMarker } from '@citewell/sdk/citation-markers';
import { escapeMarks } from '../../../documents/markdown.ts';
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
    en: 'Except for the design, cells quote the title or abstract. A dash means that nothing was found. An effect in a subgroup or period is shown with that subgroup or period and its comparison.',
    zh: '除设计外，各栏摘自标题或摘要。“–”表示未找到。亚组或某一时段的效应量，与该亚组或时段及其对照一并列出。',
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
  if (flat.length <= max) return escapeMarks(flat);
  const cut = flat.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
  // Not within a word, unless there is no other place.
  const isWithin = /[\p{L}\p{N}]$/u.test(cut) && isLetter.test(flat.charAt(max));
  return `${escapeMarks(isWithin ? cut.replace(/(?<=\s)\S*$/, '').trimEnd() : cut)}…`;
}
