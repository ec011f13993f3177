import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const textFile = /\.(?:js|css|svg|html)$/;
/** Minimum size in bytes: below it the headers cost more than is saved. */
const smallestBytes = 1_024;

/** Writes a .br and a .gz next to every text file, so that the server compresses nothing while it serves. */
export function compressed(folder: string): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!textFile.test(name)) continue;
        const bytes = readFileSync(join(folder, name));
        if (bytes.length < smallestBytes) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
