import { randomBytes } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Clock, systemClock } from '@citewell/core/clock.ts';
import { modules } from '@citewell/sdk';
import type { FastifyInstance } from 'fastify';
import type {
  Accounts,
  AdmittedCall,
  CallIntent,
  KeyAdministration,
  NewKey,
} from '../../accounting/accounts.ts';
import { openAccounting } from '../../accounting/open-accounting.ts';
import type { Outcome } from '../../accounting/settlement.ts';
import { type AppOptions, buildApp } from '../../app/app.ts';
import { inlineWorkers } from '../../app/language-tasks/inline-work.ts';
// Declares the names of the tasks, which tests see through no other declaration file of the server.
import type {} from '../../app/language-tasks/tasks.ts';
import type { AccountsDatabase } from '../../database/accounts-database.ts';
import { createAdministration } from '../../features/admin/administration.ts';
import { createCategoryList } from '../../features/admin/operations/category-list.ts';
import { createHealth, createHealthRecords } from '../../features/admin/operations/health.ts';
import { createLibraryJobs } from '../../features/admin/operations/library-jobs.ts';
import { createApplications } from '../../features/applications/applications.ts';
import { createReissueMail } from '../../features/applications/reissue-mail.ts';
import { loadPersonas } from '../../features/chat/persona.ts';
import type { Services } from '../../features/services.ts';
import { createAbandonedWork } from '../../http/calls/abandoned-work.ts';
import { createRequestFailures } from '../../http/server/request-failures.ts';
import { createEncryption } from '../../identity/encryption.ts';
import { createPageSessions } from '../../identity/page-session.ts';
import { loadCategories } from '../../literature/query/category.ts';
import type { AnswerDependencies, AnswerRequest, PipelineContext } from '../../pipeline/context.ts';
import { chunk, thinking } from '../../pipeline/events.ts';
import { readConfig } from '../../platform/config.ts';
import { createLog } from '../../platform/log.ts';
import { openMemoryStore } from '../accounting/memory-store.ts';
import { memoryLibrary } from '../library/memory-library.ts';
import { createCheapPasswords } from '../process/cheap-passwords.ts';

export type TestAppOptions = AppOptions & {
  services?: Partial<Services>;
  clock?: Clock;
  /** Accounting store; by default in memory, with days in UTC. Closed with the app. */
  store?: AccountsDatabase;
  tls?: { certPath: string; keyPath: string };
};

/** Most tests have no callers left when they close the app. */
const shortDrainMs = 20;

// Read once for all tests of a process, which do not change them.
const defaultConfig = readConfig({ CITEWELL_DATA_DIR: join(tmpdir(), 'citewell-no-such-folder') });
const categories = loadCategories();
const personas = loadPersonas();

/** Real app over real accounts, with what tests need to know about it. */
export type TestApp = {
  app: FastifyInstance;
  services: Services;
  /** Secret of a key with every module and a large balance. */
  key: string;
  createKey(key?: Partial<NewKey>): Promise<string>;
  /** Posts text unchanged and anything else as JSON, with that key. */
  postTo(path: string, body: unknown, headers?: object): Promise<PostedReply>;
  /** All settled calls so far, in order. */
  settled: { endpoint: string; outcome: Outcome; delivered: boolean }[];
  logLines: string[];
  /** Starts listening on loopback; returns the port. */
  listen(): Promise<number>;
};

type PostedReply = { status: number; headers: OutgoingHttpHeaders; body: string };

/**
 * Builds the app, and closes it with all its resources at the end of the test. Unless the test supplies a pipeline, the
 * answer is fixed.
 */
