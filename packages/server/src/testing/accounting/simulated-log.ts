import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWriteAheadLog, type WriteAheadLog } from '../../database/sqlite/write-ahead-log.ts';

/** Bytes that a disk and a page cache keep or lose together. */
const blockBytes = 4_096;

/**
 * The log of a database on a disk that takes its time. As in a page cache, a flush takes what was written before it began; one
 * that fails leaves the disk as it was, and nothing to be written for the next one.
 */
export class SimulatedLog {
  /** Flushes that have begun, and not ended. */
  readonly running: ((error?: Error) => void)[] = [];
  /** Number of flushes that have begun. */
  begun = 0;
  readonly #path: string;
  readonly #log: WriteAheadLog;
  #disk: Buffer;
  /** The file as it was when the last flush began. */
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
   * Cuts the power: copies what the disk has into `folder`, with those blocks written since that `isWritten` names, and
   * returns the database's path there.
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

/** Removes what `cutPower` made. */
export function removeCut(path: string): void {
  rmSync(join(path, '..'), { recursive: true });
}

function blockOf(file: Buffer, block: number): Buffer {
  return file.subarray(block * blockBytes, (block + 1) * blockBytes);
}

function sameBlock(one: Buffer, other: Buffer, block: number): boolean {
  return blockOf(one, block).equals(blockOf(other, block));
}

/** The old file with some blocks of the new one. */
function merge(old: Buffer, file: Buffer, isTaken: (block: number) => boolean): Buffer {
  const merged = Buffer.alloc(Math.max(old.length, file.length));
  old.copy(merged);
  for (let block = 0; block * blockBytes < file.length; block += 1)
    if (isTaken(block)) blockOf(file, block).copy(merged, block * blockBytes);
  return merged;
}
