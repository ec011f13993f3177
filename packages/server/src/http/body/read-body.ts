import { invalidRequest, ServiceError } from '@citewell/core/errors.ts';
import type { FastifyRequest } from 'fastify';
import type { ServerLimits } from '../server/server.ts';

/** Minimum speed of a request body. */
export type BodySpeedLimits = Pick<ServerLimits, 'requestTimeoutMs' | 'bodyBytesPerSecond' | 'bodyTimeoutMs'>;

/**
 * Reads a request body into its own memory. If Content-Length exceeds the route's limit, the body is rejected before it is read;
 * otherwise its whole length is acquired from the capacity at once, so that of many large bodies some complete, rather than all
 * being partly read. The unread rest is discarded, so that the reply arrives while the body is still being sent: see
 * early-reply.ts. A body slower than its minimum speed is rejected with 408.
 */
export function readBody(
  request: FastifyRequest,
  payload: NodeJS.ReadableStream,
  speedLimits: BodySpeedLimits,
  done: (error: Error | null, bytes?: Buffer) => void,
): void {
  const limitBytes = request.routeOptions.bodyLimit;
  const { capacity } = request.server;
  const declaredBytes = Number(request.headers['content-length'] ?? Number.NaN);
  if (declaredBytes > limitBytes) {
    done(tooLarge(limitBytes));
    return;
  }
  let whole: Buffer | undefined;
  if (declaredBytes >= 0) {
    try {
      capacity.acquireBytes(request, declaredBytes);
    } catch (error) {
      done(error as Error);
      return;
    }
    // A separate buffer, filled in place, so that the parser can take ownership of it without a copy.
    whole = Buffer.allocUnsafeSlow(declaredBytes);
  }
  const chunks: Buffer[] = [];
  let length = 0;
  let finished = false;
  const begun = performance.now();
  const checkSpeed = () => {
    const leftMs = begun + allowedMs(length, speedLimits) - performance.now();
    if (leftMs > 0) timer = setTimeout(checkSpeed, leftMs);
    else finish(tooSlow(request));
  };
  let timer = setTimeout(checkSpeed, speedLimits.requestTimeoutMs);

  const onData = (chunk: Buffer) => {
    length += chunk.length;
    try {
      if (length > (whole?.length ?? limitBytes)) throw tooLarge(limitBytes);
      if (whole) {
        chunk.copy(whole, length - chunk.length);
        return;
      }
      capacity.acquireBytes(request, chunk.length);
      chunks.push(chunk);
    } catch (error) {
      finish(error as Error);
    }
  };
  const onEnd = () => finish(null);
  const onError = () =>
    finish(invalidRequest({ en: 'The request body is incomplete.', zh: '请求体未完整送达。' }));
  const finish = (error: Error | null) => {
    // A client may disconnect after its request was rejected.
    if (finished) return;
    finished = true;
    clearTimeout(timer);
    payload.removeListener('data', onData).removeListener('end', onEnd);
    done(error, error ? undefined : (whole?.subarray(0, length) ?? joined(chunks, length)));
  };
  payload.on('data', onData).once('end', onEnd).once('error', onError);
}

/** Returns the time allowed for a body of which this many bytes have arrived, in milliseconds. */
function allowedMs(
  bytes: number,
  { requestTimeoutMs, bodyBytesPerSecond, bodyTimeoutMs }: BodySpeedLimits,
): number {
  return Math.min(bodyTimeoutMs, requestTimeoutMs + (1_000 * bytes) / bodyBytesPerSecond);
}

/** Builds the error for a slow body and stops reading: the HTTP/1 connection is closed, HTTP/2 resets the stream. */
function tooSlow({ raw }: FastifyRequest): ServiceError {
  return new ServiceError('request_timeout', {
    headers: raw.httpVersionMajor === 2 ? {} : { Connection: 'close' },
  });
}

function joined(chunks: Buffer[], length: number): Buffer {
  const whole = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const chunk of chunks) at += chunk.copy(whole, at);
  return whole;
}

function tooLarge(limitBytes: number): ServiceError {
  const limit = limitBytes >= 1024 * 1024 ? `${limitBytes / 1024 / 1024} MB` : `${limitBytes / 1024} KB`;
  return new ServiceError('payload_too_large', {
    detail: {
      en: `The body is too large: this path accepts at most ${limit}.`,
      zh: `请求体过大：该路径最多接受 ${limit}。`,
    },
  });
}
