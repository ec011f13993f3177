import { parsePmid } from '@citewell/core/records/article.ts';
import type { LibraryWriter } from '@citewell/core/records/library.ts';
import { addDemonstration } from '../../library/demonstration.ts';
import { exportRecord } from '../../library/ingest/export-record.ts';
import { readConfig } from '../../platform/config.ts';
import { isoTime } from '../../platform/text/iso-time.ts';
import { jsonLine, pickAction } from '../accounts/with-administration.ts';
import { interruptedExitCode } from '../interrupted.ts';
import { type CliIo, printError, printMessage, terminalLanguage } from '../io.ts';
import { readOneOf, readOptions, usage } from '../options.ts';
import { openExistingWriter, openReader, openWriter, prepareReplacement } from './library-open.ts';
import { describeArticle, statsLines } from './library-view.ts';

type Action = (argv: readonly string[], io: CliIo) => Promise<number>;

const actions: Record<string, Action> = {
  ingest: async (argv, io) => (await import('./library-ingest.ts')).ingestCommand(argv, io),
  sync: async (argv, io) => (await import('./library-sync.ts')).syncCommand(argv, io),
  embed: async (argv, io) => (await import('./library-embed.ts')).embedCommand(argv, io),
  refresh: async (argv, io) => (await import('./library-refresh.ts')).refreshCommand(argv, io),
  add: async (argv, io) => (await import('./library-add.ts')).addCommand(argv, io),
  stats,
  show,
  export: exportAll,
  verify,
  compact,
  rebuild: async (argv, io) => (await import('./library-rebuild.ts')).rebuildCommand(argv, io),
  snapshot: async (argv, io) => (await import('./library-snapshot.ts')).snapshotCommand(argv, io),
  create,
  demo,
};

/** `citewell library …`: works next to a running server, which sees changes at its next search. */
export async function libraryCommand([name = '', ...argv]: readonly string[], io: CliIo): Promise<number> {
  return pickAction('library', name, actions)(argv, io);
}

async function stats(argv: readonly string[], io: CliIo): Promise<number> {
  const { flags } = readOptions(argv, { values: [], flags: ['json'] });
  const library = await openReader(readConfig(io.environment));
  try {
    const { records, demonstration, newest, changedAt, syncedAt, bytes, segments } = await library.stats();
    const time = (at: number | undefined) => (at === undefined ? null : isoTime(at));
    const json = {
      ...{ records, demonstration },
      ...{ newest: newest ?? null, changed_at: time(changedAt), synced_at: time(syncedAt) },
      ...{ bytes, bytes_per_record: records > 0 ? Math.round(bytes / records) : null, segments },
    };
    io.out(flags.has('json') ? jsonLine(json) : statsLines(json, terminalLanguage(io.environment)));
    return 0;
  } finally {
    await library.close();
  }
}

async function show(argv: readonly string[], io: CliIo): Promise<number> {
  const { parameters, flags } = readOptions(argv, { values: [], flags: ['json'], parameters: ['PMID'] });
  const pmid = parsePmid(parameters.PMID);
  if (!pmid) throw usage(`"${parameters.PMID}" is not a PMID`, `"${parameters.PMID}" 不是 PMID`);
  const library = await openReader(readConfig(io.environment));
  try {
    const [article] = await library.get([pmid]);
    if (!article) {
      printError(io, {
        en: `The library has no record with PMID ${pmid}.`,
        zh: `文献库中没有文献 ${pmid}。`,
      });
      return 1;
    }
    if (flags.has('json')) io.out(jsonLine(exportRecord(article)));
    else io.out(describeArticle(article, terminalLanguage(io.environment)));
    return 0;
  } finally {
    await library.close();
  }
}

/** Number of characters printed at once. */
const exportCharacters = 1 << 18;

async function exportAll(argv: readonly string[], io: CliIo): Promise<number> {
  const { values } = readOptions(argv, { values: ['format'], flags: [] });
  readOneOf('--format', values.format ?? 'jsonl', ['jsonl']);
  const writer = await openExistingWriter(readConfig(io.environment));
  try {
    let lines = '';
    for await (const article of writer.records()) {
      lines += jsonLine(exportRecord(article));
      if (lines.length < exportCharacters) continue;
      await io.write(lines);
      lines = '';
    }
    await io.write(lines);
    return 0;
  } finally {
    await writer.close();
  }
}

async function verify(argv: readonly string[], io: CliIo): Promise<number> {
  readOptions(argv, { values: [], flags: [] });
  const problems = await withWriter(io, (writer, signal) => writer.verify(signal));
  if (problems === undefined) return interruptedExitCode;
  for (const problem of problems) io.err(`${problem}\n`);
  if (problems.length > 0) return 1;
  printMessage(io, { en: 'The library is valid.', zh: '文献库完好。' });
  return 0;
}

async function compact(argv: readonly string[], io: CliIo): Promise<number> {
  readOptions(argv, { values: [], flags: [] });
  const done = await withWriter(io, async (writer, signal) => {
    await writer.compact(signal);
    return true;
  });
  if (!done) return interruptedExitCode;
  printMessage(io, { en: 'The library is compacted.', zh: '文献库已压缩整理。' });
  return 0;
}

/** Starts a new library if the existing one is lost or corrupt, keeping what is left of it. */
async function create(argv: readonly string[], io: CliIo): Promise<number> {
  const { flags } = readOptions(argv, { values: [], flags: ['replace'] });
  const config = readConfig(io.environment);
  const renamedTo = prepareReplacement(config, flags.has('replace'));
  const writer = await openWriter(config, 'new');
  try {
    // Invented records would take the place of a lost library.
    await writer.removeDemonstration();
  } finally {
    await writer.close();
  }
  if (renamedTo !== undefined)
    printMessage(io, {
      en: `The damaged file was renamed to ${renamedTo}.`,
      zh: `损坏的文件已改名为 ${renamedTo}。`,
    });
  printMessage(io, {
    en: 'Created a new, empty library. For the invented demonstration records: citewell library demo on',
    zh: '已新建空的文献库。如需虚构的演示记录：citewell library demo on',
  });
  return 0;
}

/** Restores or removes the invented demonstration records, whatever else the library contains. */
async function demo(argv: readonly string[], io: CliIo): Promise<number> {
  const { parameters } = readOptions(argv, { values: [], flags: [], parameters: ['on|off'] });
  const wanted = readOneOf('on|off', parameters['on|off'], ['on', 'off']);
  const writer = await openWriter(readConfig(io.environment));
  try {
    await (wanted === 'on' ? addDemonstration(writer) : writer.removeDemonstration());
  } finally {
    await writer.close();
  }
  if (wanted === 'on')
    printMessage(io, {
      en: 'The library now holds the demonstration records. They are invented; remove them with: citewell library demo off',
      zh: '文献库现含演示记录。这些记录均为虚构；移除请用：citewell library demo off',
    });
  else printMessage(io, { en: 'The library holds no demonstration records.', zh: '文献库中没有演示记录。' });
  return 0;
}

/** Runs work on the existing library; returns undefined if it was interrupted, which does no harm. */
async function withWriter<T>(
  io: CliIo,
  work: (writer: LibraryWriter, signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const interruption = new AbortController();
  const stopListening = io.onInterrupt(() => interruption.abort());
  const writer = await openExistingWriter(readConfig(io.environment));
  try {
    return await work(writer, interruption.signal);
  } catch (error) {
    if (interruption.signal.aborted) return undefined;
    throw error;
  } finally {
    stopListening();
    await writer.close();
  }
}
