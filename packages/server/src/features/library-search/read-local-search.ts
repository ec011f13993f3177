import { detectLanguage } from '@citewell/core/text/language.ts';
import type { FastifyRequest } from 'fastify';
import { readYears } from '../../http/body/read-years.ts';
import { validate } from '../../http/body/validate.ts';
import { limitDefault, localSearchRequest } from './local-search-schema.ts';
import type { LocalSearch } from './search-library.ts';

/** The body of POST /ai/api/local_advanced_search as the pipeline takes it. */
export function readLocalSearch(body: unknown, request: FastifyRequest): LocalSearch {
  const { terms = [], year_from, year_to, ...rest } = validate(localSearchRequest, body);
  if (terms.length > 0) request.bodyLanguage = detectLanguage(terms.map(({ value }) => value).join(' '));
  return {
    conditions: terms,
    years: readYears(['year_from', year_from], ['year_to', year_to]),
    sort: rest.sort ?? 'date_desc',
    limit: rest.limit ?? limitDefault,
    offset: rest.offset ?? 0,
  };
}
