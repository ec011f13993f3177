import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Article } from '../packages/core/src/records/article.ts';
import type { SearchQuery } from '../packages/core/src/records/query.ts';
import { buildServices } from '../packages/server/src/app/services.ts';
import type { Services } from '../packages/server/src/features/services.ts';
import { openLibraryWriter } from '../packages/server/src/library/open-library.ts';
import { embedLibrary } from '../packages/server/src/library/vectors/embed-library.ts';
import { planQuery } from '../packages/server/src/literature/query/plan-query.ts';
import type { Ranking } from '../packages/server/src/literature/ranking/rank.ts';
import { defaultSourceTimeouts } from '../packages/server/src/literature/sources/source-timeouts.ts';
import { createHttpEmbedder } from '../packages/server/src/llm/embeddings/http-embedder.ts';
import { type Config, readConfig } from '../packages/server/src/platform/config.ts';
import {
  type CandidatesOfQuery,
  candidateLimit,
  candidatesOf,
} from '../packages/server/src/retrieval/rank-candidates.ts';
import { retrieve } from '../packages/server/src/retrieval/retrieve.ts';
import { searchRanked } from '../packages/server/src/retrieval/search-ranked.ts';
import {
  dropLibrary,
  newLibraryUrl,
} from '../packages/server/src/testing/library/opensearch/opensearch-server.ts';

/** Library with these records, behind the product's services. */
export type EvalStore = {
  services: Services;
  config: Config;
  /** Ranking for a question, best first, and the time from the question to it. */
  search(question: string, limit?: number): Promise<{ ranking: string[]; ms: number }>;
  /** Variant with everything that the ranking contains. */
  rank(question: string, limit?: number): Promise<{ ranking: Ranking; ms: number }>;
  /** Records found for a question, or for a query, before ranking. */
  find(question: string | SearchQuery, limit?: number): Promise<CandidatesOfQuery>;
  close(): Promise<void>;
};

const batchSize = 1_000;

/**
 * Adds the records as an ingest does, in a folder that is removed at the end, with vectors if an embedding model is set.
 * `settings` are passed to the product unchanged, except CITEWELL_LIBRARY_URL: in that cluster each store is a separate
 * library.
 */
export async function openEvalStore(
  records: readonly Article[],
  settings: Record<string, string> = {},
): Promise<EvalStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'citewell-eval-'));
  const { CITEWELL_LIBRARY_URL: cluster } = settings;
  const library = cluster === undefined ? undefined : newLibraryUrl(cluster);
  const config = readConfig({
    CITEWELL_DATA_DIR: dataDir,
    CITEWELL_SOURCES: 'library',
    CITEWELL_SAMPLE: 'off',
    ...settings,
    ...(library && { CITEWELL_LIBRARY_URL: library }),
  });
  const remove = async () => {
    rmSync(dataDir, { recursive: true, force: true });
    if (library !== undefined) await dropLibrary(library);
  };
  try {
    await fill(config, records);
  } catch (error) {
    await remove();
    throw error;
  }
  // The product continues with words alone if vectors fail; a measurement of vectors must not.
  const failed: string[] = [];
  const services = await buildServices(config, (_level, event) => {
    if (/^(?:embeddings|vectors)_/.test(event)) failed.push(event);
  });
  const { signal } = new AbortController();
  const ask = async (question: string, limit: number) => {
    const started = performance.now();
    const wish = { question, limit, requestId: 'eval' };
    const { articles, ranking, unavailable } = await searchRanked(wish, services, signal);
    const ms = performance.now() - started;
    if (unavailable.length > 0) throw new Error('the library could not be searched');
    if (failed.length > 0) throw new Error(`vectors could not be used: ${failed[0]}`);
    return { articles, ranking, ms };
  };
  return {
    services,
    config,
    async search(question, limit = 100) {
      const { articles, ms } = await ask(question, limit);
      return { ranking: articles.map(({ article }) => article.pmid), ms };
    },
    async rank(question, limit = 100) {
      const { ranking, ms } = await ask(question, limit);
      return { ranking, ms };
    },
    async find(question, limit = 100) {
      const thisYear = new Date().getUTCFullYear();
      const query =
        typeof question === 'string'
          ? planQuery({ question, history: [], years: {}, category: undefined, thisYear })
          : question;
      const { literature, clock, log } = services;
      const sourceTimeouts = literature.sourceTimeouts ?? defaultSourceTimeouts;
      const found = await retrieve(query, literature, {
        ...{ limit: candidateLimit(limit), signal, clock, log, requestId: 'eval', sourceTimeouts },
        end: clock.now() + sourceTimeouts.totalMs,
        emit: () => undefined,
      });
      return { found: candidatesOf(found), query, thisYear };
    },
    async close() {
      await services.close();
      await remove();
    },
  };
}

async function fill(config: Config, records: readonly Article[]): Promise<void> {
  const writer = await openLibraryWriter(config.library, { now: () => Date.now() });
  try {
    for (let at = 0; at < records.length; at += batchSize) {
      const put = records.slice(at, at + batchSize).map((article) => ({ article, revisedAt: undefined }));
      await writer.write({ put, remove: [], notices: [] });
    }
    await writer.compact(new AbortController().signal);
    if (config.embedding) await embedRecords(writer.records(), config.embedding);
  } finally {
    await writer.close();
  }
}

/** Computes the vector of every record, as `citewell library embed` does. */
async function embedRecords(
  records: AsyncIterable<Article>,
  { path, ...model }: NonNullable<Config['embedding']>,
): Promise<void> {
  const embedder = createHttpEmbedder(model, { connectMs: 5_000 });
  try {
    await embedLibrary(records, { embedder, path, signal: new AbortController().signal });
  } finally {
    await embedder.close();
  }
}
