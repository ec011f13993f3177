import type { FastifyRequest } from 'fastify';
import type { LocalSearch } from '../pipelines/local-search.ts';
import { detectLanguage } from '../text/language.ts';
import { readYears } from './read-years.ts';
import { limitDefault, localSearchRequest } from './schemas/local-search.ts';
import { validate } from './validate.ts';

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
