import { idempotencyKeyPattern } from '../guards/idempotency.ts';
import type { Operation } from './operation.ts';

type Json = Record<string, unknown>;

const header = (description: string, schema: Json = { type: 'string' }): Json => ({ description, schema });
const count: Json = { type: 'integer', minimum: 0 };

const everywhere = { 'X-Request-Id': header('Identifies this request in logs and usage records') };

const quota = {
  'RateLimit-Policy': header(
    'The daily quota, if the key has one: `"daily";q=1000;w=86400` is 1,000 calls per day in the quota\'s time zone; and the key\'s limit on concurrent calls: `"running";q=50;qu="concurrent-requests"`',
  ),
  RateLimit: header(
    'Remaining calls: `"daily";r=37;t=20311` is 37 calls in the next 20,311 seconds, `"running";r=49` is 49 more concurrent calls',
  ),
};
const free = {
  'X-Tokens-Charged': header('`0` if it was known beforehand that the call is free; absent otherwise', count),
};
const charge = { 'X-Tokens-Charged': header('Tokens charged for this call', count) };
const incomplete = {
  'X-Incomplete': header(
    'Present if the call ended early: the error code of the cause; the body holds the finished part',
  ),
};
const retryAfter = { 'Retry-After': header('Seconds to wait before retrying', count) };
const replay = {
  'Idempotency-Replayed': header(
    '`true` if this is the reply to an earlier call; it is neither billed nor counted',
  ),
  'X-Original-Request-Id': header('The `X-Request-Id` of that call, which identifies it in usage records'),
};

/** Statuses possible at or after an admission, and those after which a retry may succeed. */
const decided = [403, 409, 429, 500, 502, 503];
const retryableStatuses = [403, 409, 429, 500, 503];

/** Returns the headers of a response. */
export function responseHeaders(
  { module, idempotent, mayEndEarly, response }: Operation,
  status: number,
): Json {
  const succeeded = status < 300;
  const metered = module !== undefined && module !== 'any' && (succeeded || decided.includes(status));
  const settled = metered && !('events' in response) && (succeeded || status >= 500);
  return {
    ...everywhere,
    ...(metered && quota),
    ...(settled && charge),
    ...(metered && succeeded && 'events' in response && free),
    ...(idempotent && succeeded && replay),
    ...(mayEndEarly && succeeded && incomplete),
    ...(retryableStatuses.includes(status) && retryAfter),
  };
}

/** Returns the header parameters of a request other than authentication. */
export function headerParameters({ idempotent }: Operation): Json[] {
  if (!idempotent) return [];
  const description =
    'Makes the call idempotent: the same path and body sent again with the same value within 24 hours get the first reply, unbilled. A failed call can be retried with the same value.';
  const schema = { type: 'string', pattern: idempotencyKeyPattern.source };
  return [{ name: 'Idempotency-Key', in: 'header', required: false, description, schema }];
}
