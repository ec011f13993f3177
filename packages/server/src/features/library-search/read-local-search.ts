import { detectLanguage } from '@citewell/core/text/language.ts';
import { readYears } from '../../http/body/read-years.ts';
import type { MeteredBody } from '../../http/calls/metered-route.ts';
import { limitDefault, localSearchRequest } from './local-search-schema.ts';
import type { LocalSearch } from './search-library.ts';
import { rejectUnanswerableStar } from './unanswerable-star.ts';

const maxBytes = 64 * 1024;

/** Body of POST /ai/api/local_advanced_search. */
export const localSearchBody: MeteredBody<typeof localSearchRequest, LocalSearch> = {
  schema: localSearchRequest,
  maxBytes,
  language: ({ terms = [] }) => detectLanguage(terms.map(({ value }) => value).join(' ')),
  read({ terms = [], year_from, year_to, ...rest }) {
    rejectUnanswerableStar(terms);
    return {
      conditions: terms,
      years: readYears(['year_from', year_from], ['year_to', year_to]),
      sort: rest.sort ?? 'date_desc',
      limit: rest.limit ?? limitDefault,
      offset: rest.offset ?? 0,
      ...(rest.include?.includes('bibliography') && { bibliography: true as const }),
    };
  },
};
