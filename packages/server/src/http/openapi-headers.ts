import { idempotencyKeyPattern } from './idempotency.ts';
import type { Operation } from './operation.ts';

type Json = Record<string, unknown>;

const header = (description: string, schema: Json = { type: 'string' }): Json => ({ description, schema });
const count: Json = { type: 'integer', minimum: 0 };

const everywhere = { 'X-Request-Id': header('Names this request in the logs, and in records of usage') };

const quota = {
  'RateLimit-Policy': header(
    'The daily quota, where the key has one: `"daily";q=1000;w=86400` is 1,000 calls a day of the quota\'s time zone; and how many calls of the key may run at once: `"running";q=50;qu="concurrent-requests"`',
  ),
  RateLimit: header(
    'What is left of them: `"daily";r=37;t=20311` is 37 calls for 20,311 seconds more, `"running";r=49` that 49 more may run',
  ),
};
const charge = { 'X-Tokens-Charged': header('Tokens taken off the balance for this call', count) };
const incomplete = {
  'X-Incomplete': header(
    'Where the call ended early: the code of what ended it; the body has what is finished',
  ),
};
const retryAfter = { 'Retry-After': header('Seconds after which to try again', count) };
const replay = {
  'Idempotency-Replayed': header(
    '`true` where this is the reply to an earlier call, unbilled and not counted',
  ),
  'X-Original-Request-Id': header(
    'The `X-Request-Id` of that call, under which it stands in records of usage',
  ),
};

/** Statuses that can follow an admission, or be its decision; and those that ask for patience. */
const decided = [403, 409, 429, 500, 502, 503];
const patience = [403, 409, 429, 500, 503];

/** What a reply carries besides its body. */
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
    ...(idempotent && succeeded && replay),
    ...(mayEndEarly && succeeded && incomplete),
    ...(patience.includes(status) && retryAfter),
  };
}

/** What a request may carry besides its body and its key. */
export function headerParameters({ idempotent }: Operation): Json[] {
  if (!idempotent) return [];
  const description =
    'Makes this a call that runs once, however often it is sent: the same path and body under the same value within 24 hours get the reply of the first, unbilled. A call that failed can be sent again under its value.';
  const schema = { type: 'string', pattern: idempotencyKeyPattern.source };
  return [{ name: 'Idempotency-Key', in: 'header', required: false, description, schema }];
}
