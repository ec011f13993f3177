import { createHash } from 'node:crypto';
import { counted } from '@citewell/core/text/counted.ts';
import type { Language } from '@citewell/sdk';
import type {
  AuditedSentence,
  AuditFinding,
  AuditOutcome,
} from '../../features/citation-checks/audit-citations.ts';
import { csvLine } from '../../platform/text/csv.ts';
import { readCsv } from '../../platform/text/read-csv.ts';

/** Outcomes as people read them, the worst first. */
export const outcomeNames: Record<AuditOutcome, Record<Language, string>> = {
  deviates: { en: 'deviates', zh: '有偏差' },
  undetermined: { en: 'not decided', zh: '未能判定' },
  not_listed: { en: 'not in the reference list', zh: '列表中没有' },
  unresolved: { en: 'record not found', zh: '未找到文献' },
  article_not_found: { en: 'record not found', zh: '未找到文献' },
  abstract_unavailable: { en: 'no abstract', zh: '没有摘要' },
  no_identifier: { en: 'no identifier', zh: '未指明文献' },
  no_sentence: { en: 'no sentence', zh: '没有句子' },
  upstream_unavailable: { en: 'not checked', zh: '未能核查' },
  supported: { en: 'supported', zh: '支持' },
};
const order = Object.keys(outcomeNames) as AuditOutcome[];

/** `confidence` stays empty: no verdict's is calibrated. Reports of earlier versions are read all the same. */
const columns = [
  ...['check', 'line', 'citation', 'pmid', 'verdict', 'confidence', 'sentence', 'title', 'reason'],
  ...['deviation', 'suggestion', 'evidence', 'retracted', 'review', 'unmatched'],
] as const;
/** Reports of earlier versions have no `unmatched`. */
const columnsBefore = columns.slice(0, -1);

/** Assigns each sentence and its citations an id that stays the same between runs, wherever the sentence moves. */
export function withIds(sentences: readonly AuditedSentence[]): Map<string, AuditedSentence> {
  const ids = new Map<string, AuditedSentence>();
  // The same sentence may stand in a text twice, or ten thousand times.
  const seen = new Map<string, number>();
  for (const each of sentences) {
    const cited = each.citations.map(({ label, pmid, doi, reference }) => [label, pmid, doi, reference]);
    const first = digest(JSON.stringify([each.sentence, cited, 0]));
    const nth = seen.get(first) ?? 0;
    seen.set(first, nth + 1);
    ids.set(nth === 0 ? first : digest(JSON.stringify([each.sentence, cited, nth])), each);
  }
  return ids;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** With the mark by which spreadsheets know UTF-8: without it they show Chinese in the code page of the machine. */
export const csvHead = `\ufeff${csvLine(columns)}`;

/** Returns true if a file is a CSV report, even one saved again by a spreadsheet. */
export function isCsvReport(text: string): boolean {
  const head = readCsv(text)[0]?.join();
  return head === columns.join() || head === columnsBefore.join();
}

export function csvRows(id: string, findings: readonly AuditFinding[]): string {
  return findings
    .map((each) =>
      csvLine([
        ...[id, each.line, each.label, each.pmid, each.outcome, ''],
        ...[each.sentence, each.title, each.reason, each.analysis, each.suggestion, each.evidence],
        ...[each.retracted, each.review, each.unmatched.join('; ')],
      ]),
    )
    .join('');
}

/**
 * The findings of an earlier report; what was not finished, or could not be asked, is left out. Undefined where it is the
 * report of another text, of which nothing is wanted.
 */
export function readReport(
  text: string,
  wanted: ReadonlyMap<string, AuditedSentence>,
): Map<string, AuditFinding[]> | undefined {
  const [, ...rows] = readCsv(text);
  const found = Map.groupBy(
    rows.filter(({ length }) => length === columns.length || length === columnsBefore.length),
    ([id = '']) => id,
  );
  const done = new Map<string, AuditFinding[]>();
  let isOfThis = found.size === 0;
  for (const [id, { line, citations }] of wanted) {
    const findings = (found.get(id) ?? []).flatMap((row) => toFinding(row) ?? []);
    isOfThis ||= findings.length > 0;
    if (findings.length !== citations.length) continue;
    if (findings.some(({ outcome }) => outcome === 'upstream_unavailable')) continue;
    done.set(
      id,
      findings.map((finding) => ({ ...finding, line })),
    );
  }
  return isOfThis ? done : undefined;
}

function toFinding(row: readonly string[]): AuditFinding | undefined {
  // What csvLine puts before a text that a spreadsheet would run.
  const [, line, label = '', pmid = '', outcome = '', , ...texts] = row.map((cell) =>
    cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, ''),
  );
  const [sentence = '', title = '', reason = '', analysis = '', suggestion = '', evidence = '', ...flags] =
    texts;
  if (!(order as string[]).includes(outcome)) return undefined;
  return {
    ...{ line: Number(line), label, pmid, outcome: outcome as AuditOutcome },
    ...{ sentence, title, reason, analysis, suggestion, evidence },
    ...{ retracted: isTrue(flags[0]), review: isTrue(flags[1]) },
    unmatched: flags[2] ? flags[2].split('; ') : [],
  };
}

