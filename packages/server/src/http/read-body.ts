import type { FastifyRequest } from 'fastify';
import { invalidRequest, ServiceError } from '../errors.ts';

/**
 * The bytes of a request body. Refuses one over the route's limit before reading it where Content-Length tells.
 * What is left unread is discarded, so that the reply arrives though the body is still being sent: see early-reply.ts.
 */
export function readBody(
  request: FastifyRequest,
  payload: NodeJS.ReadableStream,
  timeoutMs: number,
  done: (error: Error | null, bytes?: Buffer) => void,
): void {
  const limitBytes = request.routeOptions.bodyLimit;
  if (Number(request.headers['content-length']) > limitBytes) {
    done(tooLarge(limitBytes));
    return;
  }
  const chunks: Buffer[] = [];
  let length = 0;
  let finished = false;
  // HTTP/1.1 requests are timed by the server itself, from their first byte; HTTP/2 streams by nobody.
  const timer =
    request.raw.httpVersionMajor === 2
      ? setTimeout(() => finish(new ServiceError('request_timeout')), timeoutMs)
      : undefined;

  const onData = (chunk: Buffer) => {
    length += chunk.length;
    try {
      if (length > limitBytes) throw tooLarge(limitBytes);
      request.server.capacity.takeBytes(request, chunk.length);
      chunks.push(chunk);
    } catch (refusal) {
      finish(refusal as Error);
    }
  };
  const onEnd = () => finish(null);
  const onError = () =>
    finish(invalidRequest({ en: 'The body broke off before its end.', zh: '请求体未完整送达。' }));
  const finish = (error: Error | null) => {
    // A client may break off after it was refused.
    if (finished) return;
    finished = true;
    clearTimeout(timer);
    payload.removeListener('data', onData).removeListener('end', onEnd);
    done(error, error ? undefined : chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, length));
  };
  payload.on('data', onData).once('end', onEnd).once('error', onError);
}

function tooLarge(limitBytes: number): ServiceError {
  const limit = limitBytes >= 1024 * 1024 ? `${limitBytes / 1024 / 1024} MB` : `${limitBytes / 1024} KB`;
  return new ServiceError('payload_too_large', {
    detail: {
      en: `The body is too large: this path takes at most ${limit}.`,
      zh: `请求体过大：该路径最多接受 ${limit}。`,
    },
  });
}
