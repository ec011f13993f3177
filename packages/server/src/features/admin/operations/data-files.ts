import { stat } from 'node:fs/promises';
import type { LocalizedMessage } from '@citewell/core/errors.ts';
import type { Config } from '../../../platform/config.ts';
import type { Disk, WriteFailure } from '../../../platform/disk.ts';
import type { Log } from '../../../platform/log.ts';

/** Monitor of the files that this process has opened in the data folder, and of their disk. */
export type DataFiles = {
  /** Returns the path that no longer leads to the opened file, or undefined. */
  lost(): string | undefined;
  /** Returns the message for callers if a file has been replaced or removed; it contains no path. */
  filesLostMessage(): LocalizedMessage | undefined;
  /** Returns why the accounts cannot be written to, until a probe succeeds. */
  writeFailure(): WriteFailure | undefined;
  /**
   * Returns the message for load balancers while the accounts cannot be written to. Calls that write nothing are still
   * served.
   */
  unwritable(): LocalizedMessage | undefined;
  close(): void;
};

/** Interval between checks of the paths, in milliseconds: entries written in between are lost with the file. */
const everyMs = 1_000;

/**
 * Monitors the data folder and its databases. A file that is deleted or replaced while open still accepts writes that
 * nobody will ever read; only its path reveals it. Starts from the current state.
 */
export async function watchDataFiles(
  config: Pick<Config, 'dataDir' | 'database' | 'library'>,
  disk: Disk | undefined,
  log: Log,
  intervalMs = everyMs,
): Promise<DataFiles> {
  const databases = [config.database, config.library].flatMap((each) =>
    each.kind === 'sqlite' ? [each.path] : [],
  );
  const opened = new Map<string, string | undefined>();
  for (const path of [config.dataDir, ...databases]) opened.set(path, await identify(path));
  let lost: string | undefined;

  async function checkFiles(): Promise<void> {
    let missed: string | undefined;
    for (const [path, identity] of opened) if ((await identify(path)) !== identity) missed ??= path;
    if (missed !== undefined && lost === undefined) log('error', 'data_file_lost');
    if (missed === undefined && lost !== undefined) log('info', 'data_file_back');
    lost = missed;
    await lookAtDisk();
  }

  let unwritable: WriteFailure | undefined;

  async function lookAtDisk(): Promise<void> {
    const failure = disk?.failure();
    if (failure !== undefined && unwritable === undefined) log('error', 'database_unwritable', { failure });
    unwritable = failure;
    await disk?.probe();
    if (unwritable === undefined || disk?.failure() !== undefined) return;
    log('info', 'database_writable');
    unwritable = undefined;
  }

  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const again = () => {
    if (!closed) timer = setTimeout(() => void checkFiles().finally(again), intervalMs).unref();
  };
  again();
  return {
    lost: () => lost,
    filesLostMessage: () => (lost === undefined ? undefined : filesLost),
    writeFailure: () => disk?.failure(),
    unwritable() {
      const failure = disk?.failure();
      return failure && databaseUnwritable[failure];
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/** Returns the device and inode of the file: a replacement has another inode. */
async function identify(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(path);
    return `${dev} ${ino}`;
  } catch {
    return undefined;
  }
}

const databaseUnwritable: Record<WriteFailure, LocalizedMessage> = {
  disk_full: {
    en: 'The accounts database cannot be written to: the disk is full. Service resumes once space is available.',
    zh: '账户数据库无法写入：磁盘空间已满。释放空间后服务会自动恢复。',
  },
  io_error: {
    en: 'The accounts database cannot be written to: the disk is failing. Service resumes once a write succeeds.',
    zh: '账户数据库无法写入：磁盘发生故障。写入成功后服务会自动恢复。',
  },
};

const filesLost: LocalizedMessage = {
  en: 'The service has lost its data folder or a database in it and is not accepting requests. The operator must restore it and restart the service.',
  zh: '服务的数据目录或其中的数据库已丢失，暂不接受请求。需由管理员恢复并重新启动服务。',
};
