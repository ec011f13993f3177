import type { Library } from '@citewell/core/records/library.ts';
import type { FastifyRequest } from 'fastify';
import { describe, validationError } from '../../http/body/validate.ts';
import { offsetAllowed } from './local-search-schema.ts';
import { isOffsetAllowed, type LocalSearch } from './search-library.ts';

/** Guard, once the body is read: throws 400 for a page of records that lies too far down to be shown. */
export function maxOffsetGuard(library: Library): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const search = request.body as LocalSearch;
    // What ends it is the library's own deadline: it is too short to tell of a client that leaves.
    if (!(await isOffsetAllowed(search, library, new AbortController().signal)))
      throw validationError('offset', offsetAllowed, describe(search.offset));
  };
}
