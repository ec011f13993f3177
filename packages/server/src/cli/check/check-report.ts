import { createHash } from 'node:crypto';
import type { Language } from '@citewell/sdk';
import type {
  AuditedSentence,
  AuditFinding,
  AuditOutcome,
} from '../../features/citation-checks/audit-citations.ts';
import { csvLine } from '../../platform/text/csv.ts';
import { readCsv } from '../../platform/text/read-csv.ts';

/** Outcomes in readable words, the most serious first. */
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
/** The outcomes, the most serious first. */
export const outcomeOrder = Object.keys(outcomeNames) as AuditOutcome[];

/** `confidence` stays empty, since no verdict is calibrated. Reports of earlier versions can still be read. */
const columns = [
  ...['check', 'line', 'citation', 'pmid', 'verdict', 'confidence', 'sentence', 'title', 'reason'],
  ...['deviation', 'suggestion', 'evidence', 'retracted', 'review', 'unmatched', 'matched'],
] as const;
/** Columns of this version's reports, and of earlier ones: without `matched`, and without both. */
const versions: readonly (readonly string[])[] = [columns, columns.slice(0, -1), columns.slice(0, -2)];

/** Assigns each sentence and its citations an id that stays the same between runs, wherever the sentence moves. */
export function withIds(sentences: readonly AuditedSentence[]): Map<string, AuditedSentence> {
  const ids = new Map<string, AuditedSentence>();
  // A text may contain the same sentence twice, or ten thousand times.
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

/**
 * Header line with the byte order mark by which spreadsheets recognize UTF-8: without it they show Chinese in the
 * machine's code page.
 */
export const csvHead = `\ufeff${csvLine(columns)}`;

/** Returns true if a file is a CSV report, even one saved again by a spreadsheet. */
export function isCsvReport(text: string): boolean {
  const head = readCsv(text)[0]?.join();
  return versions.some((version) => head === version.join());
}

export function csvRows(id: string, findings: readonly AuditFinding[]): string {
  return findings
    .map((each) =>
      csvLine([
        ...[id, each.line, each.label, each.pmid, each.outcome, ''],
        ...[each.sentence, each.title, each.reason, each.analysis, each.suggestion, each.evidence],
        ...[each.retracted, each.review, each.unmatched.join('; '), each.matched.join('; ')],
      ]),
    )
    .join('');
}

/**
 * Reads the findings of an earlier report, except unfinished or failed checks. Returns undefined for the report of
 * another text.
 */
export function readReport(
  text: string,
  wanted: ReadonlyMap<string, AuditedSentence>,
): Map<string, AuditFinding[]> | undefined {
  const [, ...rows] = readCsv(text);
  const found = Map.groupBy(
    rows.filter((row) => versions.some(({ length }) => row.length === length)),
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
  // Prefix that csvLine puts before a text which a spreadsheet would execute.
  const [, line, label = '', pmid = '', outcome = '', , ...texts] = row.map((cell) =>
    cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, ''),
  );
  const [sentence = '', title = '', reason = '', analysis = '', suggestion = '', evidence = '', ...flags] =
    texts;
  if (!(outcomeOrder as string[]).includes(outcome)) return undefined;
  return {
    ...{ line: Number(line), label, pmid, outcome: outcome as AuditOutcome },
    ...{ sentence, title, reason, analysis, suggestion, evidence },
    ...{ retracted: isTrue(flags[0]), review: isTrue(flags[1]) },
    unmatched: flags[2] ? flags[2].split('; ') : [],
    matched: flags[3] ? flags[3].split('; ') : [],
  };
}

/** Spreadsheets write their own names for it. */
function isTrue(cell = ''): boolean {
  return /^true$/i.test(cell);
}

/**
 * Compares two findings by urgency: deviations first, then undetermined ones by the number of words that the abstract
 * does not state, then those without a verdict, and supported ones last.
 */
export function byUrgency(one: AuditFinding, other: AuditFinding): number {
  return rankOf(one) - rankOf(other) || other.unmatched.length - one.unmatched.length;
}

const ranked: readonly AuditOutcome[] = ['deviates', 'undetermined', 'no_sentence', 'supported'];

/** Outcomes without a verdict share a rank. */
const rankOf = ({ outcome }: AuditFinding): number =>
  ranked.indexOf(ranked.includes(outcome) ? outcome : 'no_sentence');

/** Counts outcomes, the most serious first. */
export function countOutcomes(findings: readonly AuditFinding[]): [AuditOutcome, number][] {
  const groups = Map.groupBy(findings, ({ outcome }) => outcome);
  return outcomeOrder.flatMap((outcome): [AuditOutcome, number][] => {
    const count = groups.get(outcome)?.length ?? 0;
    return count > 0 ? [[outcome, count]] : [];
  });
}
