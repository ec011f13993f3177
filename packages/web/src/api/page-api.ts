import { Citewell, type ErrorBody, type Language, type Module } from '@citewell/sdk';

/** What the service itself offers to its pages: who is signed in, and what there is. */

export type Session = {
  label: string;
  hint: string;
  modules: Module[];
  guest: boolean;
  expires_at: string | null;
};

export type SessionReply = { session: Session | null; guest: boolean };

export type Service = {
  version: string;
  engine: string;
  model: string | null;
  images: boolean;
  discussion: boolean;
  review: boolean;
  polish: boolean;
  sources: string[];
  quota_timezone: string;
  categories: { id: string; name: Record<Language, string> }[];
  /** Null where it could not be counted. */
  library: { records: number; newest: string | null; changed_at: string | null } | null;
};

/** A refusal in the service's own words. */
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

/** Tells the server that its own page asks: the session's cookie counts only then. */
export const pageHeader = { 'x-citewell-page': '1' };

/** The client every call to /ai/api/ goes through; the session's cookie stands for the key. */
export function createClient(language: Language): Citewell {
  return new Citewell({
    baseUrl: '',
    language,
    fetch: (input, init) => fetch(input, { ...init, headers: { ...headersOf(init), ...pageHeader } }),
  });
}

function headersOf(init: RequestInit | undefined): Record<string, string> {
  return Object.fromEntries(new Headers(init?.headers));
}

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
      ...pageHeader,
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
    isRefusal(reply) ? reply : { error: `HTTP ${response.status}`, code: '' },
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRefusal(reply: unknown): reply is ErrorBody {
  return typeof reply === 'object' && reply !== null && 'error' in reply && 'code' in reply;
}
