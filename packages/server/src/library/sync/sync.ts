import type { LibraryWriter } from '@citewell/core/records/library.ts';
import { DownloadError, type Downloader } from '../../literature/sources/remote/download.ts';
import { type IngestResult, progressKey } from '../ingest/ingest.ts';
import { fetchFile, removeFile, statedMd5, toSyncError } from './fetch-file.ts';
import { readListing } from './listing.ts';
import { SyncError } from './sync-error.ts';

/** Folders in the order in which they build on each other. */
const folders = ['baseline', 'updatefiles'];

export type SyncOptions = {
  /** URL of the parent of PubMed's two folders. */
  baseUrl: string;
  downloader: Downloader;
  /** Folder in which files wait until they are ingested. */
  folder: string;
  writer: LibraryWriter;
  /** Ingests one file. */
  ingestFile(path: string, name: string): Promise<IngestResult>;
  signal: AbortSignal;
  /** Reports the number of files to download, once it is known. */
  begin(files: number): void;
};

/** `stopped`: something was rejected or interrupted, and later files must wait. */
export type SyncResult = { files: number; stopped: boolean };

/**
 * Downloads the files that the library lacks and ingests them in order, since they build on each other; the next one is
 * downloaded while one is written.
 *
 * @throws SyncError if a download fails.
 */
export async function sync(options: SyncOptions): Promise<SyncResult> {
  const { writer, signal, ingestFile, begin } = options;
  const missing: Missing[] = [];
  for (const file of await list(options)) if (!(await writer.progressOf(file.name))?.done) missing.push(file);
  begin(missing.length);
  const stop = new AbortController();
  const get = (place: number) => {
    const file = missing[place];
    const got = file && obtain(file, options, AbortSignal.any([signal, stop.signal]));
    // Awaited in its turn.
    got?.catch(() => {});
    return got;
  };
  try {
    let upcoming = get(0);
    for (const [place, { name }] of missing.entries()) {
      const path = await upcoming;
      upcoming = get(place + 1);
      if (path !== undefined) {
        const { refused, interrupted } = await ingestFile(path, name);
        if (refused > 0 || interrupted) return { files: place, stopped: true };
        await removeFile(path);
      }
      await writer.write({
        put: [],
        remove: [],
        notices: [],
        progress: { file: name, records: 0, done: true },
      });
    }
  } finally {
    stop.abort();
  }
  if (missing.length > 0) await writer.releaseSpace(signal);
  await writer.synced();
  return { files: missing.length, stopped: false };
}

type Missing = { name: string; url: string };

async function list({ baseUrl, downloader, signal }: SyncOptions): Promise<Missing[]> {
  const found: Missing[] = [];
  for (const folder of folders) {
    const url = `${baseUrl}/${folder}/`;
    const html = await downloader.text(url, signal).catch((error) => {
      // A mirror may have only one of the two.
      if (error instanceof DownloadError && error.failure === 'not_found') return '';
      throw toSyncError(error);
    });
    found.push(...readListing(html).map((name) => ({ name, url: `${url}${name}` })));
  }
  if (found.length > 0) return found;
  throw new SyncError({
    en: `${baseUrl} lists no PubMed files in baseline or updatefiles.`,
    zh: `${baseUrl} 的 baseline 与 updatefiles 中均未列出 PubMed 文件。`,
  });
}

/** Returns the path of the file; undefined if it was ingested already, by hand. */
async function obtain(
  { name, url }: Missing,
  { downloader, folder, writer }: SyncOptions,
  signal: AbortSignal,
): Promise<string | undefined> {
  const md5 = await statedMd5(url, downloader, signal);
  if (md5 !== undefined && (await writer.progressOf(progressKey(name, md5)))?.done) return undefined;
  return fetchFile({ url, name, md5 }, folder, downloader, signal);
}
