import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '../../bench/report.ts';
import type { Attack, AttackOptions, AttackReport } from '../attack.ts';
import { probe, type RunningService, startService } from '../stand.ts';
import { largestFile, loopback, searchRequest, send, watchMemory } from './clients.ts';
import { reportQueued, watchQueued } from './queued.ts';

/**
 * Permitted growth of the process, including the garbage of the requests it answers meanwhile, which a busy machine
 * collects late. Queued replies have a separate limit.
 */
const unreadMaxMb = 128;
const bodiesMaxMb = 320;
const bodyBytes = 26 * 1024 * 1024;

export const memory: Attack = {
  about: 'unread replies and bodies of 26 MB: how much memory one client can use',
  run,
};

async function run({ short }: AttackOptions): Promise<AttackReport> {
  const service = await startService({ isProbed: true });
  try {
    const key = await service.createKey();
    await warmUp(service, key, short ? 4 : 10);
    const rows: Row[] = [];
    const violations: string[] = [];
    const connections = short ? 20 : 90;
    const requests: [what: string, request: string][] = [
      ['the largest file', get(largestFile())],
      ['openapi.json', get('/openapi.json')],
      ['searches', search(key)],
    ];
    for (const [what, request] of requests) {
      const title = `${connections} connections, 1,100 requests for ${what} each, unread`;
      const attack = async () => {
        const sockets = Array.from({ length: connections }, () => {
          const socket = send(service.port, loopback(1), request.repeat(1_100));
          return socket.pause();
        });
        await sleep(short ? 1_000 : 8_000);
        for (const socket of sockets) socket.destroy();
      };
      await measure(service, { title, maxMb: unreadMaxMb, attack, rows, violations });
    }
    const count = short ? 4 : 12;
    const statuses: number[] = [];
    const attack = async () => {
      const body = JSON.stringify({ question: 'a'.repeat(bodyBytes) });
      statuses.push(...(await Promise.all(Array.from({ length: count }, () => post(service, key, body)))));
    };
    const title = `${count} concurrent bodies of 26 MB from one key`;
    await measure(service, { title, maxMb: bodiesMaxMb, attack, rows, violations });
    const refused = statuses.filter((status) => status === 503).length;
    rows.push({
      figure: 'of these rejected with 503 before they were read',
      value: refused,
      unit: '',
      goal: { atLeast: 1 },
    });
    if (refused === 0 || statuses.some((status) => ![400, 413, 503].includes(status)))
      violations.push(`large bodies were answered with ${statuses.join(', ')}`);
    return { title: 'Memory that one client can use', rows, violations };
  } finally {
    await service.stop();
  }
}

type Phase = {
  title: string;
  maxMb: number;
  attack: () => Promise<void>;
  rows: Row[];
  violations: string[];
};

async function measure(
  service: RunningService,
  { title, maxMb, attack, rows, violations }: Phase,
): Promise<void> {
  const watch = watchMemory(service.pid);
  await watchQueued(service);
  const others = probe(service.url);
  await attack();
  const { p99, failed } = await others.stop();
  watch.stop();
  const growth = watch.peak() - watch.start;
  await reportQueued(service, title, { rows, violations });
  rows.push({ figure: `memory grows by: ${title}`, value: growth, unit: 'MB', goal: { atMost: maxMb } });
  rows.push({ figure: "  another client's request meanwhile, p99", value: p99, unit: 'ms' });
  if (growth > maxMb) violations.push(`${title}: memory grew by ${growth.toFixed(0)} MB`);
  if (failed > 0) violations.push(`${title}: ${failed} requests of another client failed`);
  if (service.exitCode() !== undefined) violations.push(`${title}: the service ended`);
}

/** Warms up code, caches and the heap before anything is measured. */
async function warmUp(service: RunningService, key: string, rounds: number): Promise<void> {
  const { headers, body } = searchRequest(key);
  const load = async (path: string, options?: RequestInit) =>
    (await fetch(service.url + path, options)).arrayBuffer();
  for (let round = 0; round < rounds; round += 1)
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        await load(largestFile());
        await load('/openapi.json');
        await load('/ai/api/local_advanced_search', { method: 'POST', headers, body });
      }),
    );
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`;
}

function search(key: string): string {
  const { headers, body } = searchRequest(key);
  const lines = Object.entries({ Host: 'h', ...headers, 'Content-Length': String(body.length) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `POST /ai/api/local_advanced_search HTTP/1.1\r\n${head}\r\n${body}`;
}

/** Resolves with the status, 0 without a reply. */
async function post(service: RunningService, key: string, body: string): Promise<number> {
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': key };
  try {
    const reply = await fetch(`${service.url}/ai/api/ask_stream`, { method: 'POST', headers, body });
    await reply.text();
    return reply.status;
  } catch {
    return 0;
  }
}
