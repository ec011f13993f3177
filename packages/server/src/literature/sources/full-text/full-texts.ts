import type { Clock } from '@citewell/core/clock.ts';
import type { Article, Pmcid } from '@citewell/core/records/article.ts';
import type { LanguageWork } from '../../../language-work/language-work.ts';
import { unlessTooLong } from '../../../language-work/task-timeout.ts';
import type { Log } from '../../../platform/log.ts';
import type { LiteratureCache } from '../cache.ts';
import { type Retriever, SourceError } from '../retriever.ts';
import type { FullText } from './full-text.ts';

/** A full text that was read, and what tells exactly which. */
export type FoundFullText = {
  pmcid: Pmcid;
  /** Licence that the article states, else its record; empty where neither does. */
  licence: string;
  /** SHA-256 of the document, in hexadecimal. */
  sha256: string;
  text: FullText;
};

type FullTextRequest = {
  signal: AbortSignal;
  work: LanguageWork /** Epoch milliseconds. */;
  deadline: number;
};

/** Reads the full texts of articles in the open-access subset of PubMed Central. */
export type FullTexts = {
  /**
   * The full text of a record. Undefined where there is none to be read in time: no PMCID, not open to programs, no source that
   * answers, or a document that is none; then the abstract serves. Only an abort throws, or `overloaded`.
   */
  read(
    article: Pick<Article, 'pmcid' | 'openAccess' | 'licence'>,
    request: FullTextRequest,
  ): Promise<FoundFullText | undefined>;
};

/** Milliseconds that all full texts of one call may take together. */
export const fullTextMs = 3_000;
/** Number of the form in which texts are cached: one of another release is not read. */
const cachedForm = 1;
/** Share of the time that is left which one source may take while another can stand in. */
const shareOfFirst = 0.6;

type Reader = Pick<Retriever, 'source' | 'fullText'>;

/** The sources are asked in their order; the cache keeps what was read, by PMCID. */
export function createFullTexts({
  sources,
  cache,
  clock,
  log,
}: {
  sources: readonly Reader[];
  cache: LiteratureCache;
  clock: Clock;
  log: Log;
}): FullTexts {
  async function download(
    source: Reader,
    pmcid: Pmcid,
    options: { signal: AbortSignal; deadline: number },
  ): Promise<Uint8Array | undefined> {
    try {
      return await source.fullText?.(pmcid, options);
    } catch (error) {
      options.signal.throwIfAborted();
      if (!(error instanceof SourceError)) throw error;
      log('warn', 'full_text_unavailable', { source: error.source, failure: error.failure });
      return undefined;
    }
  }

  return {
    async read({ pmcid, openAccess, licence = '' }, { signal, work, deadline }) {
      if (!pmcid || openAccess === false) return undefined;
      const key = `full-text ${cachedForm} ${pmcid}`;
      const known = (await cache.getSearch(key)) as FoundFullText | undefined;
      if (known) return known;
      for (const [at, source] of sources.entries()) {
        const now = clock.now();
        if (now >= deadline) return undefined;
        const isLast = at === sources.length - 1;
        const until = isLast ? deadline : now + (deadline - now) * shareOfFirst;
        const xml = await download(source, pmcid, { signal, deadline: until });
        const read = xml && (await unlessTooLong(work('readFullText', xml, signal), () => undefined));
        if (!read) continue;
        const found = { pmcid, licence: read.text.licence || licence, ...read };
        await cache.putSearch(key, found);
        return found;
      }
      return undefined;
    },
  };
}
