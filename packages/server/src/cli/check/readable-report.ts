import { counted } from '@citewell/core/text/counted.ts';
import type { Language } from '@citewell/sdk';
import type { Block, Inline } from '../../documents/blocks.ts';
import { blocksToDocx, titleOfDocx } from '../../documents/docx.ts';
import type { AuditFinding } from '../../features/citation-checks/audit-citations.ts';
import { byUrgency, countOutcomes, outcomeNames, outcomeOrder } from './check-report.ts';

const words = {
  en: {
    title: 'Citation check',
    total: (citations: number, sentences: number) =>
      `${counted(citations, 'citation')} in ${counted(sentences, 'sentence')}.`,
    retracted: 'Retracted articles that are cited',
    place: (line: number) => `line ${line}, `,
    colon: ': ',
    comma: ', ',
    suggestion: 'Suggestion',
    abstract: 'Abstract',
    matched: 'Stated in the abstract',
    unmatched: 'Not stated in the abstract',
    all: 'All citations',
    head: ['line', 'citation', 'PMID', 'verdict', 'sentence'],
  },
  zh: {
    title: '引文核查',
    total: (citations: number, sentences: number) => `${sentences} 个句子中的 ${citations} 处引文。`,
    retracted: '被引用的撤稿文献',
    place: (line: number) => `第 ${line} 行，`,
    colon: '：',
    comma: '、',
    suggestion: '建议',
    abstract: '摘要',
    matched: '摘要提及',
    unmatched: '摘要未提及',
    all: '全部引文',
    head: ['行', '引文', 'PMID', '结论', '句子'],
  },
};

/** Citation that deserves attention: its location, its sentence, and remarks, one line each. */
type Item = { place: string; sentence: string; lines: string[] };

/** Readable report: findings that need attention first, then everything. */
type Report = {
  title: string;
  total: string;
  counts: string[];
  sections: { heading: string; items: Item[] }[];
  table: { heading: string; head: readonly string[]; rows: string[][] };
};

function readableReport(findings: readonly AuditFinding[], language: Language): Report {
  const texts = words[language];
  const sentences = new Set(findings.map(({ line, sentence }) => `${line} ${sentence}`)).size;
  const groups = Map.groupBy(findings, ({ outcome }) => outcome);
  const retracted = findings.filter((each) => each.retracted);
  return {
    title: texts.title,
    total: texts.total(findings.length, sentences),
    counts: countOutcomes(findings).map(
      ([outcome, count]) => `${outcomeNames[outcome][language]}${texts.colon}${count}`,
    ),
    sections: [
      ...(retracted.length > 0 ? [{ heading: texts.retracted, items: retracted.map(item) }] : []),
      ...outcomeOrder
        .filter((outcome) => outcome !== 'supported')
        .flatMap((outcome) => {
          const group = (groups.get(outcome) ?? []).toSorted(byUrgency);
          return group.length === 0
            ? []
            : [{ heading: outcomeNames[outcome][language], items: group.map(item) }];
        }),
    ],
    table: {
      heading: texts.all,
      head: texts.head,
      rows: findings.map(({ line, label, pmid, outcome, sentence }) => [
        ...[`${line}`, inCell(label), pmid, outcomeNames[outcome][language], inCell(sentence)],
      ]),
    },
  };

  function item(finding: AuditFinding): Item {
    const { line, label, pmid, sentence, reason, analysis, outcome } = finding;
    const { suggestion, evidence, matched, unmatched } = finding;
    return {
      place: `${texts.place(line)}${label}${pmid && !label.includes(pmid) ? ` (PMID ${pmid})` : ''}`,
      sentence,
      lines: [
        outcome === 'undetermined' ? reason : analysis || reason,
        ...(matched.length > 0 ? [`${texts.matched}${texts.colon}${matched.join(texts.comma)}`] : []),
        ...(unmatched.length > 0 ? [`${texts.unmatched}${texts.colon}${unmatched.join(texts.comma)}`] : []),
        ...(evidence ? [`${texts.abstract}${texts.colon}“${evidence}”`] : []),
        ...(suggestion ? [`${texts.suggestion}${texts.colon}${suggestion}`] : []),
      ],
    };
  }
}

/** Writes the report as Markdown, with external text escaped. */
export function markdownReport(findings: readonly AuditFinding[], language: Language): string {
  const { title, total, counts, sections, table } = readableReport(findings, language);
  const row = (cells: readonly string[]) => `| ${cells.map(plain).join(' | ')} |`;
  return `${[
    `# ${title}`,
    total,
    counts.map((count) => `- ${count}`).join('\n'),
    ...sections.flatMap(({ heading, items }) => [
      `## ${heading}`,
      ...items.map(({ place, sentence, lines }) =>
        [`- **${plain(place)}**: ${plain(sentence)}`, ...lines.map((line) => `  - ${plain(line)}`)].join(
          '\n',
        ),
      ),
    ]),
    `## ${table.heading}`,
    [row(table.head), `|${'---|'.repeat(table.head.length)}`, ...table.rows.map(row)].join('\n'),
  ].join('\n\n')}\n`;
}

/** Writes the report as a Word document. */
export function docxReport(findings: readonly AuditFinding[], language: Language): Buffer {
  const { title, total, counts, sections, table } = readableReport(findings, language);
  const text = (words: string): Inline[] => [{ kind: 'text', text: words }];
  const heading = (level: 1 | 2, words: string): Block => ({ kind: 'heading', level, content: text(words) });
  const item = (words: string): Block => ({ kind: 'item', content: text(words) });
  const paragraph = (content: Inline[]): Block => ({ kind: 'paragraph', content });
  return blocksToDocx({
    title,
    language,
    blocks: [
      heading(1, title),
      paragraph(text(total)),
      ...counts.map(item),
      ...sections.flatMap((section) => [
        heading(2, section.heading),
        ...section.items.flatMap(({ place, sentence, lines }) => [
          paragraph([{ kind: 'bold', text: place }, ...text(`: ${sentence}`)]),
          ...lines.map(item),
        ]),
      ]),
      heading(2, table.heading),
      { kind: 'table', head: table.head.map(text), rows: table.rows.map((row) => row.map(text)) },
    ],
  });
}

/** Returns true if a file is a Markdown report. */
export function isMarkdownReport(text: string): boolean {
  return Object.values(words).some(({ title }) => text.startsWith(`# ${title}\n`));
}

/** Returns true if a file is a report in Word. */
export function isDocxReport(file: Buffer): boolean {
  const found = titleOfDocx(file);
  return Object.values(words).some(({ title }) => title === found);
}

/** Escapes external text to one line without Markdown or HTML. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|]/g, (character) => `\\${character}`);
}

function inCell(text: string): string {
  return text.length > 160 ? `${text.slice(0, 159)}…` : text;
}
