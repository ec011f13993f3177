/**
 * Minimum share of Chinese characters that are next to another one in a Chinese text. Accented letters and bytes of other
 * formats, misread as GB 18030, are isolated characters.
 */
const adjacentMin = 0.9;

/**
 * Decodes a text file: UTF-8, UTF-16 with a byte order mark (as spreadsheets save "Unicode text"), or GB 18030 (as
 * Windows saves text in China). Undefined if it is none of these.
 *
 * @example
 * decodeText(new TextEncoder().encode('café')); // 'café'
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be');
  const text = decoded(bytes, 'utf-8');
  if (text !== undefined) return text.includes('\0') ? undefined : text;
  const chinese = decoded(bytes, 'gb18030');
  return chinese !== undefined && isChinese(chinese) ? chinese : undefined;
}

/** Decodes a text without its byte order mark. */
function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function isChinese(text: string): boolean {
  const all = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const adjacent = (text.match(/\p{Script=Han}{2,}/gu) ?? []).join('').length;
  return all > 0 && !/[^\P{Cc}\s]/u.test(text) && adjacent >= adjacentMin * all;
}
