import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Clock, systemClock } from '@citewell/core/clock.ts';
import type { LocalizedMessage } from '@citewell/core/errors.ts';
import type { Library, LibraryWriter } from '@citewell/core/records/library.ts';
import type { WriteReissueMail } from '../accounting/keys/key-administration.ts';
import { openAccounting } from '../accounting/open-accounting.ts';
import { everyUnref } from '../accounting/running-calls.ts';
import type { AccountsDatabase } from '../database/accounts-database.ts';
import { loadEncryptionKey } from '../database/encryption-key.ts';
import { openStorage } from '../database/open-storage.ts';
import type { Storage } from '../database/storage.ts';
import { createAdministration } from '../features/admin/administration.ts';
import { createCategoryList } from '../features/admin/operations/category-list.ts';
import { watchDataFiles } from '../features/admin/operations/data-files.ts';
import {
  createHealth,
  createHealthRecords,
  type HealthRecords,
} from '../features/admin/operations/health.ts';
import { dependenciesOf, type Parts } from '../features/admin/operations/health-dependencies.ts';
import { instrumentLibrary } from '../features/admin/operations/instrument-library.ts';
import { createLibraryJobs } from '../features/admin/operations/library-jobs.ts';
import { createApplications } from '../features/applications/applications.ts';
import { composeFor } from '../features/applications/mail/compose.ts';
import { createConsoleTransport } from '../features/applications/mail/console.ts';
import { MailDelivery } from '../features/applications/mail-delivery.ts';
import { createReissueMail } from '../features/applications/reissue-mail.ts';
import { loadPersonas } from '../features/chat/persona.ts';
import type { Literature, Services } from '../features/services.ts';
import { createAbandonedWork } from '../http/calls/abandoned-work.ts';
import { createRequestFailures } from '../http/server/request-failures.ts';
import { createEncryption } from '../identity/encryption.ts';
import { createPageSessions } from '../identity/page-session.ts';
import type { Passwords } from '../identity/password.ts';
import { createLanguagePool } from '../language-work/language-pool.ts';
import { prepareDemonstration, retireDemonstration } from '../library/demonstration.ts';
import { openLibrary, openLibraryWriter, openSearchPool } from '../library/open-library.ts';
import { loadCategories } from '../literature/query/category.ts';
import { createFullTexts } from '../literature/sources/full-text/full-texts.ts';
import { createLibraryRetriever, type NearestRecords } from '../literature/sources/local/retriever.ts';
import { reportReached } from '../literature/sources/remote/report-reached.ts';
import { createCircuitBreakers } from '../llm/circuit-breakers.ts';
import { modelRoles } from '../llm/model.ts';
import { createCircuitBreaker } from '../platform/circuit-breaker.ts';
import { type Config, ConfigError } from '../platform/config.ts';
import { makeFolder } from '../platform/data-file.ts';
import { CatalogError } from '../platform/load-json-catalog.ts';
import type { Log } from '../platform/log.ts';
import { languageProgram } from './language-tasks/language-program.ts';

/**
 * Opens the resources named in the Config; `close` closes them in reverse order.
 * @throws ConfigError if a list by the operator cannot be used, PathError if a folder cannot.
 */
