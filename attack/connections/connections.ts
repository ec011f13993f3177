import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '../../bench/report.ts';
import type { Attack, AttackOptions, AttackReport } from '../attack.ts';
import { startService } from '../stand.ts';
import { isLetIn, loopback, send } from './clients.ts';

const request = 'GET /livez HTTP/1.1\r\nHost: h\r\n\r\n';
const reopenAfterMs = 20;

export const connections: Attack = {
  about: 'connections kept open by one address, and by many: whether others are let in',
  run,
};

async function run({ short }: AttackOptions): Promise<AttackReport> {
  const service = await startService();
  const rows: Row[] = [];
  const violations: string[] = [];
  const lookForMs = short ? 2_000 : 12_000;
  try {
    const one = short ? 400 : 2_050;
    const attacks: [title: string, count: number, addressOf: (index: number) => string][] = [
      [`${one} connections of one address`, one, () => loopback(1)],
      [`2,050 connections of 30 addresses`, 2_050, (index) => loopback(1 + (index % 30))],
    ];
    for (const [title, count, addressOf] of attacks) {
      const stop = keepOpen(service.port, count, addressOf);
      await sleep(short ? 1_000 : 4_000);
      const others = await shareLetIn(service.port, loopback(200), lookForMs);
      const same = await shareLetIn(service.port, loopback(1), lookForMs);
      stop();
      rows.push({
        figure: `others let in beside ${title}`,
        value: 100 * others,
        unit: '%',
        goal: { atLeast: 99 },
      });
      rows.push({ figure: '  another client at an address that attacks', value: 100 * same, unit: '%' });
      if (others < 0.99)
        violations.push(`beside ${title}, ${(100 * others).toFixed(0)} % of others were let in`);
      await sleep(500);
    }
    if (service.exitCode() !== undefined) violations.push('the service ended');
    return { title: 'Connections that some clients keep open', rows, violations };
  } finally {
    await service.stop();
  }
}

/** Keeps this number of connections open, each after a request, and replaces those that are closed. */
function keepOpen(port: number, count: number, addressOf: (index: number) => string): () => void {
  const sockets = new Set<Socket>();
  let isOn = true;
  const open = (index: number) => {
    if (!isOn) return;
    const socket = send(port, addressOf(index), request);
    sockets.add(socket);
    socket.resume().on('close', () => {
      sockets.delete(socket);
      setTimeout(() => open(index), reopenAfterMs);
    });
  };
  for (let index = 0; index < count; index += 1) open(index);
  return () => {
    isOn = false;
    for (const socket of sockets) socket.destroy();
  };
}

async function shareLetIn(port: number, address: string, forMs: number): Promise<number> {
  const end = performance.now() + forMs;
  let asked = 0;
  let served = 0;
  while (performance.now() < end) {
    asked += 1;
    if (await isLetIn(port, address)) served += 1;
    await sleep(100);
  }
  return served / asked;
}
