import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { Duplex } from 'node:stream';
import { endEarlyReply } from './early-reply.ts';
import { serializeRequests } from './serialize-requests.ts';
import type { TlsMaterial } from './tls.ts';

/** Timeouts in milliseconds. Long streams are not touched by any of them. */
export type ServerLimits = {
  /** From a request's first byte to its last one, body included. */
  requestTimeoutMs: number;
  /** How often overdue requests are looked for. */
  checkIntervalMs: number;
  /** How long an idle connection is kept. */
  keepAliveTimeoutMs: number;
  /** How long a connection may stand still in the middle of an exchange: longer than any call takes to answer. */
  stallTimeoutMs: number;
  maxConnections: number;
};

export const defaultServerLimits: ServerLimits = {
  requestTimeoutMs: 10_000,
  checkIntervalMs: 1_000,
  // Longer than the 60 s of common load balancers: the side that closes first must not be ours.
  keepAliveTimeoutMs: 72_000,
  stallTimeoutMs: 150_000,
  maxConnections: 2_000,
};

const maxHeaderBytes = 16 * 1024;

/** The listening side: HTTP/1.1, or with TLS HTTP/2 beside it. */
export function createServer(handler: RequestListener, limits: ServerLimits, tls?: TlsMaterial): Server {
  const http1 = {
    requestTimeout: limits.requestTimeoutMs,
    headersTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.checkIntervalMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    maxHeaderSize: maxHeaderBytes,
    // Node's own refusal has no body: the app looks for the Host itself.
    requireHostHeader: false,
  };
  const server = tls ? createTlsServer(http1, tls) : createHttpServer(http1);
  server.on('request', endEarlyReply);
  server.on('request', serializeRequests(server, handler));
  // Of HTTP/2 this is a session, which Node would close only when its last stream has ended.
  server.on('timeout', (connection: Duplex) => connection.destroy());
  server.timeout = limits.stallTimeoutMs;
  server.maxConnections = limits.maxConnections;
  return server;
}

function createTlsServer(http1: object, tls: TlsMaterial): Server {
  const server = createSecureServer({
    ...tls,
    allowHTTP1: true,
    ...http1,
    http1Options: http1,
    settings: { maxHeaderListSize: maxHeaderBytes },
  });
  // Node's compatibility layer gives HTTP/2 requests and replies the shape of HTTP/1.1 ones; the framework
  // and we use nothing beyond it.
  return server as unknown as Server;
}
