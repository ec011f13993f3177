import type { ServiceError } from '@citewell/core/errors.ts';
import type { Language } from '@citewell/sdk';

/** Prefix of paths with the protocol of OpenAI's API. */
export const openAiPaths = '/v1/';

/** Error of a path under `/v1/`, in the shape of OpenAI's API; `code` is ours. */
export type OpenAiError = {
  error: { message: string; type: string; param: string | null; code: string };
};

/** Returns the body of an error reply at a path: our two strings, or OpenAI's shape. */
export function errorBodyAt(path: string, error: ServiceError, language: Language): object {
  return path.startsWith(openAiPaths) ? openAiError(error, language) : error.body(language);
}

/** Returns an error in the shape of OpenAI's API. */
export function openAiError(error: ServiceError, language: Language): OpenAiError {
  const { error: message, code } = error.body(language);
  return { error: { message, type: typeOf(error), param: error.field ?? null, code } };
}

/** Returns OpenAI's name for errors of this kind. */
function typeOf({ status, code }: ServiceError): string {
  if (status >= 500) return 'server_error';
  if (code === 'quota_exceeded' || code === 'insufficient_balance') return 'insufficient_quota';
  if (status === 429) return 'rate_limit_error';
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  return 'invalid_request_error';
}
