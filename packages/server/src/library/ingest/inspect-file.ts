import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileError } from './file-error.ts';

export type Format = 'xml' | 'jsonl' | 'medline';

export type Inspection = {
  /** MD5 of the stored file. */
  md5: string;
  size: number;
  isPacked: boolean;
};

const pieceBytes = 1 << 20;

/**
 * Reads a file once, as stored.
 *
 * @throws FileError if it cannot be opened, or if it does not match the .md5 file next to it, which PubMed provides for
 * each of its files.
 */
export async function inspectFile(path: string): Promise<Inspection> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw fileError(`it cannot be read (${error.code})`, `无法读取（${error.code}）`);
  });
  try {
    const hash = createHash('md5');
    const piece = Buffer.allocUnsafe(pieceBytes);
    let size = 0;
    let isPacked = false;
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, pieceBytes);
      if (bytesRead === 0) break;
      if (size === 0) isPacked = piece[0] === 0x1f && piece[1] === 0x8b;
      hash.update(piece.subarray(0, bytesRead));
      size += bytesRead;
    }
    const md5 = hash.digest('hex');
    const stated = await statedMd5(path);
    if (stated !== undefined && stated !== md5)
      throw fileError(
        `its MD5 is ${md5}, and ${basename(path)}.md5 says ${stated}: it is damaged or not whole`,
        `其 MD5 为 ${md5}，而 ${basename(path)}.md5 中为 ${stated}：文件已损坏或不完整`,
      );
    return { md5, size, isPacked };
  } finally {
    await file.close();
  }
}

async function statedMd5(path: string): Promise<string | undefined> {
  const text = await readFile(`${path}.md5`, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const stated = readMd5(text);
  if (stated === undefined)
    throw fileError(`${basename(path)}.md5 holds no MD5`, `${basename(path)}.md5 中没有 MD5`);
  return stated;
}

/** Matches "MD5(pubmed26n0001.xml.gz)= 9e10…" as NCBI writes it, or "9e10…  name" as md5sum does. */
export function readMd5(text: string): string | undefined {
  return /(?<![0-9a-z])[0-9a-f]{32}(?![0-9a-z])/i.exec(text)?.[0].toLowerCase();
}

/**
 * Recognizes a format by the beginning of a text.
 *
 * @throws FileError if it is unknown.
 */
export function formatOf(head: Uint8Array): Format {
  const text = Buffer.from(head.subarray(0, 1024)).toString('latin1').replace(/^ï»¿/, '').trimStart();
  if (text.startsWith('<')) return 'xml';
  if (text.startsWith('{')) return 'jsonl';
  if (/^[A-Z][A-Z0-9]{1,3} {0,2}-/.test(text)) return 'medline';
  if (text === '') throw fileError('it is empty', '文件为空');
  throw fileError(
    'it is neither PubMed XML nor MEDLINE text nor JSON lines',
    '既不是 PubMed XML，也不是 MEDLINE 文本或 JSON 行',
    1,
  );
}