/** Spreadsheets write their own names of it. */
function isTrue(cell = ''): boolean {
  return /^true$/i.test(cell);
}

/**
 * Compares two findings by how soon they deserve a look: deviations first, then what was not decided by how many words the
 * abstract does not state, then what has no verdict, and what is supported last.
 */
export function byUrgency(one: AuditFinding, other: AuditFinding): number {
  return rankOf(one) - rankOf(other) || other.unmatched.length - one.unmatched.length;
}

const ranked: readonly AuditOutcome[] = ['deviates', 'undetermined', 'no_sentence', 'supported'];

/** Outcomes without a verdict have one rank. */
const rankOf = ({ outcome }: AuditFinding): number =>
  ranked.indexOf(ranked.includes(outcome) ? outcome : 'no_sentence');

/** Counts outcomes, the most serious first. */
export function countOutcomes(findings: readonly AuditFinding[]): [AuditOutcome, number][] {
  const groups = Map.groupBy(findings, ({ outcome }) => outcome);
  return order.flatMap((outcome): [AuditOutcome, number][] => {
    const count = groups.get(outcome)?.length ?? 0;
    return count > 0 ? [[outcome, count]] : [];
  });
}

/** Returns true if a file is a Markdown report. */
export function isMarkdownReport(text: string): boolean {
  return Object.values(words).some(({ title }) => text.startsWith(`# ${title}\n`));
}

const words = {
  en: {
    title: 'Citation check',
    total: (citations: number, sentences: number) =>
      `${counted(citations, 'citation')} in ${counted(sentences, 'sentence')}.`,
    retracted: 'Retracted articles that are cited',
    line: 'line',
    suggestion: 'Suggestion',
    abstract: 'Abstract',
    unmatched: 'Not stated in the abstract',
    all: 'All citations',
    head: '| line | citation | PMID | verdict | sentence |',
  },
  zh: {
    title: '引文核查',
    total: (citations: number, sentences: number) => `${sentences} 个句子中的 ${citations} 处引文。`,
    retracted: '被引用的撤稿文献',
    line: '行',
    suggestion: '建议',
    abstract: '摘要',
    unmatched: '摘要未提及',
    all: '全部引文',
    head: '| 行 | 引文 | PMID | 结论 | 句子 |',
  },
};

/** The report for people: what needs a look first, then everything. */
export function markdownReport(findings: readonly AuditFinding[], language: Language): string {
  const say = words[language];
  const sentences = new Set(findings.map(({ line, sentence }) => `${line} ${sentence}`)).size;
  const groups = Map.groupBy(findings, ({ outcome }) => outcome);
  const counts = countOutcomes(findings).map(
    ([outcome, count]) => `- ${outcomeNames[outcome][language]}: ${count}`,
  );
  const retracted = findings.filter((each) => each.retracted);
  const sections = order
    .filter((outcome) => outcome !== 'supported')
    .flatMap((outcome) => {
      const group = (groups.get(outcome) ?? []).toSorted(byUrgency);
      return group.length === 0 ? [] : [`## ${outcomeNames[outcome][language]}`, ...group.map(item)];
    });
  const rows = findings.map(
    ({ line, label, pmid, outcome, sentence }) =>
      `| ${line} | ${inCell(label)} | ${pmid} | ${outcomeNames[outcome][language]} | ${inCell(sentence)} |`,
  );
  return `${[
    `# ${say.title}`,
    say.total(findings.length, sentences),
    counts.join('\n'),
    ...(retracted.length > 0 ? [`## ${say.retracted}`, ...retracted.map(item)] : []),
    ...sections,
    `## ${say.all}`,
    [say.head, '|---|---|---|---|---|', ...rows].join('\n'),
  ].join('\n\n')}\n`;

  function item({
    line,
    label,
    pmid,
    sentence,
    reason,
    analysis,
    suggestion,
    evidence,
    unmatched,
    outcome,
  }: AuditFinding): string {
    return [
      `- **${say.line} ${line}, ${plain(label)}${pmid && !label.includes(pmid) ? ` (PMID ${pmid})` : ''}**: ${plain(sentence)}`,
      `  - ${plain(outcome === 'undetermined' ? reason : analysis || reason)}`,
      ...(unmatched.length > 0 ? [`  - ${say.unmatched}: ${plain(unmatched.join(', '))}`] : []),
      ...(evidence ? [`  - ${say.abstract}: “${plain(evidence)}”`] : []),
      ...(suggestion ? [`  - ${say.suggestion}: ${plain(suggestion)}`] : []),
    ].join('\n');
  }
}

/** Text of others on one line, in which nothing is Markdown or HTML. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|]/g, (character) => `\\${character}`);
}

function inCell(text: string): string {
  return plain(text.length > 160 ? `${text.slice(0, 159)}…` : text);
}
