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
  work: LanguageWork;
  /** Epoch milliseconds. */
  deadline: number;
};

/** Fields of a record that tell whether and where its full text can be read. */
export type FullTextSource = Pick<Article, 'pmcid' | 'openAccess' | 'licence'>;

/** Reads the full texts of articles in the open-access subset of PubMed Central. */
export type FullTexts = {
  /** Milliseconds that all full texts of one call may take together. */
  readonly timeMs: number;
  /**
   * The full text of a record. Undefined where there is none to be read in time: no PMCID, not open to programs, no source that
   * answers, or a document that is none; then the abstract serves. Only an abort throws, or `overloaded`.
   */
  read(article: FullTextSource, request: FullTextRequest): Promise<FoundFullText | undefined>;
  /**
   * Reads the full texts of the first of these records that can have one, several at once, and gives each to `use` as it is
   * there. Resolves when all were used, and at the deadline whatever is left; the signal that `use` is given fires then. A source
   * that fails is not asked again. Only an abort of the request's signal throws, or an error of `use`.
   */
  readEach<Source extends FullTextSource>(
    articles: readonly Source[],
    request: FullTextRequest,
    use: (article: Source, text: FoundFullText, signal: AbortSignal) => Promise<void>,
  ): Promise<void>;
};

/** Full texts of one call that are read, at once, and for which the E-utilities are asked: their rate limit is for searches. */
const perCall = { most: 8, atOnce: 4, ofPubmed: 2 };

/** Milliseconds that all full texts of one call may take: there are abstracts. */
const usualTimeMs = 3_000;
/** Number of the form in which texts are cached: one of another release is not read. */
const cachedForm = 2;
/** Entry of the cache where every source answered and none has a text to be read. */
const none = { isAbsent: true } as const;
/** Share of the time that is left which one source may take while another can stand in. */
const shareOfFirst = 0.6;

type Reader = Pick<Retriever, 'source' | 'fullText'>;

/** The sources are asked in their order; the cache keeps what was read, by PMCID. */
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
    { pmcid, openAccess, licence = '' }: FullTextSource,
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
      // Who has all of the subset has answered for the others; a check of one citation asks them nevertheless.
      if (xml === undefined && isShared) return undefined;
      if (xml === undefined || xml === 'failed') continue;
      const read = await unlessTooLong(work('readFullText', xml, signal), () => undefined);
      // What another paper states is not this one's, whoever mistook it.
      if (!read || (read.text.pmcid !== '' && read.text.pmcid !== pmcid)) continue;
      const found = { pmcid, licence: read.text.licence || licence, ...read };
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
        // There are abstracts: nobody waits for more than the time limit, nor where too much is to be done.
        const isTooMuch = error instanceof ServiceError && error.code === 'overloaded';
        if (!timeLimit.aborted && !isTooMuch) throw error;
      }
    },
  };
}

/** Count of the requests to each source, or that it failed; shared where several texts are read. */
type AskedSources = { times: Map<Reader, number>; isShared: boolean };
const failed = Number.POSITIVE_INFINITY;
const mostOf = ({ source }: Reader): number => (source === 'pubmed' ? perCall.ofPubmed : perCall.most);

/** True where a record has a full text that programs may read, as far as is known. */
export function canBeRead({ pmcid, openAccess }: FullTextSource): boolean {
  return pmcid !== undefined && openAccess !== false;
}
