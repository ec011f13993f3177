import { createHash } from 'node:crypto';
import type { FullText } from './full-text.ts';
import { readJats } from './read-jats.ts';

/** Reads a downloaded document and its SHA-256 in hexadecimal; returns undefined if it is not an article with text. */
export function readFullText(xml: Uint8Array): { text: FullText; sha256: string } | undefined {
  const text = readJats(xml);
  return text && { text, sha256: createHash('sha256').update(xml).digest('hex') };
}
