import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { counted } from '@citewell/core/text/counted.ts';
import { countingMeter } from '../../accounting/meter.ts';
import { inlineWork } from '../../app/language-tasks/inline-work.ts';
import {
  type AuditedSentence,
  type AuditFinding,
  auditCitations,
} from '../../features/citation-checks/audit-citations.ts';
import type { Services } from '../../features/services.ts';
import { jsonLine } from '../accounts/with-administration.ts';
import { type LoadServices, loadServices } from '../ask.ts';
import { interruptedExitCode } from '../interrupted.ts';
import { type CliIo, printError, printMessage, terminalLanguage } from '../io.ts';
import { readCount, readOptions, usage } from '../options.ts';
import { type Output, readOutput, withLongNames, writeOutput } from '../reply-output.ts';
import { contentOf, refuseOutputs, replaceFile, textOf } from './check-files.ts';
import { type AuditInput, readClaims, readDraft } from './check-input.ts';
import {
  byUrgency,
  countOutcomes,
  csvHead,
  csvRows,
  isCsvReport,
  outcomeNames,
  readReport,
  withIds,
} from './check-report.ts';
import { citedRecords } from './cited-records.ts';
import { docxReport, isDocxReport, isMarkdownReport, markdownReport } from './readable-report.ts';

/** Exit code if something deviates from its source. */
export const deviatesExitCode = 7;

const readers: Record<string, (path: string) => AuditInput> = {
  batch: readClaims,
  manuscript: readDraft,
};

type Wish = AuditInput & {
  csv: string | undefined;
  markdown: string | undefined;
  docx: string | undefined;
  resume: boolean;
  json: boolean;
  fullText: boolean;
  atOnce: number;
  /** Writes the cited records as a file or list. */
  records: Output;
};

/**
 * `citewell check batch|manuscript FILE`: checks every citation against the abstract of its record, not billed. 7 if
 * one deviates, 1 if some that should be checked could not, otherwise 0.
 */
export async function checkCommand(
  argv: readonly string[],
  io: CliIo,
  load: LoadServices = loadServices,
): Promise<number> {
  const wish = readWish(argv);
  const ids = withIds(wish.sentences);
  const done =
    wish.resume && wish.csv !== undefined ? earlier(wish.csv, ids) : new Map<string, AuditFinding[]>();
  if (wish.csv !== undefined) replaceFile(wish.csv, report(ids, done));
  const interruption = new AbortController();
  const stopListening = io.onInterrupt(() => interruption.abort());
  const services = await load(io.environment);
  const context = {
    requestId: randomUUID(),
    signal: interruption.signal,
    meter: countingMeter(),
    work: inlineWork,
  };
  try {
    const open = [...ids].filter(([id]) => !done.has(id));
    const { form, file } = wish.records;
    // Records on standard output are printed alone.
    const isQuiet = form !== undefined && file === undefined;
    const printed = progress(ids.size, ids.size - open.length, { json: wish.json, isQuiet }, io);
    for (const findings of done.values()) await printed(findings, false);
    await auditCitations(
      open.map(([, sentence]) => sentence),
      wish.fullText ? services : withoutFullTexts(services),
      { ...context, atOnce: wish.atOnce },
      async (findings, index) => {
        const [id = ''] = open[index] ?? [];
        done.set(id, findings);
        // Whole sentences, as they are finished, so that an interrupted run can be resumed.
        if (wish.csv !== undefined) await appendFile(wish.csv, csvRows(id, findings));
        await printed(findings, true);
      },
    );
    const all = [...ids.keys()].flatMap((id) => done.get(id) ?? []);
    if (wish.csv !== undefined) replaceFile(wish.csv, report(ids, done));
    if (wish.markdown !== undefined)
      replaceFile(wish.markdown, markdownReport(all, terminalLanguage(io.environment)));
    if (wish.docx !== undefined) replaceFile(wish.docx, docxReport(all, terminalLanguage(io.environment)));
    if (wish.note) printError(io, { en: `${wish.note.en}.`, zh: `${wish.note.zh}。` });
    if (form) {
      const records = await citedRecords(all, services, interruption.signal);
      await writeOutput({ form, file }, { records: () => records }, io);
    }
    return conclude(all, wish.json || isQuiet, io);
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    if (wish.csv !== undefined)
      printError(io, {
        en: `Stopped. Continue with --resume: ${done.size} of ${counted(ids.size, 'sentence')} ${ids.size === 1 ? 'is' : 'are'} in ${wish.csv}.`,
        zh: `已停止。可用 --resume 继续：${wish.csv} 中已有 ${done.size} / ${ids.size} 个句子。`,
      });
    return interruptedExitCode;
  } finally {
    stopListening();
    await services.close();
  }
}

/** Services of an installation with full texts switched off. */
function withoutFullTexts(services: Services): Services {
  return { ...services, literature: { ...services.literature, fullTexts: undefined } };
}

