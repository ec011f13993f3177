import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Article } from '../packages/core/src/records/article.ts';
import { buildServices } from '../packages/server/src/app/services.ts';
import type { Services } from '../packages/server/src/features/services.ts';
import { openLibraryWriter } from '../packages/server/src/library/open-library.ts';
import type { Ranking } from '../packages/server/src/literature/ranking/rank.ts';
import { readConfig } from '../packages/server/src/platform/config.ts';
import { searchRanked } from '../packages/server/src/retrieval/search-ranked.ts';

/** A library of its own with these records, behind the product's services. */
export type EvalStore = {
  services: Services;
  /** The ranking of a question, best first, and what it took from the question to it. */
  search(question: string, limit?: number): Promise<{ ranking: string[]; ms: number }>;
  /** The same with all that the ranking holds. */
  rank(question: string, limit?: number): Promise<{ ranking: Ranking; ms: number }>;
  close(): Promise<void>;
};

const batchSize = 1_000;

/** Takes the records in as an ingest does, in a folder that is removed at the end. `settings` go to the product as they are. */
export async function openEvalStore(
  records: readonly Article[],
  settings: Record<string, string> = {},
): Promise<EvalStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'citewell-eval-'));
  const config = readConfig({
    CITEWELL_DATA_DIR: dataDir,
    CITEWELL_SOURCES: 'library',
    CITEWELL_SAMPLE: 'off',
    ...settings,
  });
  const clock = { now: () => Date.now() };
  const writer = await openLibraryWriter(config.library, () => {}, clock);
  try {
    for (let at = 0; at < records.length; at += batchSize) {
      const put = records.slice(at, at + batchSize).map((article) => ({ article, revisedAt: undefined }));
      await writer.write({ put, remove: [], notices: [] });
    }
    await writer.compact(new AbortController().signal);
  } finally {
    await writer.close();
  }
  const services = await buildServices(config);
  const { signal } = new AbortController();
  const ask = async (question: string, limit: number) => {
    const started = performance.now();
    const wish = { question, limit, requestId: 'eval' };
    const { articles, ranking, unavailable } = await searchRanked(wish, services, signal);
    const ms = performance.now() - started;
    if (unavailable.length > 0) throw new Error('the library could not be asked');
    return { articles, ranking, ms };
  };
  return {
    services,
    async search(question, limit = 100) {
      const { articles, ms } = await ask(question, limit);
      return { ranking: articles.map(({ article }) => article.pmid), ms };
    },
    async rank(question, limit = 100) {
      const { ranking, ms } = await ask(question, limit);
      return { ranking, ms };
    },
    async close() {
      await services.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
