/** Text of a Word document, or the reason why it has none, as for other files. */
export type DocxText = { text: string } | { failure: 'unreadable' | 'text_too_long' };

/** Maximum decompressed size of the main part: a small archive can contain gigabytes of spaces. */
export const unpackedMaxBytes = 16 * 1024 * 1024;

const directoryEnd = 0x06054b50;
const directoryEntry = 0x02014b50;
const mainPart = /^word\/document\d*\.xml$/;

type Entry = { method: number; flags: number; packed: number; at: number };

/** Reads the paragraphs of a .docx file, one per line, like the service's own manuscript reader, including tables. */
export async function readDocxText(bytes: ArrayBuffer): Promise<DocxText> {
  const entry = findMainPart(new DataView(bytes));
  // Bit 0: encrypted.
  if (!entry || entry.flags & 1 || (entry.method !== 0 && entry.method !== 8))
    return { failure: 'unreadable' };
  const view = new DataView(bytes);
  if (entry.at + 30 > bytes.byteLength) return { failure: 'unreadable' };
  const start = entry.at + 30 + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true);
  if (start + entry.packed > bytes.byteLength) return { failure: 'unreadable' };
  const packed = bytes.slice(start, start + entry.packed);
  try {
    const xml = entry.method === 0 ? new Uint8Array(packed) : await unpack(packed);
    return xml ? { text: textOf(new TextDecoder().decode(xml)) } : { failure: 'text_too_long' };
  } catch {
    return { failure: 'unreadable' };
  }
}

/** Finds the document among the files of an archive; undefined if the archive is invalid or corrupt. */
function findMainPart(view: DataView): Entry | undefined {
  const end = findDirectoryEnd(view);
  if (end === undefined) return undefined;
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== directoryEntry) return undefined;
    const nameLength = view.getUint16(at + 28, true);
    if (at + 46 + nameLength > view.byteLength) return undefined;
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, nameLength));
    if (mainPart.test(name))
      return {
        flags: view.getUint16(at + 8, true),
        method: view.getUint16(at + 10, true),
        packed: view.getUint32(at + 20, true),
        at: view.getUint32(at + 42, true),
      };
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return undefined;
}

function findDirectoryEnd(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= first; at--)
    if (view.getUint32(at, true) === directoryEnd) return at;
  return undefined;
}

/** Inflates a part up to the limit; undefined if it is larger. */
async function unpack(packed: ArrayBuffer): Promise<Uint8Array | undefined> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.byteLength;
    if (length > unpackedMaxBytes) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(part.value);
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

/**
 * Matches what Word shows: text, and the ends of paragraphs, lines and tabs. Deleted text is in a different element.
 */
const shown = /<w:t(?:\s[^<>]{0,200})?>([^<]*)<\/w:t>|<(?:\/w:p|w:br|w:cr|w:tab)(?=[\s/>])/g;

function textOf(xml: string): string {
  let text = '';
  for (const [found, words] of xml.matchAll(shown))
    text += words === undefined ? (found.startsWith('</w:p') ? '\n' : ' ') : withoutEntities(words);
  return text.trim();
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function withoutEntities(text: string): string {
  return text.replace(
    /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
    (whole, name, decimal, hex) => {
      if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
