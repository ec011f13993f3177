import type { Library } from '@citewell/core/records/library.ts';
import type { FastifyRequest } from 'fastify';
import { describe, validationError } from '../../http/body/validate.ts';
import { offsetAllowed } from './local-search-schema.ts';
import { isOffsetAllowed, type LocalSearch } from './search-library.ts';

/** Guard after the body is read: throws 400 if a page of records is beyond the last offset. */
export function maxOffsetGuard(library: Library): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const search = request.body as LocalSearch;
    // The library's own deadline ends it, too soon for a disconnecting client to matter.
    if (!(await isOffsetAllowed(search, library, new AbortController().signal)))
      throw validationError('offset', offsetAllowed, describe(search.offset));
  };
}
