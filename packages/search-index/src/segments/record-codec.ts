import { readFileSync } from 'node:fs';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type AbstractSection, type Article, emptyRecord } from '@citewell/core/records/article.ts';

/**
 * Text that most records share, which precedes each of them while it is compressed. Part of the format: the stored records
 * refer to it.
 */
const dictionary = readDictionary(new URL('./record-dictionary.txt', import.meta.url));

/** Small window, which is fast to set up for each record and still contains the dictionary and most records. */
const smallTexts = { windowBits: 13, memLevel: 5, chunkSize: 4_096 };

/** First byte of a record compressed with the dictionary: a type of block that deflate does not have. */
const withDictionary = 0b111;

/**
 * Compresses short JSON with raw deflate and a preset dictionary: 5 % smaller than zstd per record even without it, and
 * read in half the time.
 */
export function encodeRecord(article: Article): Uint8Array {
  const deflated = deflateRawSync(recordText(article), { ...smallTexts, dictionary });
  return Buffer.concat([Uint8Array.of(withDictionary), deflated]);
}

/** Decodes a record, which has no dictionary if an earlier release wrote it. */
export function decodeRecord(bytes: Uint8Array): Article {
  const text =
    bytes[0] === withDictionary
      ? inflateRawSync(bytes.subarray(1), { ...smallTexts, dictionary })
      : inflateRawSync(bytes, smallTexts);
  return parseRecordText(text.toString());
}

/** Joins the lines, except those that begin with #. */
function readDictionary(file: URL): Buffer {
  const lines = readFileSync(file, 'utf8').split('\n');
  return Buffer.from(lines.filter((line) => !line.startsWith('#')).join(''));
}

/** Restores the record from a text that `recordText` made. */
export function parseRecordText(text: string): Article {
  const stored = JSON.parse(text) as Record<string, unknown>;
  const record: Record<string, unknown> = { ...emptyRecord };
  for (const [name, list] of usualLists) record[name] = [...list];
  for (const name of Object.keys(stored))
    record[longNames[name] ?? name] =
      name === shortNames.abstract ? (stored[name] as string[][]).map(toSection) : stored[name];
  return record as Article;
}

/** Lists of a record without any, created for each. */
const usualLists = Object.entries(emptyRecord).filter((entry): entry is [string, string[]] =>
  Array.isArray(entry[1]),
);

/**
 * Returns the text of a record to be stored, before compression: equal for equal records, whatever the order of their
 * fields. Values of an `emptyRecord` are omitted, names are one letter; an unknown name is kept.
 */
export function recordText(article: Article): string {
  const stored: Record<string, unknown> = {};
  for (const name of Object.keys(article).sort()) {
    const value = article[name as keyof Article];
    if (value === undefined || isEmpty(name, value)) continue;
    stored[shortNames[name] ?? name] = name === 'abstract' ? article.abstract.map(fromSection) : value;
  }
  return JSON.stringify(stored);
}

function isEmpty(name: string, value: unknown): boolean {
  const empty: unknown = emptyRecord[name as keyof typeof emptyRecord];
  if (!Array.isArray(empty) || !Array.isArray(value)) return value === empty;
  return value.length === empty.length && value.every((each, at) => each === empty[at]);
}

function fromSection({ label, text }: AbstractSection): string[] {
  return label === undefined ? [text] : [text, label];
}

function toSection([text = '', label]: string[]): AbstractSection {
  return label === undefined ? { text } : { label, text };
}

/** Part of the format: a letter is never reassigned. */
const shortNames: Record<string, string> = {
  pmid: 'p',
  version: 'v',
  title: 't',
  vernacularTitle: 'o',
  abstract: 'a',
  authors: 'w',
  journal: 'j',
  journalAbbreviation: 'b',
  year: 'y',
  published: 'd',
  languages: 'l',
  publicationTypes: 'c',
  mesh: 'm',
  keywords: 'k',
  doi: 'i',
  isReview: 'r',
  retracted: 'x',
  retractions: 'e',
  concerns: 'n',
  errata: 'f',
  pmcid: 'u',
  openAccess: 'g',
  license: 'h',
  volume: 'q',
  issue: 's',
  pages: 'z',
  issn: 'N',
  affiliations: 'A',
};
const longNames: Record<string, string> = Object.fromEntries(
  Object.entries(shortNames).map(([name, letter]) => [letter, name]),
);
