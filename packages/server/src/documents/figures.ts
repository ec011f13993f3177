import {
  type ComparisonRow,
  comparisonCells,
  comparisonHeadings,
  type Drawing,
  drawFlow,
  drawForestPlot,
  type Language,
  type Reference,
  type ReviewFigures,
} from '@citewell/sdk';
import { renderCitationMarker } from '@citewell/sdk/citation-markers';
import type { Block } from './blocks.ts';

/** Draws the figures of a review, by the line below which each is placed. */
export function figuresByHeading(
  figures: ReviewFigures | undefined,
  options: { language: Language /** Pixels. */; width: number },
): Map<string, Drawing> {
  if (!figures) return new Map();
  return new Map([
    [figures.flow.heading, drawFlow(figures.flow, options)],
    ...figures.plots.map((plot): [string, Drawing] => [plot.heading, drawForestPlot(plot, options)]),
  ]);
}

/** Returns the text of a line entirely in bold, below which a figure may be placed; undefined for other blocks. */
export function boldLine(block: Block): string | undefined {
  if (block.kind !== 'paragraph') return undefined;
  const [only, ...others] = block.content;
  return only?.kind === 'bold' && others.length === 0 ? only.text : undefined;
}

const words = {
  en: {
    lead: 'Location of each cell in the record (characters of its title or abstract):',
    fields: { title: 'title', abstract: 'abstract' },
    colon: ': ',
    join: '; ',
  },
  zh: {
    lead: '各单元格在文献记录中的位置（标题或摘要的字符序号）：',
    fields: { title: '标题', abstract: '摘要' },
    colon: '：',
    join: '；',
  },
} as const;

/** Returns the notes below a printed comparison table: the position of each cell in its record. Characters are counted from 1. */
export function cellNotes(
  rows: readonly ComparisonRow[],
  references: readonly Reference[],
  language: Language,
): string[] {
  const texts = words[language];
  const notes = rows.flatMap((row) => {
    const ordinal = references.findIndex(({ pmid }) => pmid === row.pmid) + 1;
    const cells = comparisonCells.flatMap((name) => {
      const span = row[name];
      return span
        ? [
            `${comparisonHeadings[name][language].toLowerCase()}${texts.colon}${texts.fields[span.field]} ${span.start + 1}–${span.end}`,
          ]
        : [];
    });
    return ordinal > 0 && cells.length > 0
      ? [`${renderCitationMarker(ordinal)} ${cells.join(texts.join)}`]
      : [];
  });
  return notes.length > 0 ? [texts.lead, ...notes] : [];
}
