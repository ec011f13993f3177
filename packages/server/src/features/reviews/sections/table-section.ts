import type { Language } from '@citewell/sdk';
import { escapeCitationMarkers, renderEvidenceMarker } from '@citewell/sdk/citation-markers';
import { authorsOf, type Study } from '../studies/studies.ts';
import { reviewWords } from './words.ts';

const cellMax = 90;

/**
 * Sets the studies side by side as a Markdown table; each bears the marker of the sentence it stands for. A cell is a piece
 * of the record, word for word, or a dash; the design is what the record is.
 */
export function tableSection(studies: readonly Study[], language: Language): string {
  const say = reviewWords[language];
  const rows = studies.map((study) => {
    const { article, trust, summary, unit, population, intervention, outcome, effects } = study;
    const [main] = effects;
    return [
      `${cell(`${authorsOf(article, language)} ${article.year}`)} ${renderEvidenceMarker(unit.id)}`,
      trust.design ? say.designs[trust.design] : say.notTold,
      ...[
        population?.text,
        summary.n?.toLocaleString('en-US'),
        intervention?.text,
        main?.comparator?.text,
        main ? main.outcome.span.text : outcome?.text,
        main?.span.text,
      ].map((text) => (text ? cell(text) : say.notTold)),
    ];
  });
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const note = {
    en: 'The cells are words of the title or the abstract; – stands where neither says so in a form that rules can read. An effect is shown only where its sentence names a single outcome and gives an interval.',
    zh: '各栏为标题或摘要中的原词；“–”表示其中没有规则可以识别的表述。仅当句子只涉及一个结局并给出区间时，才列出效应量。',
  }[language];
  return [line(say.columns), line(say.columns.map(() => '---')), ...rows.map(line), '', note].join('\n');
}

/** A text that stands in one cell of a table: one line, without what would end the cell. */
function cell(text: string): string {
  const flat = escapeCitationMarkers(text)
    .replace(/[\s|]+/g, ' ')
    .trim();
  return flat.length <= cellMax ? flat : `${flat.slice(0, cellMax).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
