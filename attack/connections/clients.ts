import { readdirSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { platform } from 'node:os';
import { fileURLToPath } from 'node:url';
import { residentMb } from '../stand.ts';

/** Clients of the attacks on connections: raw sockets, from their own addresses. */

const assets = fileURLToPath(new URL('../../packages/web/dist/assets/', import.meta.url));

/** Path of the largest file that is served without a key: one of the built pages, if they are built. */
export function largestFile(): string {
  try {
    const [largest] = readdirSync(assets)
      .filter((name) => name.endsWith('.js'))
      .map((name) => ({ name, size: statSync(assets + name).size }))
      .sort((one, other) => other.size - one.size);
    return largest ? `/assets/${largest.name}` : '/openapi.json';
  } catch {
    return '/openapi.json';
  }
}

/** Returns address number `index` of loopback. Systems other than Linux have only one, which attackers and others share. */
export function loopback(index: number): string {
  return platform() === 'linux' ? `127.0.${index >> 8}.${(index & 255) + 1}` : '127.0.0.1';
}

/** Opens a socket from `localAddress` and writes `bytes`; its errors are ignored. */
export function send(port: number, localAddress: string, bytes: string | Buffer): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  socket.write(bytes);
  return socket;
}

/** Returns true if a client at this address gets 200 for a request within `withinMs`. */
export function isLetIn(port: number, localAddress: string, withinMs = 10_000): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = send(port, localAddress, 'GET /livez HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
    let text = '';
    const timer = setTimeout(() => socket.destroy(), withinMs);
    socket.on('data', (part) => {
      text += part;
    });
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(text.startsWith('HTTP/1.1 200'));
    });
  });
}

/** Search with the longest reply: head and body of its request. */
export function searchRequest(key: string): { headers: Record<string, string>; body: string } {
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': key };
  return { headers, body: JSON.stringify({ terms: [], limit: 100 }) };
}

/** Monitors the resident memory of a process; `peak` returns the maximum since the start, in MB. */
export function watchMemory(pid: number): { start: number; peak(): number; stop(): void } {
  const start = residentMb(pid);
  let peak = start;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMb(pid));
  }, 20);
  return { start, peak: () => peak, stop: () => clearInterval(timer) };
}
