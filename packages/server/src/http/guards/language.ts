import type { Language } from '@citewell/sdk';
import type { FastifyRequest } from 'fastify';
import { factsOf } from './request-facts.ts';

/** Maximum length of a header; longer ones are truncated. */
const headerLengthMax = 200;

/** Returns the preferred of our languages in an Accept-Language header; undefined if it names neither. */
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

/** Returns the language for error messages: the header's, otherwise that of the question, otherwise English. */
export function languageOf(request: FastifyRequest): Language {
  return preferredLanguage(request.headers['accept-language']) ?? factsOf(request).language ?? 'en';
}