function readWish(argv: readonly string[]): Wish {
  const [kind = '', ...rest] = argv;
  const read = Object.hasOwn(readers, kind) ? readers[kind] : undefined;
  if (!read)
    throw usage(
      `check takes batch or manuscript${kind && `, not "${kind}"`}`,
      `check 的子命令为 batch 或 manuscript${kind && `，没有 "${kind}"`}`,
    );
  const { parameters, values, flags } = readOptions(withLongNames(rest), {
    values: ['csv', 'markdown', 'docx', 'jobs', 'format', 'output'],
    flags: ['resume', 'json', 'no-full-text'],
    parameters: ['FILE'],
  });
  const { csv, markdown, docx } = values;
  if (flags.has('resume') && csv === undefined)
    throw usage('--resume needs --csv, the report to continue', '--resume 需要 --csv，即要继续的报告');
  const records = readOutput(values, 'records');
  const toAudit = read(parameters.FILE);
  refuseOutputs(parameters.FILE, [
    ...(csv === undefined ? [] : [{ path: csv, isOurs: (file: Buffer) => isCsvReport(textOf(file)) }]),
    ...(markdown === undefined
      ? []
      : [{ path: markdown, isOurs: (file: Buffer) => isMarkdownReport(textOf(file)) }]),
    ...(docx === undefined ? [] : [{ path: docx, isOurs: isDocxReport }]),
    // A file of records is rewritten, like any that -o names.
    ...(records.file === undefined ? [] : [{ path: records.file, isOurs: () => true }]),
  ]);
  return {
    ...toAudit,
    csv,
    markdown,
    docx,
    resume: flags.has('resume'),
    json: flags.has('json'),
    fullText: !flags.has('no-full-text'),
    atOnce: readCount('--jobs', values.jobs ?? '4', 1, 16),
    records,
  };
}

function earlier(path: string, ids: ReadonlyMap<string, AuditedSentence>): Map<string, AuditFinding[]> {
  const done = readReport(contentOf(path) ?? '', ids);
  if (done) return done;
  throw usage(
    `"${path}" is the report of another file: give that file, or omit --resume to start over`,
    `"${path}" 是另一份文件的报告：请给出对应的文件，或去掉 --resume 重新开始`,
  );
}

/** Writes the CSV report, most urgent findings first. */
function report(ids: ReadonlyMap<string, unknown>, done: ReadonlyMap<string, AuditFinding[]>): string {
  const rows = [...ids.keys()].flatMap((id) => (done.get(id) ?? []).map((finding) => ({ id, finding })));
  rows.sort((one, other) => byUrgency(one.finding, other.finding));
  return csvHead + rows.map(({ id, finding }) => csvRows(id, [finding])).join('');
}

/** Prints findings as lines of a table or of JSON, with progress for somebody watching. */
function progress(
  all: number,
  before: number,
  { json, isQuiet }: { json: boolean; isQuiet: boolean },
  io: CliIo,
) {
  const language = terminalLanguage(io.environment);
  let count = before;
  const clear = () => {
    if (io.isTerminal) io.err('\r\u001b[K');
  };
  return async (findings: readonly AuditFinding[], isNew: boolean) => {
    clear();
    if (isNew) count++;
    for (const finding of isQuiet ? [] : findings) {
      if (json) {
        await io.write(jsonLine(finding));
        continue;
      }
      const { outcome, pmid, label, line, sentence, analysis, reason, retracted } = finding;
      const mark = retracted ? ` ${language === 'zh' ? '【已撤稿】' : 'RETRACTED'}` : '';
      const place = language === 'zh' ? `第 ${line} 行` : `line ${line}`;
      await io.write(
        `${padded(outcomeNames[outcome][language])}  ${pmid.padEnd(10)}  ${place}, ${oneLine(label, 40)}${mark}: ${oneLine(sentence, 90)}\n`,
      );
      if (outcome === 'deviates') await io.write(`    ${oneLine(analysis, 200)}\n`);
      if (outcome === 'undetermined') {
        const said = reason.includes(analysis) ? reason : `${reason} ${analysis}`.trim();
        await io.write(`    ${oneLine(said, 300)}\n`);
      }
    }
    if (io.isTerminal && count < all) io.err(`${count}/${all}`);
  };
}

const nameWidth = 15;

function padded(name: string): string {
  const width = [...name].reduce((sum, each) => sum + (/\p{Script=Han}/u.test(each) ? 2 : 1), 0);
  return name + ' '.repeat(Math.max(0, nameWidth - width));
}

/** Formats external text for the terminal: no control characters, truncated if long. */
function oneLine(text: string, longest: number): string {
  const plain = text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return plain.length > longest ? `${plain.slice(0, longest - 1)}…` : plain;
}

function conclude(findings: readonly AuditFinding[], json: boolean, io: CliIo): number {
  const counts = countOutcomes(findings);
  const list = (language: 'en' | 'zh') =>
    counts.map(([outcome, count]) => `${count} ${outcomeNames[outcome][language]}`).join(', ');
  const tell = json ? printError : printMessage;
  tell(io, {
    en: `${counted(findings.length, 'citation')}: ${list('en')}.`,
    zh: `${findings.length} 处引文：${list('zh')}。`,
  });
  if (counts.some(([outcome]) => outcome === 'deviates')) return deviatesExitCode;
  return counts.some(([outcome]) => toMend.has(outcome)) ? 1 : 0;
}

/** Outcomes of citations that were not checked and could be after somebody removes the obstacle. */
const toMend: ReadonlySet<AuditFinding['outcome']> = new Set([
  'not_listed',
  'unresolved',
  'article_not_found',
  'no_identifier',
  'no_sentence',
  'upstream_unavailable',
]);
