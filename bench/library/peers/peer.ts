import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { abstractText } from '../../../packages/core/src/records/article.ts';
import type { RecordDate } from '../../../packages/simulators/src/pubmed/record-fields.ts';
import { publishedOn } from '../../../packages/simulators/src/pubmed/record-fields.ts';
import type { GeneratedRecord } from '../files/generate.ts';
import type { BenchQuery } from '../search-query.ts';

/**
 * Another engine over the same records with the same queries. Queries that it does not support are omitted by the code that
 * draws them.
 */
export type Peer = {
  /** Adds one batch of any size. */
  add(rows: readonly PeerRow[]): Promise<void>;
  /** Does the work after the last batch: indexes, merges. */
  finish(): Promise<void>;
  /** Returns a page of records, read and parsed as a reply would need them. */
  search(query: BenchQuery): Promise<Article[]>;
  count(query: BenchQuery): Promise<number>;
  /** Returns the best-matching records for any of the words. */
  rank(words: readonly string[], limit: number): Promise<Article[]>;
  /** Returns the resources used by its own process; absent for an engine within this process. */
  usage?(): Promise<Usage>;
  close(): Promise<void>;
};

/** CPU time of all threads, and resident memory if known. */
export type Usage = { cpuSeconds: number; rssBytes: number | null };

type Article = { pmid: string };

/** Record in the form of tables of text. */
export type PeerRow = {
  pmid: number;
  /** Days since the year 0; 0 without a year. */
  day: number;
  title: string;
  abstract: string;
  mesh: string;
  keywords: string;
  author: string;
  journal: string;
  /** The whole record, for the reply. */
  json: string;
};

export function toRow({ article, published }: GeneratedRecord): PeerRow {
  return {
    pmid: Number(article.pmid),
    day: dayOf(published),
    title: `${article.title} ${article.vernacularTitle ?? ''}`.trim(),
    abstract: abstractText(article),
    mesh: article.mesh.join('; '),
    keywords: article.keywords.join('; '),
    author: article.authors.join('; '),
    journal: article.journal,
    json: JSON.stringify(article),
  };
}

/** Returns the first possible day of a date, in days since the year 0. */
export function dayOf(published: RecordDate): number {
  const [year = 0, month = 1, day = 1] = publishedOn({ published }).split('/').map(Number);
  return year === 0 ? 0 : dayNumber(year, month, day);
}

function dayNumber(year: number, month = 1, day = 1): number {
  return Math.round(Date.UTC(year, month - 1, day) / 86_400_000) + 719_528;
}

/** Returns the days of these years; all days without years. */
export function dayRange({ from, to }: BenchQuery['years']): { from: number; before: number } | undefined {
  if (from === undefined && to === undefined) return undefined;
  return { from: dayNumber(from ?? 1), before: dayNumber((to ?? 9_998) + 1) };
}

export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Sums the sizes of all files below a folder. */
export function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}
