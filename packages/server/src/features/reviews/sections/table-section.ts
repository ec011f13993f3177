import type { Language } from '@citewell/sdk';
import { escapeCitationMarkers } from '@citewell/sdk/citation-markers';
import { authorsOf, type Study, sizeOf } from '../studies/studies.ts';
import { reviewWords } from './words.ts';

const cellMax = 90;

/** The studies side by side as a Markdown table; each bears the mark of the sentence it stands for. */
export function tableSection(studies: readonly Study[], language: Language): string {
  const say = reviewWords[language];
  const rows = studies.map((study) => {
    const { article, trust, unit, population, intervention, outcome, direction } = study;
    return [
      `${cell(`${authorsOf(article, language)} ${article.year}`)} [${unit.id}]`,
      trust.design ? say.designs[trust.design] : say.notTold,
      cell(population) || (trust.subjects ? say.subjects[trust.subjects] : say.notTold),
      sizeOf(study)?.toLocaleString('en-US') ?? say.notTold,
      cell(intervention) || say.notTold,
      cell(outcome) || say.notTold,
      direction ? say.directions[direction] : say.notTold,
    ];
  });
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const note = {
    en: 'Design and sample size are taken from the record and its abstract, the other cells are words of the title or the abstract. Direction: ↑ the sentence cited reports a rise or an improvement, ↓ a fall, = no difference, ↑↓ sentences of the study differ, – not told.',
    zh: '设计与样本量取自文献记录及其摘要，其余各栏为标题或摘要中的原词。方向：↑ 所引句子报告升高或改善，↓ 报告降低，= 无差异，↑↓ 同一研究中各句不同，– 未说明。',
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
