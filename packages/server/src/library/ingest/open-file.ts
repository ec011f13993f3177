import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { fileError } from './file-error.ts';

export type OpenFile = {
  /**
   * Unpacked content of the file.
   * @throws FileError if the compressed file is damaged or truncated.
   */
  bytes: AsyncIterable<Buffer>;
  /** Returns the number of bytes read from the file itself. */
  position(): number;
};

const readBytes = 1 << 20;
const unpackBytes = 1 << 18;

/** Opens a file, decompressing gzip, which is recognized by content rather than name. */
export function openFile(path: string, isPacked: boolean): OpenFile {
  const raw = createReadStream(path, { highWaterMark: readBytes });
  return { bytes: isPacked ? unpacked(raw) : plain(raw), position: () => raw.bytesRead };
}

async function* plain(raw: Readable): AsyncGenerator<Buffer> {
  yield* raw;
}

async function* unpacked(raw: Readable): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: unpackBytes });
  // Errors of both surface in the iteration.
  pipeline(raw, gunzip, () => {});
  try {
    yield* gunzip;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR')
      throw fileError(
        'the gzip data end in the middle: the file is not whole',
        'gzip 数据在中途结束：文件不完整',
      );
    if (code?.startsWith('Z_')) throw fileError('the gzip data are damaged', 'gzip 数据已损坏');
    throw error;
  } finally {
    raw.destroy();
  }
}
