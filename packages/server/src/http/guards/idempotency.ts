import { createHash, type Hash, hash } from 'node:crypto';
import type { LocalizedMessage } from '@citewell/core/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Replay } from '../../accounting/idempotency/idempotency.ts';
import { describe, validationError } from '../body/validate.ts';
import type { MeteredRequest } from '../calls/metered-call.ts';
import { sendRendered } from '../calls/send-rendered.ts';
import type { Operation } from '../openapi/operation.ts';
import { noteFacts } from './request-facts.ts';

/** Permitted values of the Idempotency-Key header. */
export const idempotencyKeyPattern = /^[\x20-\x7e]{1,255}$/;

const allowed: LocalizedMessage = {
  en: 'one value of 1 to 255 printable ASCII characters',
  zh: '一个由 1 到 255 个可打印 ASCII 字符组成的值',
};

/**
 * Reads the header Idempotency-Key, with which a call runs only once, however often it is sent. Returns its SHA-256,
 * hexadecimal; undefined without the header. Throws 400.
 */
export function readIdempotencyKey({ raw }: FastifyRequest): string | undefined {
  const name = presentedName(raw.rawHeaders);
  // Only its SHA-256 is stored, because a caller may put anything there, even an API key.
  return name === undefined ? undefined : hash('sha256', name);
}

function presentedName(rawHeaders: readonly string[]): string | undefined {
  const [value, ...more] = headerLines(rawHeaders, 'idempotency-key');
  if (value === undefined) return undefined;
  if (more.length > 0) throw validationError('Idempotency-Key', allowed, severalLines(more.length + 1));
  if (!idempotencyKeyPattern.test(value)) throw validationError('Idempotency-Key', allowed, describe(value));
  return value;
}

/**
 * Hashes the path and the body of a request, regardless of the order of fields and of white space, to compare requests.
 */
export function requestHash(path: string, body: unknown): Uint8Array {
  const sum = createHash('sha256').update(`${path}\n`);
  addCanonicalJson(body, sum);
  return sum.digest();
}

/** Sends the reply of an earlier call to a repeated request, in the form that both requested. */
export async function sendReplay(
  metered: MeteredRequest,
  { callId, status, body }: Replay,
): Promise<FastifyReply> {
  const { request, reply } = metered;
  noteFacts(request, { replayOf: callId });
  const { operation } = request.routeOptions.config;
  const isStream = operation !== undefined && isStreamed(operation.response, body);
  reply.code(status).headers({
    'X-Tokens-Charged': 0,
    'Idempotency-Replayed': 'true',
    'X-Original-Request-Id': callId,
  });
  if (!isStream) return sendRendered(metered, body);
  return reply
    .headers({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache, no-transform',
    })
    .send(body);
}

/** Returns true for the frames of a stream, which begin differently from any JSON object. */
function isStreamed(response: Operation['response'], body: string): boolean {
  return 'events' in response || (response.orEvents !== undefined && !body.startsWith('{'));
}

/**
 * Adds a value to a hash as JSON with sorted fields, piece by piece, so that a body with images never becomes one string.
 * Undefined fields are omitted.
 */
function addCanonicalJson(value: unknown, sum: Hash): void {
  if (typeof value !== 'object' || value === null) {
    sum.update(JSON.stringify(value ?? null));
    return;
  }
  const isArray = Array.isArray(value);
  const entries = Object.entries(value).filter(([, inner]) => isArray || inner !== undefined);
  if (!isArray) entries.sort(([one], [other]) => (one < other ? -1 : 1));
  sum.update(isArray ? '[' : '{');
  for (const [place, [name, inner]] of entries.entries()) {
    sum.update(`${place > 0 ? ',' : ''}${isArray ? '' : `${JSON.stringify(name)}:`}`);
    addCanonicalJson(inner, sum);
  }
  sum.update(isArray ? ']' : '}');
}

/** Reads a header from the raw lines: Node joins repeated ones with a comma. */
function headerLines(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === name.length && rawHeaders[index]?.toLowerCase() === name)
      values.push(rawHeaders[index + 1] ?? '');
  return values;
}

function severalLines(count: number): LocalizedMessage {
  return { en: `${count} of them`, zh: `${count} 个` };
}
