import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { abstractText } from '../../../packages/core/src/records/article.ts';
import type { RecordDate } from '../../../packages/simulators/src/pubmed/record-fields.ts';
import { publishedOn } from '../../../packages/simulators/src/pubmed/record-fields.ts';
import type { GeneratedRecord } from '../files/generate.ts';
import type { BenchQuery } from '../search-query.ts';

/** Another engine over the same records, asked the same. What it cannot do is left out by whoever draws the queries. */
export type Peer = {
  /** One batch, as many as the caller likes. */
  add(rows: readonly PeerRow[]): Promise<void>;
  /** Work done once everything is in: indexes, merges. */
  finish(): Promise<void>;
  /** A page of records, read and parsed, as a reply would need them. */
  search(query: BenchQuery): Promise<Article[]>;
  count(query: BenchQuery): Promise<number>;
  /** The records that fit any of the words best. */
  rank(words: readonly string[], limit: number): Promise<Article[]>;
  /** Tells what its own process has used; absent in an engine that is part of this one. */
  usage?(): Promise<Usage>;
  close(): Promise<void>;
};

/** CPU time of all threads, and resident memory where it is known. */
export type Usage = { cpuSeconds: number; rssBytes: number | null };

type Article = { pmid: string };

/** A record as tables of text have it. */
export type PeerRow = {
  pmid: number;
  /** Days since the year 0; 0 where there is no year. */
  day: number;
  title: string;
  abstract: string;
  mesh: string;
  keywords: string;
  author: string;
  journal: string;
  /** All of it, for the reply. */
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

/** Days since the year 0, of the first day a date may mean. */
export function dayOf(published: RecordDate): number {
  const [year = 0, month = 1, day = 1] = publishedOn({ published }).split('/').map(Number);
  return year === 0 ? 0 : dayNumber(year, month, day);
}

function dayNumber(year: number, month = 1, day = 1): number {
  return Math.round(Date.UTC(year, month - 1, day) / 86_400_000) + 719_528;
}

/** The days that belong to these years: everything where there are none. */
export function dayRange({ from, to }: BenchQuery['years']): { from: number; before: number } | undefined {
  if (from === undefined && to === undefined) return undefined;
  return { from: dayNumber(from ?? 1), before: dayNumber((to ?? 9_998) + 1) };
}

export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The size of all files below a folder. */
export function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}
