import { crc32, inflateRawSync } from 'node:zlib';

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
/** Maximum length of the record at the end with its comment. */
const endMax = 22 + 0xffff;
/** Maximum size of an unpacked part: far beyond any manuscript's text, and small enough to stop a ZIP bomb. */
const partMax = 64 * 1024 * 1024;
const [stored, deflated] = [0, 8];

/**
 * Reads the first file of a ZIP archive (PKWARE's APPNOTE 4.3) with this name; undefined if there is none. Multi-part
 * archives and ZIP64 are not supported, because Word writes neither. Throws ZipError.
 */
export function readZipEntry(archive: Buffer, name: RegExp): Buffer | undefined {
  try {
    const entry = findEntry(archive, name);
    return entry && readEntry(archive, entry);
  } catch (error) {
    if (error instanceof ZipError) throw error;
    // Reading beyond the end, or data that cannot be decompressed.
    throw new ZipError('damaged', { cause: error });
  }
}

/** Archive that cannot be read, with the reason. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
  readonly reason: 'not_a_zip' | 'encrypted' | 'too_large' | 'damaged';

  constructor(reason: ZipError['reason'], options?: ErrorOptions) {
    super(`zip: ${reason}`, options);
    this.reason = reason;
  }
}

type Entry = { flags: number; method: number; crc: number; packed: number; size: number; offset: number };

function findEntry(archive: Buffer, name: RegExp): Entry | undefined {
  const end = findEnd(archive);
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (archive.readUInt32LE(at) !== entrySignature) throw new ZipError('damaged');
    const nameLength = archive.readUInt16LE(at + 28);
    if (name.test(archive.toString('utf8', at + 46, at + 46 + nameLength)))
      return {
        flags: archive.readUInt16LE(at + 8),
        method: archive.readUInt16LE(at + 10),
        crc: archive.readUInt32LE(at + 16),
        packed: archive.readUInt32LE(at + 20),
        size: archive.readUInt32LE(at + 24),
        offset: archive.readUInt32LE(at + 42),
      };
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return undefined;
}

function findEnd(archive: Buffer): number {
  const first = Math.max(0, archive.length - endMax);
  for (let at = archive.length - 22; at >= first; at--)
    if (archive.readUInt32LE(at) === endSignature) return at;
  throw new ZipError('not_a_zip');
}

function readEntry(archive: Buffer, { flags, method, crc, packed, size, offset }: Entry): Buffer {
  if (flags & 1) throw new ZipError('encrypted');
  if (size > partMax) throw new ZipError('too_large');
  if (archive.readUInt32LE(offset) !== localSignature) throw new ZipError('damaged');
  const start = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
  const bytes = archive.subarray(start, start + packed);
  if (method !== stored && method !== deflated) throw new ZipError('damaged');
  // The size stated in the directory is not trusted.
  const content = method === stored ? bytes : inflateRawSync(bytes, { maxOutputLength: partMax });
  if (content.length !== size || crc32(content) !== crc) throw new ZipError('damaged');
  return content;
}
