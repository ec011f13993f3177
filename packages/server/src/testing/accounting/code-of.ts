import { ServiceError } from '@citewell/core/errors.ts';

/** Returns the code of the error with which a call is rejected, or `ok`. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'ok';
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    throw error;
  }
}
