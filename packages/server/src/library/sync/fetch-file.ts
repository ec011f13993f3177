import { open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DownloadError,
  type Downloader,
  type DownloadFailure,
} from '../../literature/sources/remote/download.ts';
import { makeFolder } from '../../platform/data-file.ts';
import { inspectFile, readMd5 } from '../ingest/inspect-file.ts';
import { SyncError } from './sync-error.ts';

/** Number of downloads of a file whose bytes do not match the announced checksum. */
const fetchesMax = 3;

/** Returns the MD5 that the server states; undefined if it states none. */
export async function statedMd5(
  url: string,
  downloader: Downloader,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    return readMd5(await downloader.text(`${url}.md5`, signal));
  } catch (error) {
    if (error instanceof DownloadError && error.failure === 'not_found') return undefined;
    throw toSyncError(error);
  }
}

/** Downloads a file and its .md5 into a folder, resuming an earlier attempt, and returns its path. */
export async function fetchFile(
  { url, name, md5 }: { url: string; name: string; md5: string | undefined },
  folder: string,
  downloader: Downloader,
  signal: AbortSignal,
): Promise<string> {
  makeFolder(folder);
  const path = join(folder, name);
  const part = `${path}.part`;
  if (md5 !== undefined && (await isThere(path, md5))) return path;
  for (let fetches = 1; ; fetches++) {
    try {
      await downloader.file(url, part, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw toSyncError(error);
    }
    const { md5: got, isPacked } = await inspectFile(part);
    if (isPacked && (md5 === undefined || got === md5)) break;
    await rm(part, { force: true });
    if (fetches < fetchesMax) continue;
    throw isPacked ? wrong(url, got, md5) : notPacked(url);
  }
  await rename(part, path);
  if (md5 !== undefined) await writeFile(`${path}.md5`, `MD5(${name})= ${md5}\n`);
  await sync(path);
  return path;
}

/** Returns true for a file left by a sync that was stopped during its ingest. */
async function isThere(path: string, md5: string): Promise<boolean> {
  const known = await inspectFile(path).catch(() => undefined);
  return known?.md5 === md5;
}

export async function removeFile(path: string): Promise<void> {
  for (const file of [path, `${path}.md5`]) await rm(file, { force: true });
}

/** Flushes a folder to disk, so that a rename survives a power failure. */
async function sync(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function wrong(url: string, got: string, stated: string | undefined): SyncError {
  return new SyncError({
    en: `${url}: the download has the MD5 ${got}, expected ${stated}, after ${fetchesMax} attempts; try again later.`,
    zh: `${url}：收到的数据 MD5 为 ${got}，而声明的是 ${stated}。已重试 ${fetchesMax} 次，请稍后再试。`,
  });
}

function notPacked(url: string): SyncError {
  return new SyncError({
    en: `${url}: the download is not a gzip file; perhaps a proxy returned a page.`,
    zh: `${url}：收到的不是 gzip 文件，可能是代理返回的网页。`,
  });
}

const failures: Record<DownloadFailure, readonly [en: string, zh: string]> = {
  not_found: ['is not there', '不存在'],
  refused: ['is refused', '被拒绝'],
  unavailable: [
    'is not available at the moment: the server is busy or failing',
    '暂时无法获取：服务器繁忙或故障',
  ],
  unreachable: ['cannot be reached', '无法连接'],
  timeout: ['took too long', '超时'],
  redirect: ['redirects to an address that is not accepted', '重定向到不被接受的地址'],
  too_long: ['is longer than any listing', '内容过长'],
};

/** Converts a failed download into a SyncError; other errors pass unchanged. */
export function toSyncError(error: unknown): unknown {
  if (!(error instanceof DownloadError)) return error;
  const [en, zh] = failures[error.failure];
  const status = error.status === undefined ? '' : ` (HTTP ${error.status})`;
  return new SyncError({ en: `${error.url} ${en}${status}.`, zh: `${error.url} ${zh}${status}。` });
}
