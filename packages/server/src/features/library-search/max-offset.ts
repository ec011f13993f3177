import type { Library, LibraryOptions } from '@citewell/core/records/library.ts';
import { describe, validationError } from '../../http/body/validate.ts';
import { offsetAllowed } from './local-search-schema.ts';
import { isOffsetAllowed, type LocalSearch } from './search-library.ts';

/** Throws 400 if a page of records is beyond the last offset. */
export async function rejectOffsetBeyondMax(
  search: LocalSearch,
  library: Library,
  options: LibraryOptions,
): Promise<void> {
  if (!(await isOffsetAllowed(search, library, options)))
    throw validationError('offset', offsetAllowed, describe(search.offset));
}
