import { createHash } from 'node:crypto';
import type { FullText } from './full-text.ts';
import { readJats } from './read-jats.ts';

/** Reads a document as it was downloaded, with its SHA-256 in hexadecimal; undefined where it is no article with a text. */
export function readFullText(xml: Uint8Array): { text: FullText; sha256: string } | undefined {
  const text = readJats(xml);
  return text && { text, sha256: createHash('sha256').update(xml).digest('hex') };
}
