import { createReadStream } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

/** Measures the seconds for reading and decompressing these files only, a lower bound for any ingest. */
export async function timeGunzip(paths: readonly string[]): Promise<number> {
  const started = performance.now();
  for (const path of paths) {
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    await pipeline(createReadStream(path), createGunzip({ chunkSize: 1 << 18 }), nowhere);
  }
  return (performance.now() - started) / 1_000;
}
