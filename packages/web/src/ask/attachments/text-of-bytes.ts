/** Share of the Chinese characters of a Chinese text that stand beside another one; bytes of another format decode to single ones. */
const adjacentMin = 0.9;

/**
 * Decodes a text file: UTF-8, UTF-16 with a byte order mark, or GB 18030 as Chinese Windows still writes it. Undefined for
 * everything else: archives, old Word files, RTF and other formats that no text is read from.
 */
export function textOfBytes(bytes: ArrayBuffer): string | undefined {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be');
  const text = decoded(bytes, 'utf-8');
  if (text !== undefined) return /^(?:\{\\rtf|%PDF-|PK\u0003)/.test(text) ? undefined : text;
  const chinese = decoded(bytes, 'gb18030');
  return chinese !== undefined && isChinese(chinese) ? chinese : undefined;
}

function decoded(bytes: ArrayBuffer, encoding: string): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function isChinese(text: string): boolean {
  const all = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const adjacent = (text.match(/\p{Script=Han}{2,}/gu) ?? []).join('').length;
  return all > 0 && !/[^\P{Cc}\s]/u.test(text) && adjacent >= adjacentMin * all;
}
