import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { type ClientHttp2Session, connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Row } from '../../bench/report.ts';
import { callOf, type EndpointCall } from '../../packages/server/src/testing/app/endpoints.ts';
import type { Attack, AttackOptions, AttackReport } from '../attack.ts';
import {
  oneLanguageThread,
  type RunningService,
  runCommand,
  type Simulators,
  startService,
  startSimulators,
} from '../stand.ts';

const tlsFile = (name: string) =>
  fileURLToPath(new URL(`../../packages/simulators/src/tls/${name}`, import.meta.url));

/** Streams per HTTP/2 session; callers are distributed over as many sessions as needed. */
const callersPerSession = 15;

/** Callers that begin after the signal, one after another during the time in which a draining process still listens. */
const lateCallers = 12;
const lateEveryMs = 20;

/**
 * Outcome of one request: a whole reply; 503 with Retry-After, after which an HTTP/1 connection closes; not accepted, so
 * that it is safe to send again elsewhere; or no reply although it may have been read.
 */
type End = 'whole' | 'refused' | 'not taken' | 'cut';

type Reply = { status: number; headers: Record<string, unknown>; body: string };

/** Sends one request; undefined if the connection was refused or the session had ended. */
type Send = (call: EndpointCall) => Promise<Reply | 'not taken' | 'cut'>;

export const restart: Attack = {
  about: 'SIGTERM while 90 callers on keep-alive connections search and stream, over HTTP/1 and HTTP/2',
  async run(options) {
    const simulators = await startSimulators();
    try {
      const reports = [
        await attackService(options, simulators, 1),
        await attackService(options, simulators, 2),
      ];
      return {
        title: 'SIGTERM under load',
        rows: reports.flatMap(({ rows }) => rows),
        violations: reports.flatMap(({ violations }) => violations),
      };
    } finally {
      await simulators.stop();
    }
  },
};

