import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import type { Row } from '../../bench/report.ts';
import type { Attack, AttackOptions, AttackReport } from '../attack.ts';
import { probe, type RunningService, startService } from '../stand.ts';
import { largestFile, loopback, searchRequest, watchMemory } from './clients.ts';
import { reportQueued, watchQueued } from './queued.ts';

/** Permitted growth of the process, including the garbage of the requests it answers meanwhile. */
const growthMaxMb = 100;
/** A first request must arrive within 10 s, and overdue ones are checked for each second. */
const silentMs = 14_000;
/** Maximum number of streams in a session, with as many keys as that takes: a key may run 50 calls. */
const streamsMax = 100;
const keysMax = 8;

export const http2: Attack = {
  about: 'HTTP/2 sessions with closed windows, thousands of streams, resets, silence',
  run,
};

async function run({ short }: AttackOptions): Promise<AttackReport> {
  const file = (name: string) =>
    fileURLToPath(new URL(`../../packages/simulators/src/tls/${name}`, import.meta.url));
  const service = await startService({
    isProbed: true,
    environment: {
      CITEWELL_TLS_CERT: file('test-only-cert.pem'),
      CITEWELL_TLS_KEY: file('test-only-key.pem'),
    },
  });
  const rows: Row[] = [];
  const violations: string[] = [];
  const measure = async (title: string, attack: () => Promise<void>) => {
    const watch = watchMemory(service.pid);
    await watchQueued(service);
    const others = probe(service.url);
    await attack();
    const { p99, failed } = await others.stop();
    watch.stop();
    const growth = watch.peak() - watch.start;
    rows.push({
      figure: `memory grows by: ${title}`,
      value: growth,
      unit: 'MB',
      goal: { atMost: growthMaxMb },
    });
    await reportQueued(service, title, { rows, violations });
    rows.push({ figure: "  another client's request meanwhile, p99", value: p99, unit: 'ms' });
    if (growth > growthMaxMb) violations.push(`${title}: memory grew by ${growth.toFixed(0)} MB`);
    if (failed > 0) violations.push(`${title}: ${failed} requests of another client failed`);
    if (service.exitCode() !== undefined) violations.push(`${title}: the service ended`);
  };
  try {
    const keys = await Promise.all(Array.from({ length: keysMax }, () => service.createKey()));
    await warmUp(service, keys);
    const holdMs = short ? 1_000 : 6_000;
    let announced = 0;
    const streams = short ? 500 : 3_000;
    await measure(`${streams} streams of a session whose window is closed`, async () => {
      const session = await open(service);
      announced = session.remoteSettings.maxConcurrentStreams ?? Number.POSITIVE_INFINITY;
      ask(session, largestFile(), streams);
      await sleep(holdMs);
      session.destroy();
    });
    rows.push({
      figure: 'streams a session may have at one time',
      value: announced,
      unit: '',
      goal: { atMost: 100 },
    });
    if (announced > 100) violations.push(`a session may have ${announced} streams`);
    const sessions = short ? 10 : 50;
    await measure(`${sessions} sessions of 300 streams each, windows closed`, async () => {
      const opened = await Promise.all(Array.from({ length: sessions }, () => open(service)));
      for (const session of opened) ask(session, '/openapi.json', 300);
      await sleep(holdMs);
      for (const session of opened) session.destroy();
    });
    const title = `${2 * streamsMax} searches of ${keys.length} keys in 2 sessions, windows closed`;
    await measure(title, async () => {
      const opened = await Promise.all([open(service), open(service)]);
      for (const session of opened)
        for (let index = 0; index < streamsMax; index += 1) search(session, keys[index % keys.length] ?? '');
      await sleep(short ? 3_000 : 10_000);
      for (const session of opened) session.destroy();
    });
    const resets = short ? 2_000 : 30_000;
    const resetting = short ? 2 : 20;
    await measure(`${resets} streams reset at once on each of ${resetting} sessions`, async () => {
      const opened = await Promise.all(Array.from({ length: resetting }, () => open(service)));
      const left = await Promise.all(opened.map((session) => reset(session, resets)));
      const stillOpen = left.filter((isOpen) => isOpen).length;
      if (stillOpen > 0) violations.push(`${stillOpen} sessions were left open after ${resets} resets each`);
    });
    if (!short) {
      const open = await openAfter(service, 80, silentMs);
      const figure = `of 80 connections that say nothing after their handshake, open after ${silentMs / 1_000} s`;
      rows.push({ figure, value: open, unit: '', goal: { exactly: 0 } });
      if (open > 0) violations.push(`${open} silent connections were left open`);
    }
    return { title: 'HTTP/2', rows, violations };
  } finally {
    await service.stop();
  }
}

async function warmUp(service: RunningService, keys: readonly string[]): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    const session = await open(service, 1 << 20);
    const ended = Array.from({ length: 90 }, (_, index) => {
      const stream =
        index % 2 === 0
          ? search(session, keys[(index / 2) % keys.length] ?? '')
          : session.request({ ':path': index % 4 === 1 ? largestFile() : '/openapi.json' });
      return new Promise((resolve) =>
        stream
          .on('error', () => {})
          .on('close', resolve)
          .resume(),
      );
    });
    await Promise.all(ended);
    session.destroy();
  }
  const others = probe(service.url);
  await sleep(1_500);
  await others.stop();
}

/** Opens a session from an attacking address, with this window for every stream. */
function open(service: RunningService, initialWindowSize = 0): Promise<ClientHttp2Session> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({
      ...{ port: service.port, host: '127.0.0.1', localAddress: loopback(1) },
      ...{ rejectUnauthorized: false, ALPNProtocols: ['h2'] },
    });
    socket.once('error', reject);
    const session = connect(service.url, {
      createConnection: () => socket,
      settings: { initialWindowSize },
    });
    session.on('error', () => {});
    session.once('remoteSettings', () => resolve(session));
  });
}

function ask(session: ClientHttp2Session, path: string, count: number): void {
  for (let index = 0; index < count && !session.destroyed; index += 1)
    session.request({ ':path': path }).on('error', () => {});
}

/** Sends requests and resets them in the same packets. Returns true if the session is still open. */
async function reset(session: ClientHttp2Session, count: number): Promise<boolean> {
  for (let sent = 0; sent < count && !session.destroyed; sent += 1) {
    const stream = session.request({ ':method': 'POST', ':path': '/ai/api/ask' });
    stream.on('error', () => {}).close(constants.NGHTTP2_CANCEL);
    if (sent % 200 === 0) await sleep(1);
  }
  await sleep(500);
  const isOpen = !session.destroyed;
  session.destroy();
  return isOpen;
}

function search(session: ClientHttp2Session, key: string): ClientHttp2Stream {
  const { headers, body } = searchRequest(key);
  const stream = session.request({
    ...{ ':method': 'POST', ':path': '/ai/api/local_advanced_search' },
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  });
  stream.on('error', () => {}).end(body);
  return stream;
}

/** Counts the connections that are still open after `waitMs`. */
async function openAfter(service: RunningService, count: number, waitMs: number): Promise<number> {
  const sockets = Array.from({ length: count }, () => {
    const socket = connectTls({
      ...{ port: service.port, host: '127.0.0.1', localAddress: loopback(1) },
      ...{ rejectUnauthorized: false, ALPNProtocols: ['h2'] },
    });
    // A socket that is not read does not notice its end.
    return socket.on('error', () => {}).resume();
  });
  await sleep(waitMs);
  const left = sockets.filter(({ destroyed, readable }) => !destroyed && readable).length;
  for (const socket of sockets) socket.destroy();
  return left;
}
