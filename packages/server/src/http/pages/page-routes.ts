import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Language, type SourceName, sourceLabels } from '@citewell/sdk';
import type { FastifyInstance } from 'fastify';
import { pageHeaders } from './page.ts';

const types = { html: 'text/html; charset=utf-8', css: 'text/css; charset=utf-8' };

/** Serves the styles of small pages and, if the pages are not built, a page that explains the service and its API. No key needed. */
export function pageRoutes(
  app: FastifyInstance,
  { start, sources }: { start: boolean; sources: readonly SourceName[] },
): void {
  if (start) servePage('/', 'start.html', 'html');
  servePage('/start.css', 'start.css', 'css');

  function servePage(url: string, file: string, type: keyof typeof types): void {
    const path = fileURLToPath(import.meta.resolve(`@citewell/web/pages/${file}`));
    app.get(url, async (request, reply) => {
      const page = await readFile(path, 'utf8');
      const origin = `${request.protocol}://${hostOnly(request.host)}`;
      return reply
        .headers({ ...pageHeaders(false), 'Cache-Control': 'no-cache' })
        .type(types[type])
        .send(
          page
            .replaceAll('{{origin}}', origin)
            .replace('{{sources-en}}', listSources(sources, 'en'))
            .replace('{{sources-zh}}', listSources(sources, 'zh')),
        );
    });
  }
}

function listSources(sources: readonly SourceName[], language: Language): string {
  const names = sources.map((name) => sourceLabels[name][language].inText);
  return language === 'en' ? new Intl.ListFormat('en-GB').format(names) : names.join('、');
}

/** Validates the Host header, which is text from the caller. */
function hostOnly(text: string): string {
  return text.replace(/[^A-Za-z0-9.:[\]_-]/g, '');
}
