import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { invalidRequest, ServiceError } from '@citewell/core/errors.ts';
import type { Log } from '../../platform/log.ts';
import { nodeHttp } from '../../platform/process/node-http.ts';
import { preferredLanguage } from '../guards/language.ts';
import { newRequestId } from '../guards/request-id.ts';
import type { AllowedMethods } from '../server/allowed-methods.ts';
import { errorHeaders, methodOrPathError } from '../server/error-handler.ts';
import { endEarlyReply } from './early-reply.ts';

type ParserError = Error & { code?: string; rawPacket?: Buffer; bytesParsed?: number };

/** Time for which a rejected connection stays open so that its reply can be read. */
const lingerMs = 2_000;

/** Replies to bytes that are not a valid request: the usual error body, then the connection is closed. */
export function installSocketErrors(server: Server, log: Log, allowedMethods: AllowedMethods): void {
  const latest = new WeakMap<Socket, ServerResponse>();
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    latest.set(request.socket, response);
  });

  const rejected = new WeakSet<Socket>();
  const rejectSocket = (socket: Socket, rejection: ServiceError) => {
    const requestId = newRequestId(Date.now());
    log('info', 'request', { requestId, status: rejection.status, code: rejection.message });
    rejected.add(socket);
    socket.end(replyBytes(rejection, requestId));
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };

  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    endEarlyReply(request, response);
    rejectResponse(request, response, new ServiceError('expectation_failed'), log);
  });
  // For CONNECT, HTTP/1.1 provides the socket and HTTP/2 a response.
  server.on('connect', (request: IncomingMessage, other: Socket | ServerResponse) => {
    const rejection = invalidRequest({ en: 'This service is not a proxy.', zh: '本服务不是代理。' });
    other.on('error', () => other.destroy());
    if ('writeHead' in other) rejectResponse(request, other, rejection, log);
    else rejectSocket(other, rejection);
  });
  const rejectOrClose = (error: ParserError, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET' || isAnswering(latest.get(socket))) socket.destroy();
    else rejectSocket(socket, toServiceError(error, allowedMethods));
  };
  server.on('clientError', (error: ParserError, socket: Socket) => {
    // More rejected input, which is discarded until the reply has been sent.
    if (rejected.has(socket) && error.code !== 'ECONNRESET') return;
    const response = latest.get(socket);
    if (error.code === 'ECONNRESET' || !response?.req.complete || response.closed) {
      rejectOrClose(error, socket);
      return;
    }
    // A valid request before these bytes gets its reply first.
    rejected.add(socket);
    response.once('close', () => rejectOrClose(error, socket));
  });
}

const knownMethods = new Set(nodeHttp.METHODS);

/**
 * Rejects unknown methods before the router, which fails on them. HTTP/1.1's parser rejects them itself; HTTP/2
 * accepts any word.
 */
export function rejectUnknownMethods(
  handler: RequestListener,
  log: Log,
  allowedMethods: AllowedMethods,
): RequestListener {
  return (request, response) => {
    if (knownMethods.has(request.method ?? '')) handler(request, response);
    else rejectResponse(request, response, methodOrPathError(allowedMethods, request.url ?? ''), log);
  };
}

function rejectResponse(
  request: IncomingMessage,
  response: ServerResponse,
  rejection: ServiceError,
  log: Log,
): void {
  const requestId = newRequestId(Date.now());
  log('info', 'request', { requestId, status: rejection.status, code: rejection.message });
  const body = JSON.stringify(rejection.body(preferredLanguage(request.headers['accept-language']) ?? 'en'));
  response.writeHead(rejection.status, replyHeaders(rejection, requestId, body)).end(body);
}

/** Returns true if a reply is being sent, or was sent to a request that is still arriving, so that a second one would be wrong. */
function isAnswering(response: ServerResponse | undefined): boolean {
  return response?.headersSent === true && !(response.writableFinished && response.req.complete);
}

function toServiceError(error: ParserError, allowedMethods: AllowedMethods): ServiceError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ServiceError('headers_too_large');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ServiceError('payload_too_large');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ServiceError('request_timeout');
    case 'HPE_INVALID_METHOD': {
      const path = pathOfUnknownMethod(error);
      if (path !== undefined) return methodOrPathError(allowedMethods, path);
    }
  }
  return invalidRequest({ en: 'This is not a valid HTTP request.', zh: '这不是有效的 HTTP 请求。' });
}

/** Returns the path of an otherwise valid request line with a method unknown to Node's parser: "FOO /ai/api/ask HTTP/1.1". */
function pathOfUnknownMethod({ rawPacket, bytesParsed = 0 }: ParserError): string | undefined {
  if (!rawPacket) return undefined;
  const start = rawPacket.subarray(0, bytesParsed).lastIndexOf('\n') + 1;
  const line = rawPacket.subarray(start, start + 2_000).toString('latin1');
  return /^[A-Z][A-Z-]{0,30} (\/[!-~]*) HTTP\/1\.[01]\r\n/.exec(line)?.[1];
}

function replyBytes(rejection: ServiceError, requestId: string): string {
  // The parser stopped before the headers, so that the caller's language is unknown.
  const body = JSON.stringify(rejection.body('en'));
  const headers = { ...replyHeaders(rejection, requestId, body), Connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${rejection.status} ${nodeHttp.STATUS_CODES[rejection.status]}\r\n${lines.join('')}\r\n${body}`;
}

function replyHeaders(rejection: ServiceError, requestId: string, body: string): Record<string, string> {
  return {
    ...errorHeaders(rejection),
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': requestId,
  };
}