async function attackService(
  { short }: AttackOptions,
  simulators: Simulators,
  version: 1 | 2,
): Promise<AttackReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'citewell-restart-'));
  try {
    const service = await startService({
      dataDir,
      environment: {
        ...{ CITEWELL_NCBI_API_KEY: 'simulated', CITEWELL_KEY_RUNNING_CALLS: '200' },
        ...simulators.environment,
        ...(short && oneLanguageThread),
        ...(version === 2 && {
          CITEWELL_TLS_CERT: tlsFile('test-only-cert.pem'),
          CITEWELL_TLS_KEY: tlsFile('test-only-key.pem'),
        }),
      },
    });
    // In the short form, as many as a machine that is busy with other tests can answer before the process has to end.
    const callers = short ? 6 : 90;
    const ended = await callAndStop(service, { callers, busyMs: short ? 500 : 2_000 }, version);
    return await report(service, { ...ended, name: `HTTP/${version}` });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function callAndStop(
  service: RunningService,
  { callers, busyMs }: { callers: number; busyMs: number },
  version: 1 | 2,
): Promise<{ ends: Record<End, number>; cuts: string[]; code: number | null }> {
  const cuts: string[] = [];
  const ends: Record<End, number> = { whole: 0, refused: 0, 'not taken': 0, cut: 0 };
  const key = await service.createKey(
    '--modules',
    'ask_agent,expert_agent,factcheck',
    '--daily-quota',
    'none',
  );
  const agent = new Agent({ keepAlive: true });
  const sessions = Array.from({ length: version === 2 ? Math.ceil(callers / callersPerSession) : 0 }, () =>
    openSession(service.url),
  );
  const call = async (place: number) => {
    const session = sessions[place % sessions.length];
    const send: Send = session ? sendHttp2(session, key) : sendHttp1(service.url, agent, key);
    // Until nobody accepts requests any longer, and no further.
    for (let nth = place; ; nth += 1) {
      const name = (['local_advanced_search', 'ask_stream', 'ask'] as const)[nth % 3] ?? 'ask';
      const reply = await send(callOf(name, nth));
      const end = endOf(reply, version);
      if (end === 'cut')
        cuts.push(
          `${name}: ${typeof reply === 'string' ? reply : `${reply.status} ${reply.body.slice(-150)}`}`,
        );
      ends[end] += 1;
      if (end === 'not taken' || end === 'cut') return;
      // A caller that returns at once would keep the listener open to its deadline, and meet it as it closes.
      await sleep(end === 'refused' ? retryAfterMs(reply) : nth % 20);
    }
  };
  // Warms up the service, whose first answers load what later ones use.
  const [first] = sessions;
  const send = first ? sendHttp2(first, key) : sendHttp1(service.url, agent, key);
  await Promise.all(['ask_stream' as const, 'ask' as const].map((name) => send(callOf(name, 0))));
  const all = Promise.all(Array.from({ length: callers }, (_, place) => call(place)));
  await sleep(busyMs);
  const stopped = service.stop('SIGTERM');
  // All callers may be waiting for a reply during the drain, so additional ones begin then.
  const late = Array.from({ length: lateCallers }, async (_, nth) => {
    await sleep(nth * lateEveryMs);
    await call(nth);
  });
  const code = await stopped;
  await Promise.all([all, ...late]);
  agent.destroy();
  for (const { session } of sessions) session.destroy();
  return { ends, cuts, code };
}

function sendHttp1(url: string, agent: Agent, key: string): Send {
  return ({ method, path, body }) =>
    new Promise((resolve) => {
      const headers = { 'x-api-key': key, 'content-type': 'application/json' };
      const asked = request(url + path, { method, headers, agent }, (incoming) => {
        let read = '';
        incoming.setEncoding('utf8').on('error', () => {});
        incoming.on('data', (text: string) => {
          read += text;
        });
        incoming.on('close', () => {
          const { complete, statusCode = 0, headers } = incoming;
          resolve(complete ? { status: statusCode, headers, body: read } : 'cut');
        });
      });
      asked.on('error', ({ code }: NodeJS.ErrnoException) =>
        resolve(code === 'ECONNREFUSED' ? 'not taken' : 'cut'),
      );
      asked.end(JSON.stringify(body));
    });
}

type OpenSession = {
  session: ClientHttp2Session;
  /** RFC 9113, 6.8: streams above the last one that GOAWAY names were not processed. */
  lastTaken(): number;
};

function openSession(url: string): OpenSession {
  let lastTaken = Number.POSITIVE_INFINITY;
  const session = connect(url, { rejectUnauthorized: false }).on('error', () => {});
  session.on('goaway', (_code, last) => {
    lastTaken = last;
  });
  return { session, lastTaken: () => lastTaken };
}

function sendHttp2(opened: OpenSession, key: string): Send {
  const { session } = opened;
  return ({ method, path, body }) =>
    new Promise((resolve) => {
      if (session.closed || session.destroyed) return resolve('not taken');
      const stream = session.request({
        ...{ ':method': method, ':path': path },
        ...{ 'x-api-key': key, 'content-type': 'application/json' },
      });
      let headers: Record<string, unknown> = {};
      let read = '';
      let isWhole = false;
      stream.on('response', (received) => {
        headers = received;
      });
      stream.setEncoding('utf8').on('data', (text: string) => {
        read += text;
      });
      stream.on('end', () => {
        isWhole = true;
      });
      stream.on('error', () => {});
      stream.on('close', () => {
        const status = Number(headers[':status'] ?? 0);
        if (status > 0 && isWhole) resolve({ status, headers, body: read });
        else resolve((stream.id ?? Number.POSITIVE_INFINITY) > opened.lastTaken() ? 'not taken' : 'cut');
      });
      stream.end(JSON.stringify(body));
    });
}

function retryAfterMs(reply: Reply | string): number {
  return typeof reply === 'string' ? 0 : Number(reply.headers['retry-after']) * 1_000;
}

function endOf(reply: Reply | 'not taken' | 'cut', version: 1 | 2): End {
  if (typeof reply === 'string') return reply;
  const { status, headers, body } = reply;
  if (status === 503)
    return headers['retry-after'] && (version === 2 || headers.connection === 'close') ? 'refused' : 'cut';
  const isStream = body.startsWith('event: ');
  // On a machine this busy, sources may be late: an error that says so is a reply as well.
  return status !== 500 && (!isStream || body.endsWith('event: done\ndata: {}\n\n')) ? 'whole' : 'cut';
}

async function report(
  service: RunningService,
  { ends, cuts, code, name }: Awaited<ReturnType<typeof callAndStop>> & { name: string },
): Promise<AttackReport> {
  const { out } = await runCommand(service, 'calls', 'list', '--json');
  const running = (JSON.parse(out) as unknown[]).length;
  const isLedgerValid = (await runCommand(service, 'ledger', 'verify')).code === 0;
  const violations: string[] = [];
  if (ends.cut > 0)
    violations.push(
      `${name}: ${ends.cut} requests got no whole reply of their own: ${cuts.slice(0, 3).join(' | ')}`,
    );
  if (ends.refused === 0) violations.push(`${name}: no client got 503 with Retry-After`);
  if (code !== 0) violations.push(`${name}: SIGTERM ended the process with ${code}`);
  if (running > 0) violations.push(`${name}: ${running} calls were not settled`);
  if (!isLedgerValid) violations.push(`${name}: the ledger does not verify`);
  if (/"event":"(uncaughtException|unhandledRejection)"/.test(service.output()))
    violations.push(`${name}: uncaught error in the process`);
  const rows: Row[] = [
    { figure: `whole replies, ${name}`, value: ends.whole, unit: 'requests' },
    { figure: '  503 with Retry-After', value: ends.refused, unit: 'requests' },
    { figure: '  not accepted, safe to repeat', value: ends['not taken'], unit: 'requests' },
    { figure: '  cut off without a reply', value: ends.cut, unit: 'requests', goal: { exactly: 0 } },
    { figure: '  calls not settled', value: running, unit: 'calls', goal: { exactly: 0 } },
  ];
  return { title: '', rows, violations };
}
