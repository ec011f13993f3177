import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = { name: string; text: string };

/** 1980-01-01, so that an archive of the same texts always has the same bytes. */
const date = 0x21;
const version = 20;
const deflated = 8;
/** Names are UTF-8. */
const flags = 0x0800;

/** Creates a ZIP archive of these texts in order (PKWARE APPNOTE 4.3). */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text } of entries) {
    const bytes = Buffer.from(text, 'utf8');
    const data = deflateRawSync(bytes);
    const nameBytes = Buffer.from(name, 'utf8');
    const common = Buffer.alloc(26);
    common.writeUInt16LE(version, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(deflated, 4);
    common.writeUInt16LE(0, 6);
    common.writeUInt16LE(date, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([signature(0x04034b50), common, nameBytes, data]);
    const made = Buffer.alloc(2);
    made.writeUInt16LE(version, 0);
    // Comment length, disk number, internal and external attributes: all 0; then the offset of the file.
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([signature(0x02014b50), made, common, tail, nameBytes]));
    files.push(local);
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listing.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, listing, signature(0x06054b50), end]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
