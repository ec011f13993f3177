import type { Language } from '@citewell/sdk';
import type { FastifyRequest } from 'fastify';

/** Longer headers are cut: nobody reads forty languages. */
const headerLengthMax = 200;

/** The language an Accept-Language header likes best among ours; undefined if it names neither. */
export function preferredLanguage(header: string | undefined): Language | undefined {
  if (header === undefined) return undefined;
  let best: Language | undefined;
  let bestQuality = 0;
  for (const range of header.slice(0, headerLengthMax).split(',')) {
    const [, tag, quality = '1'] = /^\s*(zh|en)\b[^;]*(?:;\s*q=([\d.]+))?/i.exec(range) ?? [];
    if (tag && Number(quality) > bestQuality) {
      best = tag.toLowerCase() as Language;
      bestQuality = Number(quality);
    }
  }
  return best;
}

/** The language to refuse a request in: its header's, else that of what it asks, else English. */
export function languageOf(request: FastifyRequest): Language {
  return preferredLanguage(request.headers['accept-language']) ?? request.state?.bodyLanguage ?? 'en';
}
