import { systemClock } from '@citewell/core/clock.ts';
import type { Article, Pmid } from '@citewell/core/records/article.ts';
import { openSharedLiterature } from '../../database/open-storage.ts';
import { type RefreshCounts, refreshLibrary } from '../../library/refresh/refresh-library.ts';
import { noCache } from '../../literature/sources/cache.ts';
import { configuredRemoteSources } from '../../literature/sources/remote-sources.ts';
import { type RemoteRetriever, SourceError } from '../../literature/sources/retriever.ts';
import { type Config, readConfig } from '../../platform/config.ts';
import { remoteSourceNames } from '../../platform/source-addresses.ts';
import { jsonLine } from '../accounts/with-administration.ts';
import { interruptedExitCode } from '../interrupted.ts';
import { type CliIo, printError, printMessage } from '../io.ts';
import { readOptions, usage } from '../options.ts';
import { openExistingWriter, openReader } from './library-open.ts';

/** Milliseconds between two lines of progress. */
const reportMs = 5_000;
/** Milliseconds that a source may take for a batch, including attempts and queue, and for one attempt. */
const batchMs = 120_000;
const attemptTimeoutMs = 60_000;

/** `citewell library refresh`: adds missing bibliographic details to records ingested by an older version. */
export async function refreshCommand(argv: readonly string[], io: CliIo): Promise<number> {
  const { flags } = readOptions(argv, { values: [], flags: ['json'] });
  const config = readConfig(io.environment);
  if (configuredRemoteSources(config).length === 0)
    throw usage(
      `CITEWELL_SOURCES lists no remote source (${remoteSourceNames.join(', ')})`,
      `CITEWELL_SOURCES 中没有远程来源（${remoteSourceNames.join('、')}）`,
    );
  const interruption = new AbortController();
  const stopListening = io.onInterrupt(() => interruption.abort());
  const writer = await openExistingWriter(config);
  try {
    const total = await countRecords(config);
    let reportedAt = performance.now();
    const report = (seen: number, counts: RefreshCounts) => {
      if (performance.now() - reportedAt < reportMs) return;
      reportedAt = performance.now();
      if (flags.has('json')) io.out(jsonLine({ event: 'progress', seen, total, ...counts }));
      else printError(io, progressSentence(seen, total, counts));
    };
    const counts = await withSources(config, (fetch) =>
      refreshLibrary(writer, { fetch, signal: interruption.signal, report }),
    );
    if (flags.has('json')) io.out(jsonLine({ event: 'done', records: total, ...counts }));
    else
      printMessage(io, {
        en: `${counts.asked} of ${total} records lacked bibliographic details: ${counts.filled} filled, ${counts.missing} not found in any source.`,
        zh: `${total} 篇文献中有 ${counts.asked} 篇缺少题录信息：已补全 ${counts.filled} 篇，${counts.missing} 篇在各来源中均未找到。`,
      });
    return 0;
  } catch (error) {
    if (interruption.signal.aborted) {
      printError(io, {
        en: 'Stopped. Details added so far are kept. Continue with: citewell library refresh',
        zh: '已停止，已补全的内容保留。继续：citewell library refresh',
      });
      return interruptedExitCode;
    }
    if (!(error instanceof SourceError)) throw error;
    printError(io, {
      en: `No source could be reached (${error.message}). Details added so far are kept. Continue with: citewell library refresh`,
      zh: `无法访问任何来源（${error.message}）。已补全的内容保留。继续：citewell library refresh`,
    });
    return 1;
  } finally {
    stopListening();
    await writer.close();
  }
}

function progressSentence(seen: number, total: number, { asked, filled }: RefreshCounts) {
  return {
    en: `${seen} of ${total} records checked, ${filled} of ${asked} filled.`,
    zh: `已查看 ${seen}/${total} 篇文献，已补全 ${filled}/${asked} 篇。`,
  };
}

async function countRecords(config: Config): Promise<number> {
  const library = await openReader(config);
  try {
    return (await library.stats()).records;
  } finally {
    await library.close();
  }
}

type Fetch = (pmids: readonly Pmid[], signal: AbortSignal) => Promise<Article[]>;

/** Works with the configured sources, bypassing their caches, under the rate limits shared with a running service. */
async function withSources<T>(config: Config, work: (fetch: Fetch) => Promise<T>): Promise<T> {
  const log = () => {};
  const shared = await openSharedLiterature({ ...config, clock: systemClock, log }, config.cachePath);
  const sources: RemoteRetriever[] = [];
  try {
    for (const { name, baseUrl, startsPerSecond, open } of configuredRemoteSources(config)) {
      const limiter = shared.createLimiter(name, startsPerSecond(config));
      const options = { baseUrl, cache: noCache, clock: systemClock, log, limiter, attemptTimeoutMs };
      sources.push(open(options, config));
    }
    return await work((pmids, signal) => fetchFrom(sources, pmids, signal));
  } finally {
    for (const source of sources) await source.close();
    await shared.close();
  }
}

/**
 * Asks each source for what the previous ones did not have.
 *
 * @throws SourceError if one of them failed and records are missing.
 */
async function fetchFrom(
  sources: readonly RemoteRetriever[],
  pmids: readonly Pmid[],
  signal: AbortSignal,
): Promise<Article[]> {
  const found = new Map<Pmid, Article>();
  let failure: SourceError | undefined;
  for (const source of sources) {
    const wanted = new Set(pmids.filter((pmid) => !found.has(pmid)));
    if (wanted.size === 0) break;
    try {
      const deadline = systemClock.now() + batchMs;
      for (const article of await source.fetch([...wanted], { signal, deadline }))
        if (wanted.has(article.pmid)) found.set(article.pmid, article);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      failure = error;
    }
  }
  if (failure && found.size < pmids.length) throw failure;
  return [...found.values()];
}
