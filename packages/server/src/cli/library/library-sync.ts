import { join } from 'node:path';
import { systemClock } from '@citewell/core/clock.ts';
import type { LibraryWriter } from '@citewell/core/records/library.ts';
import { addCounts, ingest, noCounts } from '../../library/ingest/ingest.ts';
import { createRejectLists } from '../../library/ingest/reject-lists.ts';
import { createThreadReader } from '../../library/ingest/thread-reader.ts';
import { sync } from '../../library/sync/sync.ts';
import { SyncError } from '../../library/sync/sync-error.ts';
import { createDownloader } from '../../literature/sources/remote/download.ts';
import { type Config, readConfig } from '../../platform/config.ts';
import { jsonLine } from '../accounts/with-administration.ts';
import { interruptedExitCode } from '../interrupted.ts';
import { type CliIo, printError, printMessage, terminalLanguage } from '../io.ts';
import { readOptions } from '../options.ts';
import { createIngestReport, type IngestReport } from './ingest-report.ts';
import { embedNewRecords } from './library-embed.ts';
import { batchRecords } from './library-ingest.ts';
import { openWriter } from './library-open.ts';

/**
 * `citewell library sync`: downloads and ingests PubMed's files that the library lacks. 0 also if another process is
 * already syncing.
 */
export async function syncCommand(argv: readonly string[], io: CliIo): Promise<number> {
  readOptions(argv, { values: [], flags: [] });
  const config = readConfig(io.environment);
  const interruption = new AbortController();
  const stopListening = io.onInterrupt(() => interruption.abort());
  io.lowerPriority();
  try {
    const code = await alone(config, io, interruption.signal);
    if (code === 0) await embedNewRecords(config, io);
    if (code !== undefined) return code;
    if (io.isTerminal)
      printMessage(io, { en: 'Another sync is already running.', zh: '另一个同步正在进行。' });
    else io.out(jsonLine({ event: 'busy' }));
    return 0;
  } catch (error) {
    if (interruption.signal.aborted) return interrupted(io);
    if (!(error instanceof SyncError)) throw error;
    printError(io, error.sentence);
    return 1;
  } finally {
    stopListening();
  }
}

/** Syncs unless another process does; then returns undefined. */
async function alone(config: Config, io: CliIo, signal: AbortSignal): Promise<number | undefined> {
  const writer = await openWriter(config);
  try {
    return await writer.syncAlone(() => run(writer, config, io, signal));
  } finally {
    await writer.close();
  }
}

async function run(writer: LibraryWriter, config: Config, io: CliIo, signal: AbortSignal): Promise<number> {
  const downloader = createDownloader({ clock: systemClock });
  const readers = [createThreadReader()];
  const rejects = createRejectLists(join(config.dataDir, 'rejected'), terminalLanguage(io.environment));
  const counts = noCounts();
  let refused = 0;
  let shown: IngestReport | undefined;
  try {
    const options = { writer, readers, batchSize: batchRecords, resume: true, rejects, signal };
    const { stopped } = await sync({
      ...{ baseUrl: config.pubmedFilesUrl, downloader, writer, signal },
      folder: join(config.dataDir, 'downloads'),
      begin(files) {
        // Their sizes are unknown before they are downloaded.
        shown = createIngestReport(io, { total: files, weightOf: () => 1 }, 'low', systemClock);
      },
      async ingestFile(path, name) {
        const result = await ingest([{ path, name }], {
          ...options,
          report: (event) => shown?.report(event),
        });
        addCounts(counts, result.counts);
        refused += result.refused;
        return result;
      },
    });
    shown?.finish({ counts, refused, interrupted: signal.aborted });
    if (signal.aborted) return interrupted(io);
    return stopped || counts.rejected > 0 ? 1 : 0;
  } finally {
    for (const reader of readers) await reader.close();
    await downloader.close();
  }
}

function interrupted(io: CliIo): number {
  printError(io, {
    en: 'Stopped. Imported records are kept. Continue with: citewell library sync',
    zh: '已停止，已写入的内容保留。继续：citewell library sync',
  });
  return interruptedExitCode;
}
