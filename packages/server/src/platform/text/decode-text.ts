import { isUtf8 } from 'node:buffer';

/**
 * Share of Chinese characters in Chinese text that have a Chinese neighbour; accented letters misread as GB18030
 * stand alone.
 */
const neighboured = 0.9;

/**
 * Decodes a text file: UTF-8, UTF-16 with a byte order mark (as spreadsheets save "Unicode text"), or GB18030 (as
 * Windows saves text in China). Undefined if it is none of these.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  if (mark === 'fffe' || mark === 'feff') return decoded(bytes, mark === 'fffe' ? 'utf-16le' : 'utf-16be');
  if (isUtf8(bytes)) return decoded(bytes, 'utf-8');
  const text = decoded(bytes, 'gb18030');
  return text !== undefined && isChinese(text) ? text : undefined;
}

/** Decodes a text without its byte order mark. */
function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function isChinese(text: string): boolean {
  const all = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const together = (text.match(/\p{Script=Han}{2,}/gu) ?? []).join('').length;
  return all > 0 && !/[^\P{Cc}\s]/u.test(text) && together >= neighboured * all;
}