export async function buildServices(
  config: Config,
  log: Log = () => {},
  clock: Clock = systemClock,
  /** Environment for our own programs that the service starts, such as an ingest from the operator's pages. */
  environment: Record<string, string | undefined> = {},
  /** Hashes the passwords of administrators; by default at the usual cost. */
  passwords?: Passwords,
): Promise<Services> {
  const opened: (() => unknown)[] = [];
  const close = async () => {
    for (const release of opened.reverse()) await release();
    opened.length = 0;
  };
  try {
    const lists = loadLists(config);
    makeFolder(config.dataDir);
    const storage = await openStorage({ ...config, clock, log });
    opened.push(() => storage.close());
    const accounting = openAccounting({ store: storage.store, clock, log });
    opened.push(() => accounting.close());
    const basics = { log, clock, records: createHealthRecords(clock) };
    const library = await openLocalLibrary(config, basics, opened);
    const semantic = await openSemanticSearch(config, basics, opened);
    const { literature, remote } = await openLiterature(
      config,
      { library, storage, nearest: semantic.search?.nearest, ...basics },
      opened,
    );
    const models = {
      ...(await openModel(config, basics, opened)),
      ...(await openReranker(config, basics, opened)),
      ...(await openEntailment(config, basics, opened)),
    };
    const languageWorkers = createLanguagePool({
      ...{ program: languageProgram, log, threads: config.languageThreads },
    });
    opened.push(() => languageWorkers.close());
    const { writeReissueMail, ...mailing } = openApplications(
      config,
      { store: storage.store, log, clock },
      opened,
    );
    const administration = createAdministration({
      ...{ ...storage, clock, writeReissueMail },
      ...(passwords && { passwords }),
    });
    const categoryList = createCategoryList(
      lists.categories,
      categoriesFile(config),
      administration.recordChange,
    );
    const dataFiles = await watchDataFiles(config, storage.disk, log);
    opened.push(() => dataFiles.close());
    const libraryJobs = createLibraryJobs({
      program: { command: process.execPath, argv: [citewellProgram], environment },
      ...{ incoming: config.libraryIncoming, administration, clock, log },
    });
    opened.push(() => libraryJobs.close());
    return {
      config,
      clock,
      log,
      accounts: accounting.accounts,
      keys: accounting.keys,
      usage: storage.store,
      administration,
      ...mailing,
      prepareDemonstration: () =>
        withLibraryWriter(config, basics, (writer) =>
          prepareDemonstration(writer, config.demonstration, log),
        ),
      inspectLibrary: () => inspectLibrary(config, basics),
      ensureDemoKey: () => accounting.ensureDemoKey(),
      ...{
        model: models.model,
        secondSearch: config.llm?.secondSearch,
        entailment: models.entailment,
      },
      languageWorkers,
      // A reranker takes precedence over vectors.
      reranker: models.reranker ?? semantic.search?.reranker,
      literature,
      library,
      personas: lists.personas,
      categories: categoryList.current,
      categoryList,
      libraryJobs,
      dataFiles,
      abandoned: createAbandonedWork(log),
      failures: createRequestFailures(log),
      health: createHealth(
        dependenciesOf({
          ...{ config, clock, library, remote, ...models },
          embedding: semantic,
        }),
        basics.records,
      ),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type Basics = { log: Log; clock: Clock };
type Instrumented = Basics & { records: HealthRecords };

const citewellProgram = fileURLToPath(new URL('../../bin/citewell.js', import.meta.url));

/** Returns the path of the operator's category file, or by default of the one written by the pages. */
function categoriesFile({ categoriesPath, dataDir }: Config): string {
  return categoriesPath ?? resolve(dataDir, 'categories.json');
}

/**
 * Loads the files by which operators replace built-in lists, before anything is opened, and reports all errors at
 * once.
 */
function loadLists(config: Config): Pick<Services, 'categories' | 'personas'> {
  const problems: LocalizedMessage[] = [];
  const load = <List>(setting: string, path: string | undefined, read: (file?: string) => List): List => {
    try {
      return path === undefined ? read() : read(path);
    } catch (error) {
      if (!(error instanceof CatalogError) || path === undefined) throw error;
      problems.push(
        ...error.problems.map(({ en, zh }) => ({
          en: `${setting} (${JSON.stringify(path)}): ${en}`,
          zh: `${setting}（${JSON.stringify(path)}）：${zh}`,
        })),
      );
      return read();
    }
  };
  const ownCategories = categoriesFile(config);
  const hasOwn = config.categoriesPath !== undefined || existsSync(ownCategories);
  const categories = load('CITEWELL_CATEGORIES', hasOwn ? ownCategories : undefined, loadCategories);
  const personas = load('CITEWELL_PERSONAS', config.personasPath, loadPersonas);
  problems.push(...problemsOfIncoming(config));
  if (problems.length > 0) throw new ConfigError(problems);
  return { categories, personas };
}

/** Returns the problems of the incoming folder. It need not exist yet, and below a faulty data folder it is not reported separately. */
function problemsOfIncoming({ libraryIncoming: path, dataDir }: Config): LocalizedMessage[] {
  const problem = (en: string, zh: string) => [
    {
      en: `CITEWELL_LIBRARY_INCOMING (${JSON.stringify(path)}): ${en}`,
      zh: `CITEWELL_LIBRARY_INCOMING（${JSON.stringify(path)}）：${zh}`,
    },
  ];
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && !found.isDirectory() ? problem('it is no folder', '不是文件夹') : [];
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (path.startsWith(dataDir)) return [];
    return problem(`it cannot be read (${code ?? message})`, `无法读取（${code ?? message}）`);
  }
}

function openApplications(
  config: Config,
  { store, log, clock }: Basics & { store: AccountsDatabase },
  opened: (() => unknown)[],
): Pick<Services, 'applications' | 'deliverMails' | 'pageSessions'> & { writeReissueMail: WriteReissueMail } {
  const encryption = createEncryption(loadEncryptionKey(config.secretsKeyPath, config.secretsKey));
  let delivery: MailDelivery | undefined;
  return {
    applications: createApplications({
      ...config,
      store,
      encryption,
      clock,
      onMail: () => void delivery?.deliver(),
    }),
    writeReissueMail: createReissueMail({
      store,
      loadEncryption: () => encryption,
      keyDelivery: config.keyDelivery,
    }),
    pageSessions: createPageSessions({ encryption, clock, guestKey: config.guestKey }),
    async deliverMails(print) {
      const transport = config.smtp
        ? // Loaded only where it is used.
          (await import('../features/applications/mail/smtp.ts')).createSmtpTransport(config.smtp)
        : createConsoleTransport(print);
      const compose = composeFor(config.publicUrl);
      const running = new MailDelivery({ store, encryption, compose, transport, log, every: everyUnref });
      opened.push(() => running.close());
      delivery = running;
    },
  };
}

/** Opens the library, which is searched in worker threads. */
async function openLocalLibrary(
  config: Config,
  { log, clock, records }: Instrumented,
  opened: (() => unknown)[],
): Promise<Library> {
  // Migrates an old file before it is searched.
  await withLibraryWriter(config, { clock }, async () => {});
  const library = await openSearchPool(config.library, log, { threads: config.searchThreads });
  opened.push(() => library.close());
  return instrumentLibrary(library, records.recorderOf('library'), log);
}

/** Inspects the library in this thread, so that no search thread is started, and reports damage as a search does. */
async function inspectLibrary({ library: location }: Config, { log, records }: Instrumented) {
  const library = instrumentLibrary(await openLibrary(location), records.recorderOf('library'), log);
  try {
    return await library.stats();
  } finally {
    await library.close();
  }
}

async function withLibraryWriter<T>(
  { library: location }: Config,
  { clock }: Pick<Basics, 'clock'>,
  work: (writer: LibraryWriter) => Promise<T>,
): Promise<T> {
  // A cluster without the library may have lost it, which a replica with a new data folder cannot know.
  const writer = await openLibraryWriter(location, clock, { expected: 'existing' });
  try {
    return await work(writer);
  } finally {
    await writer.close();
  }
}

async function openLiterature(
  config: Config,
  {
    library,
    storage,
    nearest,
    log,
    clock,
    records,
  }: Instrumented & { library: Library; storage: Storage; nearest: NearestRecords | undefined },
  opened: (() => unknown)[],
): Promise<{ literature: Literature } & Pick<Parts, 'remote'>> {
  const literature: Literature = { remote: [], library: undefined, sourceTimeouts: config.sourceTimeouts };
  const remote: Parts['remote'][number][] = [];
  const retire = () => retireDemonstration(config.library, log, clock);
  const { cache, createLimiter, close } = storage.openShared(config.cachePath);
  opened.push(close);
  if (config.sources.includes('library')) literature.library = createLibraryRetriever(library, log, nearest);
  // Loaded only if one is used, like all clients of other services below.
  const remotes = config.sources.some((source) => source !== 'library')
    ? await import('../literature/sources/remote-sources.ts')
    : undefined;
  for (const { name, baseUrl, startsPerSecond, open } of remotes?.configuredRemoteSources(config) ?? []) {
    const breaker = createCircuitBreaker(clock);
    const watched = { breaker, recordRequest: records.recorderOf(name) };
    const limiter = createLimiter(name, startsPerSecond(config));
    const retriever = open({ baseUrl, cache, limiter, clock, log, ...watched }, config);
    opened.push(() => retriever.close());
    literature.remote.push(reportReached(retriever, retire));
    remote.push({ retriever, isCircuitOpen: breaker.isOpen, queue: limiter.queueStatus });
  }
  // Full texts by their address first, because the rate limits of the other sources are needed for searches.
  const byAddress = new Set<string>(
    (remotes?.remoteSources ?? []).flatMap(({ name, hasFullTextByAddress }) =>
      hasFullTextByAddress ? [name] : [],
    ),
  );
  const sources = remote
    .map(({ retriever }) => retriever)
    .sort((one, other) => Number(byAddress.has(other.source)) - Number(byAddress.has(one.source)));
  if (config.fullText === 'evidence' && sources.length > 0)
    literature.fullTexts = createFullTexts({ sources, cache, clock, log });
  return { literature, remote };
}

async function openModel(
  { llm }: Config,
  { log, clock, records }: Instrumented,
  opened: (() => unknown)[],
): Promise<Pick<Parts, 'model' | 'isModelCircuitOpen'>> {
  const breakers = createCircuitBreakers(clock);
  const isModelCircuitOpen = (model: string) => breakers.of(model).isOpen();
  if (!llm) return { model: undefined, isModelCircuitOpen };
  // Loaded only if a model is configured, to save start-up time and memory otherwise.
  const { createProviderModel } = await import('../llm/provider-model.ts');
  const recorders = Object.fromEntries(modelRoles.map((role) => [role, records.recorderOf(role)]));
  const model = createProviderModel({
    ...{ config: llm, clock, log, breakers },
    recordRequest: (role, request) => recorders[role]?.(request),
  });
  opened.push(() => model.close());
  return { model, isModelCircuitOpen };
}

async function openEntailment(
  { entailment: settings }: Config,
  { clock, records }: Instrumented,
  opened: (() => unknown)[],
): Promise<Pick<Parts, 'entailment' | 'isEntailmentCircuitOpen'>> {
  const breaker = createCircuitBreaker(clock);
  const isEntailmentCircuitOpen = breaker.isOpen;
  if (!settings) return { entailment: undefined, isEntailmentCircuitOpen };
  const recordRequest = records.recorderOf('entailment');
  const { createEntailmentVerifier } = await import(
    '../features/citation-checks/verifier/entailment-verifier.ts'
  );
  const entailment = createEntailmentVerifier(settings, { clock, breaker, recordRequest });
  opened.push(() => entailment.close());
  return { entailment, isEntailmentCircuitOpen };
}

/** Opens search by meaning; `search` is undefined without an embedding model. */
async function openSemanticSearch(
  { embedding: settings }: Config,
  { log, clock, records }: Instrumented,
  opened: (() => unknown)[],
): Promise<Parts['embedding']> {
  const breaker = createCircuitBreaker(clock);
  if (!settings) return { search: undefined, isCircuitOpen: breaker.isOpen };
  const [{ createHttpEmbedder }, { openVectorPool }, { createSemanticSearch }] = await Promise.all([
    import('../llm/embeddings/http-embedder.ts'),
    import('../library/vectors/vector-pool.ts'),
    import('../llm/embeddings/semantic-search.ts'),
  ]);
  const embedder = createHttpEmbedder(settings, { connectMs: 2_000 });
  const search = createSemanticSearch(
    { embedder, vectors: openVectorPool({ path: settings.path, model: embedder.model }, log) },
    { clock, log, breaker, recordRequest: records.recorderOf('embedding') },
  );
  opened.push(() => search.close());
  return { search, isCircuitOpen: breaker.isOpen };
}

async function openReranker(
  { rerank }: Config,
  { log, clock, records }: Instrumented,
  opened: (() => unknown)[],
): Promise<Pick<Parts, 'reranker' | 'isRerankerCircuitOpen'>> {
  const breaker = createCircuitBreaker(clock);
  const isRerankerCircuitOpen = breaker.isOpen;
  if (!rerank) return { reranker: undefined, isRerankerCircuitOpen };
  const { createHttpReranker } = await import('../llm/rerank/http-reranker.ts');
  const reranker = createHttpReranker(rerank, {
    clock,
    log,
    breaker,
    recordRequest: records.recorderOf('reranker'),
  });
  opened.push(() => reranker.close());
  return { reranker, isRerankerCircuitOpen };
}
