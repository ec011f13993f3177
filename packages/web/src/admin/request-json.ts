import type { ErrorBody, Language } from '@citewell/sdk';

/** Error response in the service's own words. */
export class PageError extends Error {
  override readonly name = 'PageError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, { error, code }: ErrorBody) {
    super(error);
    this.status = status;
    this.code = code;
  }
}

/** Calls the administration API, which is not part of the SDK. */
export async function requestJson<Reply>(
  path: string,
  {
    method = 'GET',
    body,
    language,
    headers = {},
    signal,
  }: {
    method?: string;
    body?: unknown;
    language?: Language;
    headers?: Record<string, string>;
    signal?: AbortSignal;
  } = {},
): Promise<Reply> {
  const response = await fetch(path, {
    method,
    headers: {
      accept: 'application/json',
      ...(language && { 'accept-language': language }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  const reply = parse(text);
  if (response.ok) return reply as Reply;
  throw new PageError(
    response.status,
    isErrorBody(reply) ? reply : { error: `HTTP ${response.status}`, code: '' },
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isErrorBody(reply: unknown): reply is ErrorBody {
  return typeof reply === 'object' && reply !== null && 'error' in reply && 'code' in reply;
}
