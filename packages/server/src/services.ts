import { mkdirSync } from 'node:fs';
import type { Accounts, ApiKey, KeyAdministration } from './accounts/accounts.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Engine } from './engines/engine.ts';
import { extractiveEngine } from './engines/extractive/extractive-engine.ts';
import { type Category, loadCategories } from './literature/category.ts';
import { createEuropepmcRetriever } from './literature/europepmc/client.ts';
import { createLibraryRetriever } from './literature/library/retriever.ts';
import { installSample } from './literature/library/sample.ts';
import { LibraryStore } from './literature/library/store.ts';
import { createPubmedRetriever } from './literature/pubmed/client.ts';
import type { Retriever } from './literature/retriever.ts';
import type { Log } from './log.ts';
import { createSqliteCache } from './storage/sqlite/cache.ts';
import { openSqliteAccounts } from './storage/sqlite/sqlite-accounts.ts';

/** Everything the front doors need, built once from the Config. The only place that names concrete adapters. */
export type Services = {
  config: Config;
  clock: Clock;
  log: Log;
  accounts: Accounts;
  keys: KeyAdministration;
  /** On a database without any key: one to try the service with, whose secret is seen only here. */
  ensureDemoKey(): Promise<{ key: ApiKey; secret: string } | undefined>;
  engine: Engine;
  /** The engine that needs nothing: answers where the model cannot. The same object as `engine` without a model. */
  fallbackEngine: Engine;
  literature: Literature;
  categories: ReadonlyMap<string, Category>;
  close(): Promise<void>;
};

/** Sources by role. The remote ones are asked in order until one answers; the library is asked beside them. */
export type Literature = { remote: Retriever[]; library: Retriever | undefined };

/** Opens what the Config names; `close` gives it back, in the opposite order. */
export async function buildServices(
  config: Config,
  log: Log = () => {},
  clock: Clock = systemClock,
): Promise<Services> {
  const opened: (() => unknown)[] = [];
  const close = async () => {
    for (const release of opened.reverse()) await release();
    opened.length = 0;
  };
  try {
    mkdirSync(config.dataDir, { recursive: true });
    const books = openSqliteAccounts({
      path: config.databasePath,
      clock,
      quotaTimeZone: config.quotaTimeZone,
      log,
    });
    opened.push(() => books.close());
    const literature = openLiterature(config, { log, clock }, opened);
    const engine = await openEngine(config, { log, clock }, opened);
    return {
      config,
      clock,
      log,
      accounts: books.accounts,
      keys: books.keys,
      ensureDemoKey: () => books.ensureDemoKey(),
      engine,
      fallbackEngine: extractiveEngine,
      literature,
      categories: loadCategories(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type Basics = { log: Log; clock: Clock };

function openLiterature(config: Config, { log, clock }: Basics, opened: (() => unknown)[]): Literature {
  const literature: Literature = { remote: [], library: undefined };
  const cache = createSqliteCache({ path: config.cachePath, clock, log });
  opened.push(() => cache.close());
  for (const source of config.sources) {
    if (source === 'library') {
      const store = new LibraryStore(config.libraryPath);
      opened.push(() => store.close());
      installSample(store);
      literature.library = createLibraryRetriever(store);
      continue;
    }
    const retriever =
      source === 'pubmed'
        ? createPubmedRetriever({ ...config.pubmed, cache, clock, log })
        : createEuropepmcRetriever({ ...config.europepmc, cache, clock, log });
    opened.push(() => retriever.close());
    literature.remote.push(retriever);
  }
  return literature;
}

async function openEngine(
  { llm }: Config,
  { log, clock }: Basics,
  opened: (() => unknown)[],
): Promise<Engine> {
  if (!llm) return extractiveEngine;
  // Loaded only where a model is configured: without one nobody pays its start-up time and memory.
  const { createModelEngine } = await import('./engines/model/model-engine.ts');
  const engine = createModelEngine({ config: llm, clock, log });
  opened.push(() => engine.close());
  return engine;
}
