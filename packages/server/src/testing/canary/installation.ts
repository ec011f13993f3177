import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { systemClock } from '@citewell/core/clock.ts';
import { startEuropepmcSimulator } from '@citewell/simulators/europepmc/europepmc-simulator.ts';
import { startLlmSimulator } from '@citewell/simulators/llm/llm-simulator.ts';
import { startEutilsSimulator } from '@citewell/simulators/pubmed/eutils-simulator.ts';
import { startSmtpSink } from '@citewell/simulators/smtp-sink.ts';
import type { FastifyInstance } from 'fastify';
import { buildAdminApp } from '../../app/admin-app.ts';
import { type AppOptions, buildApp } from '../../app/app.ts';
import { inlineWorkers } from '../../app/language-tasks/inline-work.ts';
import { buildServices } from '../../app/services.ts';
import { runCli } from '../../cli/main.ts';
import { readConfig } from '../../platform/config.ts';
import { createLog } from '../../platform/log.ts';
import type { OwnStoreHome, StoreEngine } from '../accounting/accounts-databases.ts';
import { readRows } from '../accounting/database-rows.ts';
import { createCheapPasswords } from '../process/cheap-passwords.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';
import { captured, type Run, type Typed } from '../process/terminal.ts';
import { createEvidence, type Place } from './evidence.ts';

export type Installation = Awaited<ReturnType<typeof install>>;
export type Service = Awaited<ReturnType<Installation['start']>>;
export type Reply = {
  status: number;
  headers: Headers;
  text: string;
  json(): Record<string, string>;
  place: Place;
};

/** Complete installation of an operator: settings with secrets, a data folder, a database, a mail server. */
export async function install(t: TestContext, engine: StoreEngine<OwnStoreHome>) {
  const evidence = createEvidence();
  const home = await engine.create(t);
  const dataDir = temporaryFolder(t);
  const eutils = await startEutilsSimulator();
  const europepmc = await startEuropepmcSimulator();
  const llm = await startLlmSimulator();
  const echo = await startEcho(t);
  t.after(() => Promise.all([eutils, europepmc, llm].map((simulator) => simulator.close())));
  const mailPassword = evidence.secret('the mail server’s password', 'mail-Canary-4711-Password');
  const login = { user: 'mailer', pass: mailPassword };
  let refusing = true;
  const mailServer = await startSmtpSink(t, {
    login,
    // Repeats what it received, as some servers do.
    refuseMessage: ({ text }) =>
      refusing ? { code: 451, text: text.replace(/\s+/g, ' ').slice(0, 400) } : undefined,
  });

  const environment: Record<string, string> = {
    CITEWELL_DATA_DIR: dataDir,
    CITEWELL_DATABASE_URL: home.url,
    CITEWELL_PUBMED_BASE_URL: eutils.url,
    CITEWELL_EUROPEPMC_BASE_URL: europepmc.url,
    CITEWELL_NCBI_API_KEY: evidence.secret('the NCBI key', 'ncbi0Canary0815Key0ncbi'),
    CITEWELL_LLM_BASE_URL: llm.url,
    CITEWELL_LLM_API_KEY: evidence.secret('the provider’s key', 'sk-canary-provider-0815-key'),
    CITEWELL_LLM_MODEL: 'simulated',
    CITEWELL_SMTP_URL: `smtp://${login.user}:${login.pass}@127.0.0.1:${mailServer.port}?tls=off`,
    CITEWELL_MAIL_FROM: 'Citewell <no-reply@cite.example>',
    CITEWELL_PUBLIC_URL: 'https://cite.example',
    CITEWELL_KEY_DELIVERY: 'inline',
  };
  if (engine.name === 'PostgreSQL') evidence.secret('the database’s password', new URL(home.url).password);

  /** Command line next to the service. Its output is evidence. */
  async function cli(argv: string[], typed: Typed = {}): Promise<Run & { place: Place }> {
    const { io, text } = captured(environment, typed);
    const code = await runCli(argv, io);
    const place = evidence.place(`what "citewell ${argv.slice(0, 2).join(' ')}" prints`, text.out + text.err);
    return { code, ...text, place };
  }

  /** Service on this installation. Its replies, logs and output are evidence. */
  async function start(settings: Record<string, string>, options: AppOptions = {}) {
    const logLines: string[] = [];
    const printed: string[] = [];
    const given = Object.entries({ ...environment, ...settings }).filter(([, value]) => value !== '');
    const services = await buildServices(
      readConfig(Object.fromEntries(given)),
      createLog((line) => logLines.push(line), Date.now),
      systemClock,
      {},
      createCheapPasswords(),
    );
    await services.prepareDemonstration();
    // Without worker threads, which would load the word lists again for each service.
    const app = buildApp({ ...services, languageWorkers: inlineWorkers }, options);
    const admin = buildAdminApp(services);
    const urls = { public: await listen(app), admin: await listen(admin) };
    await services.deliverMails((text) => printed.push(text));
    let stopped = false;
    async function stop(): Promise<void> {
      if (stopped) return;
      stopped = true;
      await Promise.all([app.close(), admin.close()]);
      await services.close();
      evidence.place('the log', logLines.join(''));
    }
    t.after(stop);
    return {
      services,
      app,
      admin,
      printed,
      logLines,
      stop,
      ask: (what: string, path: string, init: RequestInit = {}) => send(what, urls.public + path, init),
      operate: (what: string, path: string, init: RequestInit = {}) =>
        send(what, `${urls.admin}/admin/api${path}`, init),
    };
  }

  async function send(what: string, url: string, init: RequestInit): Promise<Reply> {
    const reply = await fetch(url, init);
    const text = await reply.text();
    const { status, headers } = reply;
    const head = [...headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    const place = evidence.place(`the reply to ${what}`, `${status}\n${head}\n\n${text}`);
    return { status, headers, text, json: () => JSON.parse(text), place };
  }

  /** Collects everything on disk and in the tables, as it is now. */
  async function takeStock(when: string): Promise<void> {
    for (const file of filesIn(dataDir))
      evidence.place(`${relative(dataDir, file)} ${when}`, readFileSync(file));
    if (engine.name === 'SQLite') {
      for (const file of filesIn(home.folder))
        evidence.place(`${relative(home.folder, file)} ${when}`, readFileSync(file));
      return;
    }
    const tables = await readRows(
      home.url,
      `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()`,
    );
    for (const { table_name: table } of tables) {
      const rows = await readRows(home.url, `SELECT t::text AS row FROM "${table}" t`);
      evidence.place(`the table ${table} ${when}`, rows.map(({ row }) => row).join('\n'));
    }
  }

  /**
   * Collects the files of PostgreSQL itself, including its write-ahead log; SQLite's files are collected everywhere.
   */
  async function takeServerFiles(): Promise<void> {
    if (engine.name === 'SQLite') return;
    await home.execute('CHECKPOINT');
    for (const file of filesIn(home.folder))
      evidence.place(`PostgreSQL’s file ${relative(home.folder, file)}`, readFileSync(file), {
        plain: true,
      });
  }

  return {
    ...{ evidence, home, dataDir, environment, eutils, llm, echo, mailServer },
    ...{ cli, start, takeStock, takeServerFiles },
    /** Makes the mail server accept mails from now on. */
    acceptMails() {
      refusing = false;
    },
  };
}

/** Provider that answers every request with an error that repeats its headers and its body. */
async function startEcho(t: TestContext): Promise<string> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const message = `${JSON.stringify(request.headers)} ${await text(request)}`;
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message } }));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

async function listen(app: FastifyInstance): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}
