import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Agent, request } from 'undici';
import { dayRange, type Peer, type Usage } from './peer.ts';

const crate = fileURLToPath(new URL('./tantivy/', import.meta.url));
const built = fileURLToPath(new URL('../../../node_modules/.cache/citewell-bench/tantivy/', import.meta.url));

const program = `${built}release/citewell-bench-tantivy`;

export function isTantivyBuilt(): boolean {
  return existsSync(program);
}

/**
 * Builds the program in `tantivy/` into a cache folder, which takes minutes the first time. Throws without cargo, or if its
 * registry cannot be reached.
 */
export async function buildTantivy(): Promise<void> {
  const cargo = [
    'build',
    '--release',
    '--locked',
    '--manifest-path',
    `${crate}Cargo.toml`,
    '--target-dir',
    built,
  ];
  await promisify(execFile)('cargo', cargo, { timeout: 1_200_000, maxBuffer: 2 ** 24 });
}

/** Tantivy in a separate process, which ends with this one, queried over HTTP like Citewell. */
export async function openTantivy(folder: string): Promise<Peer> {
  const child = spawn(program, [folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [port] = await Array.fromAsync(firstLine(child.stdout));
  const dispatcher = new Agent({ headersTimeout: 600_000, bodyTimeout: 600_000 });
  const ask = async <Reply>(path: string, body: string): Promise<Reply> => {
    const { body: sent } = await request(`http://127.0.0.1:${port}/${path}`, {
      method: 'POST',
      body,
      dispatcher,
    });
    return JSON.parse(await sent.text());
  };
  type Found = { total: number; articles: { pmid: string }[] };

  return {
    async add(rows) {
      await ask('add', rows.map((row) => JSON.stringify(row)).join('\n'));
    },
    async finish() {
      await ask('finish', '');
    },
    async search(query) {
      const days = dayRange(query.years);
      return (await ask<Found>('search', JSON.stringify({ ...query, days }))).articles;
    },
    async count(query) {
      const days = dayRange(query.years);
      return (await ask<Found>('count', JSON.stringify({ ...query, days }))).total;
    },
    async rank(words, limit) {
      return (await ask<Found>('rank', JSON.stringify({ words, limit }))).articles;
    },
    usage: () => ask<Usage>('usage', ''),
    async close() {
      await dispatcher.close();
      child.stdin.end();
    },
  };
}

async function* firstLine(output: NodeJS.ReadableStream): AsyncGenerator<string> {
  for await (const line of createInterface(output)) {
    yield line;
    return;
  }
}
