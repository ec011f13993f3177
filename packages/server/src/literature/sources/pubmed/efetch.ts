import { setImmediate } from 'node:timers/promises';
import type { Article, Pmid } from '@citewell/core/records/article.ts';
import { concurrently, type Task } from '../../../platform/concurrently.ts';
import { XmlError } from '../../../platform/xml/xml-error.ts';
import type { LiteratureCache } from '../cache.ts';
import type { HttpReply } from '../remote/http.ts';
import type { SourceCall, SourceCallOptions } from '../remote/source-call.ts';
import { withSignal } from '../remote/with-signal.ts';
import { SourceError } from '../retriever.ts';
import { createRecordParser, type PubmedItem } from './parse-records.ts';
import { failureOf, smallReplyMaxBytes } from './replies.ts';

/** Fetches the records of these PMIDs; those PubMed does not return are absent. */
export type Efetch = (pmids: readonly Pmid[], options: SourceCallOptions) => Promise<Map<Pmid, Article>>;

/** NCBI's own limit per call. */
export const batchMax = 200;
/** Highest valid id: NCBI treats a list of larger ones as empty, which otherwise indicates a failure. */
export const pmidMax = 2 ** 31 - 1;

/** Returns records from the cache and fetches the others, one call per batch; missing ones are requested once more. */
export function createEfetch(
  call: SourceCall,
  cache: LiteratureCache,
  identity: Record<string, string>,
): Efetch {
  return async (pmids, options) => {
    const articles = await cache.getArticles(pmids);
    const unknown = () =>
      [...new Set(pmids)].filter((pmid) => Number(pmid) <= pmidMax && !articles.has(pmid));
    const asked = unknown();
    await fetchInto(articles, asked, options);
    const left = unknown();
    // PubMed omits records silently. The first reply is used if the second fails.
    if (left.length > 0)
      await fetchInto(articles, left, options).catch((error) => {
        if (!(error instanceof SourceError)) throw error;
      });
    await cache.putArticles(asked.flatMap((pmid) => articles.get(pmid) ?? []));
    return articles;
  };

  async function fetchInto(
    articles: Map<Pmid, Article>,
    pmids: readonly Pmid[],
    options: SourceCallOptions,
  ): Promise<void> {
    const batches: Task<Article[]>[] = [];
    for (let at = 0; at < pmids.length; at += batchMax) {
      const batch = pmids.slice(at, at + batchMax);
      const params = new URLSearchParams({ db: 'pubmed', id: batch.join(','), retmode: 'xml', ...identity });
      const request = { method: 'POST', path: '/efetch.fcgi', params } as const;
      batches.push((signal) =>
        call(request, withSignal(options, signal), (reply) => readArticles(reply, new Set(batch))),
      );
    }
    for (const article of (await concurrently(options.signal, batches)).flat()) {
      const other = articles.get(article.pmid);
      if (!other || other.version <= article.version) articles.set(article.pmid, article);
    }
  }
}

/** Bytes parsed before yielding to other work: about half a millisecond. */
const sliceBytes = 16 * 1024;
/** Bytes at the beginning of a reply that identify it, unless it is a set of articles. */
const headBytes = 4 * 1024;

async function readArticles(reply: HttpReply, asked: ReadonlySet<Pmid>): Promise<Article[]> {
  return (await readRecords(reply, asked)).map(({ article }) => article);
}

export type PubmedRecord = Extract<PubmedItem, { kind: 'record' }>;

/**
 * Parses the records of a whole reply.
 *
 * @throws SourceError if it is invalid, incomplete, or a reply to other ids.
 */
export async function readRecords(reply: HttpReply, asked: ReadonlySet<Pmid>): Promise<PubmedRecord[]> {
  if (reply.status !== 200) throw noArticles(reply.status, await reply.text(smallReplyMaxBytes));
  const parser = createRecordParser();
  const items: PubmedItem[] = [];
  let head = '';
  try {
    for await (const chunk of reply.body) {
      if (head.length < headBytes) head += Buffer.from(chunk.subarray(0, headBytes)).toString('latin1');
      for (let at = 0; at < chunk.byteLength; at += sliceBytes) {
        items.push(...parser.feed(chunk.subarray(at, at + sliceBytes)));
        await setImmediate();
      }
    }
    parser.end();
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw noArticles(reply.status, head);
  }
  const records = items.filter((item) => item.kind === 'record');
  const isWhole = items.every(({ kind }) => kind !== 'reject');
  if (!isWhole || !records.every(({ article }) => asked.has(article.pmid)))
    throw new SourceError('pubmed', 'bad_reply', reply.status);
  return records;
}

function noArticles(status: number, head: string): SourceError {
  return new SourceError('pubmed', failureOf(status, head) ?? 'bad_reply', status);
}
