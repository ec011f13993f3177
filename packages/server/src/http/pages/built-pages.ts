import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { shareBytes } from '../sockets/reply-slices.ts';

/** Folder to which `npm run build:web` writes the pages. */
export const builtPages = fileURLToPath(new URL('.', import.meta.resolve('@citewell/web/dist/index.html')));

/** Paths that users can open; the page's own script distinguishes them. */
export const browserPaths = [
  '/',
  '/review',
  '/polish',
  '/search',
  '/check',
  '/usage',
  '/history',
  '/apply',
  '/docs',
  '/about',
] as const;
export const operatorPaths = [
  '/',
  '/applications',
  '/keys',
  '/usage',
  '/calls',
  '/library',
  '/categories',
  '/health',
  '/ledger',
  '/audit',
  '/mails',
] as const;

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Headers that permit only our own origin: no script, style, image, frame or request of any other. */
const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

export type WebPages = { folder: string; page: string; paths: readonly string[] };

/** Serves the built pages; if they are not built, serves nothing and returns false. No key and no session needed. */
export function webRoutes(app: FastifyInstance, { folder, page, paths }: WebPages): boolean {
  const files = builtFiles(folder);
  if (!files.includes(page)) return false;
  const html = readFileSync(join(folder, page));
  // The page refers to its scripts by their hashes: it must be revalidated, the scripts never.
  const config = { admits: 'anybody' as const };
  for (const path of paths)
    app.get(path, { config }, (_request, reply) =>
      reply
        .headers({ ...pageHeaders, 'Cache-Control': 'no-cache' })
        .type('text/html; charset=utf-8')
        .send(html),
    );
  for (const file of files) serveFile(file, files);
  return true;

  function serveFile(file: string, all: readonly string[]): void {
    const type = types[file.slice(file.lastIndexOf('.') + 1)];
    if (type === undefined || file.endsWith('.html')) return;
    const caching = file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    const encodings = (['br', 'gz'] as const).filter((suffix) => all.includes(`${file}.${suffix}`));
    const copies = new Map<string, Buffer>();
    // Read once; otherwise every running reply would have its own copy.
    const bytesOf = async (name: string) => {
      const bytes = copies.get(name) ?? shareBytes(await readFile(join(folder, name)));
      copies.set(name, bytes);
      return bytes;
    };
    app.get(`/${file}`, { config }, async (request, reply) => {
      const accepted = String(request.headers['accept-encoding'] ?? '');
      const suffix = encodings.find((each) => accepted.includes(each === 'gz' ? 'gzip' : 'br'));
      if (suffix) reply.header('Content-Encoding', suffix === 'gz' ? 'gzip' : 'br');
      return reply
        .headers({ ...pageHeaders, 'Cache-Control': caching, Vary: 'Accept-Encoding' })
        .type(type)
        .send(await bytesOf(suffix ? `${file}.${suffix}` : file));
    });
  }
}

function builtFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
      file.replaceAll('\\', '/'),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