export async function buildTestApp(t: TestContext, options: TestAppOptions = {}): Promise<TestApp> {
  const { clock = systemClock, store: given, tls, services: overrides, ...appOptions } = options;
  const logLines: string[] = [];
  const log = createLog((line) => logLines.push(line), clock.now);
  const store = given ?? openMemoryStore(clock);
  const accounting = openAccounting({ store, clock, log });
  const settled: TestApp['settled'] = [];
  const config = { ...defaultConfig, tls };
  const encryption = createEncryption(randomBytes(32));
  const passwords = createCheapPasswords();
  const writeReissueMail = createReissueMail({ ...config, store, loadEncryption: () => encryption });
  const administration = createAdministration({ store, clock, passwords, writeReissueMail });
  const categoriesPath = join(config.dataDir, 'categories.json');
  const categoryList = createCategoryList(categories, categoriesPath, administration.recordChange);
  const services: Services = {
    config,
    clock,
    log,
    accounts: recording(accounting.accounts, settled),
    keys: accounting.keys,
    usage: store,
    administration,
    applications: createApplications({ ...config, store, encryption, clock }),
    pageSessions: createPageSessions({ encryption, clock, guestKey: undefined }),
    async deliverMails() {},
    async prepareDemonstration() {},
    inspectLibrary: () => services.library.stats(),
    ensureDemoKey: accounting.ensureDemoKey,
    languageWorkers: inlineWorkers,
    literature: { remote: [], library: undefined },
    library: memoryLibrary([]),
    categories: categoryList.current,
    categoryList,
    // There is no program to run: tests of jobs supply their own.
    libraryJobs: createLibraryJobs({
      program: { command: '/nowhere/citewell', argv: [], environment: {} },
      ...{ incoming: config.libraryIncoming, administration, clock, log },
    }),
    abandoned: createAbandonedWork(log),
    failures: createRequestFailures(log),
    health: createHealth([], createHealthRecords(clock)),
    dataFiles: {
      lost: () => undefined,
      filesLostMessage: () => undefined,
      writeFailure: () => undefined,
      unwritable: () => undefined,
      close() {},
    },
    personas,
    close: accounting.close,
    ...overrides,
  };
  const app = buildApp(services, {
    ...{ answer: fixedAnswer, webFolder: null, ...appOptions },
    drainLimits: { refuseForMs: shortDrainMs, lingerMs: shortDrainMs, ...appOptions.drainLimits },
  });
  t.after(async () => {
    await app.close();
    await services.close();
  });
  const createKey = (key: Partial<NewKey> = {}) => newKey(accounting.keys, key);
  const key = await createKey();
  return {
    app,
    services,
    key,
    createKey,
    async postTo(path, body, headers = {}) {
      const reply = await app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      });
      return { status: reply.statusCode, headers: reply.headers, body: reply.body };
    },
    settled,
    logLines,
    async listen() {
      await app.listen({ host: '127.0.0.1', port: 0 });
      return (app.server.address() as AddressInfo).port;
    },
  };
}

/** Reference that the fixed answer cites. */
export const fixedReference = {
  pmid: '9900000001',
  title: 'A trial',
  authors: 'Doe J',
  journal: 'Journal',
  year: '2020',
};

/** Complete answer, the same to every question. */
export async function fixedAnswer(
  _request: AnswerRequest,
  _dependencies: AnswerDependencies,
  { emit }: PipelineContext,
): Promise<void> {
  await emit(thinking('Reading the question.'));
  await emit(chunk('It works '));
  await emit(chunk('[1].'));
  await emit({ event: 'references', data: { refs: [fixedReference] } });
}

async function newKey(keys: KeyAdministration, key: Partial<NewKey>): Promise<string> {
  const { secret } = await keys.create({
    label: 'test',
    modules: [...modules],
    dailyQuota: null,
    balance: 100_000_000,
    expiresAt: undefined,
    status: 'enabled',
    ...key,
  });
  return secret;
}

function recording(accounts: Accounts, settled: TestApp['settled']): Accounts {
  const record = (call: AdmittedCall, { endpoint }: CallIntent): AdmittedCall => ({
    ...call,
    settle(outcome, delivered, reply) {
      settled.push({ endpoint, outcome, delivered });
      return call.settle(outcome, delivered, reply);
    },
  });
  return {
    ...accounts,
    admit: async (intent) => record(await accounts.admit(intent), intent),
    async admitOnce(intent, idempotency) {
      const admitted = await accounts.admitOnce(intent, idempotency);
      return 'replay' in admitted ? admitted : record(admitted, intent);
    },
  };
}
