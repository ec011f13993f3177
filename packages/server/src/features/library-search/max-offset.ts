import type { Library } from '@citewell/core/records/library.ts';
import { describe, validationError } from '../../http/body/validate.ts';
import { offsetAllowed } from './local-search-schema.ts';
import { isOffsetAllowed, type LocalSearch } from './search-library.ts';

/** Throws 400 if a page of records is beyond the last offset. */
export async function rejectOffsetBeyondMax(search: LocalSearch, library: Library): Promise<void> {
  // The library's own deadline ends it, too soon for a disconnecting client to matter.
  if (!(await isOffsetAllowed(search, library, new AbortController().signal)))
    throw validationError('offset', offsetAllowed, describe(search.offset));
}
