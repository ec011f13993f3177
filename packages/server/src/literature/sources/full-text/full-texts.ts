import type { Clock } from '@citewell/core/clock.ts';
import { ServiceError } from '@citewell/core/errors.ts';
import type { Article, Pmcid } from '@citewell/core/records/article.ts';
import type { LanguageWork } from '../../../language-work/language-work.ts';
import { unlessTooLong } from '../../../language-work/task-timeout.ts';
import { withTasks } from '../../../platform/concurrently.ts';
import type { Log } from '../../../platform/log.ts';
import type { LiteratureCache } from '../cache.ts';
import { type Retriever, SourceError } from '../retriever.ts';
import type { FullText } from './full-text.ts';

/** Full text that was read, with its exact identity. */
export type FoundFullText = {
  pmcid: Pmcid;
  /** License stated by the article, otherwise by its record; empty if neither states one. */
  license: string;
  /** SHA-256 of the document, in hexadecimal. */
  sha256: string;
  text: FullText;
};

type FullTextRequest = {
  signal: AbortSignal;
  work: LanguageWork;
  /** Epoch milliseconds. */
  deadline: number;
};

/** Fields of a record that show whether and where its full text can be read. */
export type FullTextSource = Pick<Article, 'pmcid' | 'openAccess' | 'license'>;

/** Reads the full texts of articles in the open-access subset of PubMed Central. */
export type FullTexts = {
  /** Time limit in milliseconds for all full texts of one call. */
  readonly timeMs: number;
  /**
   * Reads the full text of a record. Resolves with undefined if none can be read in time (no PMCID, not open access, no
   * source that answers, or an invalid document), in which case the abstract is used. Rejects only for an abort, or
   * with `overloaded`.
   */
  read(article: FullTextSource, request: FullTextRequest): Promise<FoundFullText | undefined>;
  /**
   * Reads the full texts of the first of these records that can have one, several in parallel, and passes each to `use`
   * as soon as it is available. Resolves when all were used, or at the deadline, when the signal given to `use` fires.
   * A failed source is not asked again. Rejects only if the request is aborted or `use` fails.
   */
  readEach<Source extends FullTextSource>(
    articles: readonly Source[],
    request: FullTextRequest,
    use: (article: Source, text: FoundFullText, signal: AbortSignal) => Promise<void>,
  ): Promise<void>;
};

/**
 * Numbers of full texts of one call that are read, read in parallel, and requested from the E-utilities, whose rate
 * limit is meant for searches.
 */
const perCall = { most: 8, atOnce: 4, ofPubmed: 2 };

/** Time limit in milliseconds for all full texts of one call, since there are abstracts. */
const usualTimeMs = 3_000;
/** Version of the cached form: texts of another release are not read. */
const cachedForm = 2;
/** Cache entry if every source answered and none has a readable text. */
const none = { isAbsent: true } as const;
/** Share of the remaining time that one source may take while another can replace it. */
const shareOfFirst = 0.6;

type Reader = Pick<Retriever, 'source' | 'fullText'>;

/** Asks the sources in order; the cache stores texts by PMCID. */
export function createFullTexts({
  sources,
  cache,
  clock,
  log,
  timeMs = usualTimeMs,
}: {
  sources: readonly Reader[];
  cache: LiteratureCache;
  clock: Clock;
  log: Log;
  timeMs?: number;
}): FullTexts {
  async function download(
    source: Reader,
    pmcid: Pmcid,
    options: { signal: AbortSignal; deadline: number },
  ): Promise<Uint8Array | undefined | 'failed'> {
    try {
      return await source.fullText?.(pmcid, options);
    } catch (error) {
      options.signal.throwIfAborted();
      if (!(error instanceof SourceError)) throw error;
      log('warn', 'full_text_unavailable', { source: error.source, failure: error.failure });
      return 'failed';
    }
  }

  async function readOne(
    { pmcid, openAccess, license = '' }: FullTextSource,
    { signal, work, deadline }: FullTextRequest,
    { times: asked, isShared }: AskedSources = { times: new Map(), isShared: false },
  ): Promise<FoundFullText | undefined> {
    if (!pmcid || openAccess === false) return undefined;
    const key = `full-text ${cachedForm} ${pmcid}`;
    const known = (await cache.getSearch(key)) as FoundFullText | typeof none | undefined;
    if (known) return 'text' in known ? known : undefined;
    let isKnown = true;
    for (const [at, source] of sources.entries()) {
      const now = clock.now();
      if (now >= deadline) return undefined;
      const times = asked.get(source) ?? 0;
      if (times === failed || (isShared && times >= mostOf(source))) {
        isKnown = false;
        continue;
      }
      asked.set(source, times + 1);
      const isLast = at === sources.length - 1;
      const until = isLast ? deadline : now + (deadline - now) * shareOfFirst;
      const xml = await download(source, pmcid, { signal, deadline: until });
      if (xml === 'failed') {
        asked.set(source, failed);
        isKnown = false;
      }
      // The source with the whole subset answers for the others; a single citation check asks them nevertheless.
      if (xml === undefined && isShared) return undefined;
      if (xml === undefined || xml === 'failed') continue;
      const read = await unlessTooLong(work('readFullText', xml, signal), () => undefined);
      // Statements of another paper are not this one's, whoever confused them.
      if (!read || (read.text.pmcid !== '' && read.text.pmcid !== pmcid)) continue;
      const found = { pmcid, license: read.text.license || license, ...read };
      await cache.putSearch(key, found);
      return found;
    }
    if (isKnown) await cache.putSearch(key, none);
    return undefined;
  }

  return {
    timeMs,
    read: (article, request) => readOne(article, request),
    async readEach(articles, request, use) {
      const waiting = articles.filter(canBeRead).slice(0, perCall.most);
      if (waiting.length === 0) return;
      const { signal, deadline } = request;
      const timeLimit = AbortSignal.timeout(Math.max(0, deadline - clock.now()));
      const asked: AskedSources = { times: new Map(), isShared: true };
      try {
        await withTasks(AbortSignal.any([signal, timeLimit]), async (start) => {
          const readNext = async (inner: AbortSignal) => {
            for (let next = waiting.shift(); next; next = waiting.shift()) {
              const text = await readOne(next, { ...request, signal: inner }, asked);
              if (text) await use(next, text, inner);
            }
          };
          await Promise.all(Array.from({ length: perCall.atOnce }, () => start(readNext)));
        });
      } catch (error) {
        signal.throwIfAborted();
        // Abstracts suffice: never wait longer than the time limit, nor if the work queue is full.
        const isTooMuch = error instanceof ServiceError && error.code === 'overloaded';
        if (!timeLimit.aborted && !isTooMuch) throw error;
      }
    },
  };
}

/** Count of the requests to each source, or its failure; shared if several texts are read. */
type AskedSources = { times: Map<Reader, number>; isShared: boolean };
const failed = Number.POSITIVE_INFINITY;
const mostOf = ({ source }: Reader): number => (source === 'pubmed' ? perCall.ofPubmed : perCall.most);

/** Returns true if a record is known to have a full text that programs may read. */
export function canBeRead({ pmcid, openAccess }: FullTextSource): boolean {
  return pmcid !== undefined && openAccess !== false;
}
