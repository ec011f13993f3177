import { randomUUID } from 'node:crypto';
import { createWriteStream, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { systemClock } from '@citewell/core/clock.ts';
import type { LibraryWriter } from '@citewell/core/records/library.ts';
import { findFiles, type InputFile } from '../../library/ingest/find-files.ts';
import { ingest } from '../../library/ingest/ingest.ts';
import { createRejectLists, type RejectList } from '../../library/ingest/reject-lists.ts';
import { createThreadReader } from '../../library/ingest/thread-reader.ts';
import { type Config, readConfig } from '../../platform/config.ts';
import { interruptedExitCode } from '../interrupted.ts';
import { type CliIo, printError, terminalLanguage } from '../io.ts';
import { readCount, readOptions, usage } from '../options.ts';
import { createIngestReport } from './ingest-report.ts';
import { embedNewRecords } from './library-embed.ts';
import { openWriter } from './library-open.ts';

/** Records per transaction and per new segment of the index: more of them need more memory. */
export const batchRecords = 4_000;
const batchMax = 50_000;
const jobsMax = 16;

/** `citewell library ingest FILE|DIR|-…`. */
export async function ingestCommand(argv: readonly string[], io: CliIo): Promise<number> {
  const { values, flags, rest } = readOptions(argv, {
    values: ['jobs', 'batch', 'priority'],
    flags: ['resume', 'dry-run'],
    rest: 'FILE',
  });
  const jobs = readCount('--jobs', values.jobs ?? '1', 1, jobsMax);
  if (rest.filter((path) => path === '-').length > 1)
    throw usage('standard input can be read only once: give "-" once', '标准输入只有一个："-" 只能出现一次');
  const batchSize =
    values.batch === undefined ? batchRecords : readCount('--batch', values.batch, 1, batchMax);
  const priority = readPriority(values.priority);
  const config = readConfig(io.environment);
  const given = rest.includes('-') ? await spool(io) : undefined;
  try {
    const files = rest.flatMap((path) => (path === '-' ? (given?.file ?? []) : named(path)));
    if (files.length === 0)
      throw usage(
        'no record files found: .xml, .nbib, .medline, .txt or .jsonl, optionally with .gz',
        '没有文献文件：.xml、.nbib、.medline、.txt 或 .jsonl，可带 .gz',
      );
    return await run(
      files,
      { config, jobs, batchSize, priority, resume: flags.has('resume'), dryRun: flags.has('dry-run'), rest },
      io,
    );
  } finally {
    await given?.remove();
  }
}

/** `low`: other work of the machine, including searches, takes precedence. */
export type Priority = 'normal' | 'low';

function readPriority(value = 'low'): Priority {
  if (value === 'normal' || value === 'low') return value;
  throw usage(
    `--priority must be normal or low, not "${value}"`,
    `--priority 须为 normal 或 low，而非 "${value}"`,
  );
}

type Wish = {
  config: Config;
  jobs: number;
  batchSize: number;
  priority: Priority;
  resume: boolean;
  dryRun: boolean;
  rest: readonly string[];
};

async function run(files: readonly InputFile[], wish: Wish, io: CliIo): Promise<number> {
  const { config, jobs, batchSize, priority, resume, dryRun, rest } = wish;
  const language = terminalLanguage(io.environment);
  const interruption = new AbortController();
  const stopListening = io.onInterrupt(() => interruption.abort());
  // Before the threads begin.
  if (priority === 'low') io.lowerPriority();
  const readers = Array.from({ length: Math.min(jobs, files.length) }, createThreadReader);
  let writer: LibraryWriter | undefined;
  let embedAfter = false;
  try {
    if (!dryRun) writer = await openWriter(config);
    const sizes = new Map(files.map(({ name, size }) => [name, size]));
    const work = {
      total: files.reduce((sum, { size }) => sum + size, 0),
      weightOf: (file: string) => sizes.get(file) ?? 0,
    };
    const { report, finish } = createIngestReport(io, work, priority, systemClock);
    const lists = dryRun ? printRejects(io) : createRejectLists(join(config.dataDir, 'rejected'), language);
    const result = await ingest(files, {
      ...{ writer, readers, resume, report, batchSize },
      ...{ rejects: lists, signal: interruption.signal },
    });
    if (!result.interrupted) await writer?.releaseSpace(interruption.signal);
    finish(result);
    if (result.interrupted) {
      const again = ['citewell library ingest --resume', ...rest.map(quoted)].join(' ');
      printError(io, {
        en: `Stopped. Imported records are kept. Continue with: ${again}`,
        zh: `已停止，已写入的内容保留。继续：${again}`,
      });
      return interruptedExitCode;
    }
    embedAfter = !dryRun;
    return result.refused + result.counts.rejected > 0 ? 1 : 0;
  } finally {
    stopListening();
    for (const reader of readers) await reader.close();
    await writer?.close();
    if (embedAfter) await embedNewRecords(config, io);
  }
}

/** A dry run writes nothing: it reports rejects where they are found. */
function printRejects(io: CliIo): (file: string) => RejectList {
  return (file) => ({
    async add(line, { en, zh }) {
      printError(io, { en: `${file}, line ${line}: ${en}.`, zh: `${file} 第 ${line} 行：${zh}。` });
    },
    close: async () => undefined,
  });
}

function named(path: string): InputFile[] {
  try {
    const found = statSync(path);
    if (found.isFile() || found.isDirectory()) return findFiles([path]);
  } catch (error) {
    const { code, path: unreadable = path } = error as NodeJS.ErrnoException;
    if (!code) throw error;
    throw usage(`"${unreadable}" cannot be read (${code})`, `无法读取 "${unreadable}"（${code}）`);
  }
  // It must be read twice, but a pipe can only be read once.
  throw usage(
    `"${path}" is neither a file nor a folder: give "-" for standard input`,
    `"${path}" 既不是文件也不是文件夹：请用 "-" 表示标准输入`,
  );
}

/**
 * Stores standard input in a file: it must be read twice and may be larger than memory. Its temporary folder is for its
 * owner alone.
 */
async function spool(io: CliIo): Promise<{ file: InputFile; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'citewell-stdin-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, randomUUID());
    await pipeline(io.input(), createWriteStream(path, { mode: 0o600 }));
    const [file] = findFiles([path]);
    if (!file) throw new Error(`${path} is not there`);
    return { file: { ...file, name: '-' }, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

function quoted(path: string): string {
  return /^[\w./~+@=,:-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
