import { closeSync, fdatasync, openSync, readSync, realpathSync, writeSync } from 'node:fs';

/** The file to which SQLite commits, `<database>-wal`, through a descriptor in addition to SQLite's own. */
export type WriteAheadLog = {
  /** Resolves when everything that was in the file before the call is on the disk. */
  flush(): Promise<void>;
  /**
   * Writes the first `frames` frames again, as read, and flushes them: after a failed flush, the system may consider them
   * written. The caller must have SQLite's write lock. Returns false, and writes nothing, if they are not what SQLite
   * committed.
   */
  rewrite(frames: number): Promise<boolean>;
  close(): void;
};

/**
 * Opens the log of a database that must stay open until after `close`: SQLite deletes a log only with its last
 * connection. SQLite locks the database and its -shm file, never this one, so closing a descriptor of it releases no lock.
 */
export function openWriteAheadLog(database: string): WriteAheadLog {
  // SQLite keeps it next to the target of a symbolic link.
  const file = openSync(`${realpathSync(database)}-wal`, 'r+');
  const flush = () =>
    new Promise<void>((resolve, reject) => {
      fdatasync(file, (error) => (error ? reject(error) : resolve()));
    });
  return {
    flush,
    async rewrite(frames) {
      const bytes = readFrames(file, frames);
      if (bytes === undefined) return false;
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, at);
      await flush();
      return true;
    },
    close: () => closeSync(file),
  };
}

const headerBytes = 32;
const frameHeaderBytes = 24;
/** Magic number; its last bit indicates the byte order of the checksums. */
const magic = 0x377f0682;

/** Reads header and frames, if each has the header's salts and continues the previous checksum (sqlite.org/fileformat2.html#walformat). */
function readFrames(file: number, frames: number): Buffer | undefined {
  if (frames === 0) return Buffer.alloc(0);
  const header = readAt(file, 0, headerBytes);
  if (header === undefined || (header.readUInt32BE(0) & ~1) >>> 0 !== magic) return undefined;
  const isBigEndian = (header.readUInt32BE(0) & 1) === 1;
  const frameBytes = frameHeaderBytes + header.readUInt32BE(8);
  const bytes = readAt(file, 0, headerBytes + frames * frameBytes);
  if (bytes === undefined) return undefined;
  const sum: Sum = [0, 0];
  add(sum, bytes.subarray(0, headerBytes - 8), isBigEndian);
  if (!isSum(sum, bytes, headerBytes - 8)) return undefined;
  for (let at = headerBytes; at < bytes.length; at += frameBytes) {
    if (!bytes.subarray(at + 8, at + 16).equals(header.subarray(16, 24))) return undefined;
    add(sum, bytes.subarray(at, at + 8), isBigEndian);
    add(sum, bytes.subarray(at + frameHeaderBytes, at + frameBytes), isBigEndian);
    if (!isSum(sum, bytes, at + 16)) return undefined;
  }
  return bytes;
}

function readAt(file: number, at: number, length: number): Buffer | undefined {
  const bytes = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const more = readSync(file, bytes, read, length - read, at + read);
    if (more === 0) return undefined;
    read += more;
  }
  return bytes;
}

type Sum = [first: number, second: number];

/** Continues SQLite's checksum over pairs of 32-bit numbers. */
function add(sum: Sum, bytes: Buffer, isBigEndian: boolean): void {
  const read = (at: number) => (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at));
  let [first, second] = sum;
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + read(at) + second) >>> 0;
    second = (second + read(at + 4) + first) >>> 0;
  }
  sum[0] = first;
  sum[1] = second;
}

function isSum([first, second]: Sum, bytes: Buffer, at: number): boolean {
  return bytes.readUInt32BE(at) === first && bytes.readUInt32BE(at + 4) === second;
}
