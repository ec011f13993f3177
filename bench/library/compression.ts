import { createReadStream } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

/** Seconds to read these files and decompress them, and nothing else: what no ingest can be quicker than. */
export async function timeGunzip(paths: readonly string[]): Promise<number> {
  const started = performance.now();
  for (const path of paths) {
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    await pipeline(createReadStream(path), createGunzip({ chunkSize: 1 << 18 }), nowhere);
  }
  return (performance.now() - started) / 1_000;
}
