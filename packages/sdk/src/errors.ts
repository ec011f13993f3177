import type { ErrorBody, Module } from './protocol.ts';

/** Details of a failure besides its message; absent fields are unknown. */
export type ErrorDetails = {
  /** HTTP status. */
  status?: number | undefined;
  code?: string | undefined;
  requestId?: string | undefined;
  /** Milliseconds. */
  retryAfterMs?: number | undefined;
  retryable?: boolean | undefined;
  cause?: unknown;
};

/** Any failure of a call except the caller's own abort, which rejects with the signal's reason. */
export class CitewellError extends Error {
  override readonly name: string = 'CitewellError';
  /** HTTP status; undefined without a reply. */
  readonly status: number | undefined;
  /** Code as sent, including its suffix: `quota_exceeded:100/100`. */
  readonly code: string | undefined;
  /** Request id by which the operator finds the call. */
  readonly requestId: string | undefined;
  /** Delay that the service requests before the next attempt, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** Indicates that the same call may succeed a moment later. */
  readonly retryable: boolean;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
    this.retryable = details.retryable ?? false;
  }
}

/** 401: the key is missing, unknown, disabled or expired; `code` says which. */
export class AuthenticationError extends CitewellError {
  override readonly name = 'AuthenticationError';
}

/** 403: the key is not authorized for `module`. */
export class PermissionError extends CitewellError {
  override readonly name = 'PermissionError';

  /** Module that the key lacks. */
  get module(): Module | undefined {
    return splitCode(this.code).tail as Module | undefined;
  }
}

/** 400 and other statuses for requests that cannot succeed unchanged. The message names the field and the reason. */
export class InvalidRequestError extends CitewellError {
  override readonly name = 'InvalidRequestError';
}

/** 409: a call with this idempotency key is still running (`retryable`), its reply is lost, or it was a different request. */
export class ConflictError extends CitewellError {
  override readonly name = 'ConflictError';
}

/** 429: today's requests are used up. `retryAfterMs` is the time until the quota resets. */
export class QuotaExceededError extends CitewellError {
  override readonly name = 'QuotaExceededError';

  /** Requests counted today. */
  get used(): number | undefined {
    return splitCode(this.code).numbers[0];
  }

  /** Requests permitted per day. */
  get limit(): number | undefined {
    return splitCode(this.code).numbers[1];
  }
}

/** 403: the token balance is too low for this call. */
export class InsufficientBalanceError extends CitewellError {
  override readonly name = 'InsufficientBalanceError';

  /** Tokens left. */
  get balance(): number | undefined {
    return splitCode(this.code).numbers[0];
  }

  /** Tokens the call needs. */
  get cost(): number | undefined {
    return splitCode(this.code).numbers[1];
  }
}

/** 429: too many requests at once. */
export class RateLimitedError extends CitewellError {
  override readonly name = 'RateLimitedError';
}

/** 502: a service that the answer depends on could not be reached. This implies nothing about the evidence. */
export class UpstreamError extends CitewellError {
  override readonly name = 'UpstreamError';
}

/** 500, 503 and the like: the service itself failed, is busy or is restarting. */
export class ServerError extends CitewellError {
  override readonly name = 'ServerError';
}

/**
 * Failure to receive a complete, readable reply: the connection was refused, reset or idle for too long, or a stream ended
 * before `done`.
 */
export class ConnectionError extends CitewellError {
  override readonly name = 'ConnectionError';
}

/** The stream ended with an `error` event; `message` is its text. */
export class StreamError extends CitewellError {
  override readonly name = 'StreamError';
}

type ErrorClass = new (message: string, details: ErrorDetails) => CitewellError;

/** Maps codes, not statuses, to classes: two errors share 403 and two share 429, and they require different reactions. */
const classByCode: Record<string, ErrorClass> = {
  no_permission: PermissionError,
  insufficient_balance: InsufficientBalanceError,
  quota_exceeded: QuotaExceededError,
};

const classByStatus: Record<number, ErrorClass> = {
  401: AuthenticationError,
  403: PermissionError,
  408: ConnectionError,
  409: ConflictError,
  429: RateLimitedError,
  502: UpstreamError,
};

/**
 * Returns the error for an HTTP reply.
 * @param body any content: proxies reply with their own pages.
 * @param now epoch milliseconds, with which a date in `Retry-After` is compared.
 */
export function errorOfReply(status: number, headers: Headers, body: string, now: number): CitewellError {
  const { error, code } = readBody(body);
  const byStatus = classByStatus[status] ?? (status >= 500 ? ServerError : InvalidRequestError);
  const name = splitCode(code).name;
  const ErrorClass = (name === undefined ? undefined : classByCode[name]) ?? byStatus;
  return new ErrorClass(error ?? sentenceOf(status, headers), {
    status,
    code,
    requestId: requestIdOf(headers),
    retryAfterMs: retryAfterMs(headers, now),
    // Retrying does not help against an exhausted quota, despite its status; it helps against a conflict that will end.
    retryable:
      (status === 408 || status === 429 || status >= 500 || (status === 409 && headers.has('retry-after'))) &&
      ErrorClass !== QuotaExceededError &&
      headers.get('x-should-retry') !== 'false',
  });
}

/** Returns the request id of a reply; undefined if it has none. */
export function requestIdOf(headers: Headers): string | undefined {
  return headers.get('x-request-id') ?? undefined;
}

/**
 * Reads `retry-after-ms`, else `Retry-After` in seconds or as a date.
 * @param now epoch milliseconds.
 * @returns milliseconds; undefined if neither header can be read.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const exact = headers.get('retry-after-ms');
  if (exact !== null && /^\d+(\.\d+)?$/.test(exact)) return Number(exact);
  const rounded = headers.get('retry-after');
  if (rounded === null) return undefined;
  if (/^\d+$/.test(rounded)) return Number(rounded) * 1000;
  const date = Date.parse(rounded);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Splits "quota_exceeded:98/100" into its name, its suffix, and the numbers of the suffix. */
function splitCode(code: string | undefined): {
  name: string | undefined;
  tail: string | undefined;
  numbers: number[];
} {
  const colon = code?.indexOf(':') ?? -1;
  if (code === undefined || colon < 0) return { name: code, tail: undefined, numbers: [] };
  const tail = code.slice(colon + 1);
  const pair = /^(-?\d+)\/(-?\d+)$/.exec(tail);
  return { name: code.slice(0, colon), tail, numbers: pair ? [Number(pair[1]), Number(pair[2])] : [] };
}

/**
 * Describes a reply that did not come from the service itself. Browsers report a redirect that is not followed as status
 * 0.
 */
function sentenceOf(status: number, headers: Headers): string {
  if (status !== 0 && (status < 300 || status >= 400)) return `The service answered with HTTP ${status}.`;
  const location = headers.get('location');
  return `The service redirects${location ? ` to ${location}` : ''}; give its real address as baseUrl.`;
}

function readBody(text: string): Partial<ErrorBody> {
  try {
    const { error, code } = JSON.parse(text) as Record<string, unknown>;
    return {
      ...(typeof error === 'string' && { error }),
      ...(typeof code === 'string' && { code }),
    };
  } catch {
    return {};
  }
}
