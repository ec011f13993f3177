import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWriteAheadLog, type WriteAheadLog } from '../../database/sqlite/write-ahead-log.ts';

/** Bytes that a disk and a page cache keep or lose together. */
const blockBytes = 4_096;

/**
 * Log of a database on a simulated slow disk. As in a page cache, a flush covers what was written before it began; a failed
 * flush leaves the disk unchanged and nothing for the next flush to write.
 */
export class SimulatedLog {
  /** Number of flushes in progress. */
  readonly running: ((error?: Error) => void)[] = [];
  /** Number of flushes that have begun. */
  begun = 0;
  readonly #path: string;
  readonly #log: WriteAheadLog;
  #disk: Buffer;
  /** Content of the file when the last flush began. */
  #taken: Buffer;

  constructor(path: string) {
    this.#path = path;
    this.#log = openWriteAheadLog(path);
    this.#disk = this.#read();
    this.#taken = this.#disk;
  }

  readonly log: WriteAheadLog = {
    flush: () => this.#flush(),
    rewrite: async (frames) => {
      if (!(await this.#log.rewrite(frames))) return false;
      this.#taken = Buffer.alloc(0);
      await this.#flush();
      return true;
    },
    close: () => this.#log.close(),
  };

  /**
   * Simulates a power failure: copies the content of the disk into `folder`, with those blocks written since that
   * `isWritten` selects, and returns the path of the database there.
   */
  cutPower(folder: string, isWritten: (block: number) => boolean): string {
    const target = join(mkdtempSync(join(folder, 'cut-')), 'database');
    copyFileSync(this.#path, target);
    writeFileSync(
      `${target}-wal`,
      merge(this.#disk, this.#read(), (block) => isWritten(block) && this.#isDirty(block)),
    );
    return target;
  }

  #isDirty(block: number): boolean {
    return !sameBlock(this.#taken, this.#read(), block);
  }

  #flush(): Promise<void> {
    this.begun += 1;
    const file = this.#read();
    const before = this.#taken;
    this.#taken = file;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.running.push((error) => {
      if (error) return reject(error);
      this.#disk = merge(this.#disk, file, (block) => !sameBlock(before, file, block));
      resolve();
    });
    return promise;
  }

  #read(): Buffer {
    return readFileSync(`${this.#path}-wal`);
  }
}

/** Removes the files that `cutPower` created. */
export function removeCut(path: string): void {
  rmSync(join(path, '..'), { recursive: true });
}

function blockOf(file: Buffer, block: number): Buffer {
  return file.subarray(block * blockBytes, (block + 1) * blockBytes);
}

function sameBlock(one: Buffer, other: Buffer, block: number): boolean {
  return blockOf(one, block).equals(blockOf(other, block));
}

/** Returns the old file with some blocks of the new one. */
function merge(old: Buffer, file: Buffer, isTaken: (block: number) => boolean): Buffer {
  const merged = Buffer.alloc(Math.max(old.length, file.length));
  old.copy(merged);
  for (let block = 0; block * blockBytes < file.length; block += 1)
    if (isTaken(block)) blockOf(file, block).copy(merged, block * blockBytes);
  return merged;
}
