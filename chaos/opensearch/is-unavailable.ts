import { ServiceError } from '../../packages/core/src/errors.ts';
import { LibraryMissing, LibraryUnavailable } from '../../packages/core/src/records/library.ts';
import { StorageError } from '../../packages/core/src/storage-error.ts';

/**
 * Matches the errors by which a library, or its opening, may report a server that was killed: that it did not answer, in full
 * or in time. That the library is missing or damaged would be another statement, and a wrong one.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof StorageError) return isUnavailable(error.cause);
  if (error instanceof LibraryMissing) return false;
  return (
    error instanceof LibraryUnavailable || (error instanceof ServiceError && error.code === 'overloaded')
  );
}
