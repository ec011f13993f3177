import type { RequestListener, Server } from 'node:http';
import { createSecureServer, type ServerHttp2Stream } from 'node:http2';
import { BlockList, isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Log } from '../../platform/log.ts';
import { nodeHttp } from '../../platform/process/node-http.ts';
import { type ConnectionLimits, Connections } from '../sockets/connections.ts';
import { endEarlyReply } from '../sockets/early-reply.ts';
import { serializeRequests } from '../sockets/serialize-requests.ts';
import type { TlsMaterial } from './tls.ts';

/** Limits of the server; timeouts in milliseconds. Only `unreadTimeoutMs` affects long streams. */
export type ServerLimits = ConnectionLimits & {
  /**
   * Milliseconds from a request's first byte to the end of its head, and for a TLS handshake. The same time is allowed for a body
   * before its minimum rate applies.
   */
  requestTimeoutMs: number;
  /** Minimum rate of a body in bytes per second, which tolerates slow connections but no idle senders. */
  bodyBytesPerSecond: number;
  /** Milliseconds from a request's first byte to its last one, whatever the rate. */
  bodyTimeoutMs: number;
  /** Time after which a connection that stalls in the middle of an exchange is closed; longer than any call. */
  stallTimeoutMs: number;
  /** Maximum number of running requests on one HTTP/2 connection. */
  streamsPerConnection: number;
  /** Streams per second that a client may reset on one HTTP/2 connection, beyond the first `streamsPerConnection`. */
  streamResetsPerSecond: number;
};

export const defaultServerLimits: ServerLimits = {
  requestTimeoutMs: 10_000,
  bodyBytesPerSecond: 16 * 1024,
  bodyTimeoutMs: 120_000,
  checkIntervalMs: 1_000,
  // Longer than the 60 s of common load balancers, which must close connections first.
  keepAliveTimeoutMs: 72_000,
  busyKeepAliveTimeoutMs: 5_000,
  unreadTimeoutMs: 30_000,
  stallTimeoutMs: 150_000,
  maxConnections: 2_000,
  connectionsPerNetwork: 100,
  requestsPerNetwork: 200,
  unsentBytesPerNetwork: 24 * 1024 * 1024,
  streamsPerConnection: 100,
  streamResetsPerSecond: 33,
};

/** Connections in addition to those of running calls, as a share of them: idle ones, pages, health checks. */
const shareForOthers = 1 / 4;

/**
 * Returns the limits for the setting `connectionsPerAddress`. `calls`: maximum number of running calls, each of which has a
 * connection of its own over HTTP/1; further ones must be connected to be rejected with a reply.
 */
export function serverLimitsOf(
  connectionsPerAddress: number,
  changes: Partial<ServerLimits> = {},
  calls = 0,
): ServerLimits {
  return {
    ...defaultServerLimits,
    maxConnections: Math.max(defaultServerLimits.maxConnections, Math.ceil(calls * (1 + shareForOthers))),
    connectionsPerNetwork: connectionsPerAddress,
    requestsPerNetwork: 2 * connectionsPerAddress,
    ...changes,
  };
}

const maxHeaderBytes = 16 * 1024;

/** Additional connections, because Node would drop those above its own limit before ours can make room. */
const spareConnections = 100;

export type ServerContext = {
  tls?: TlsMaterial | undefined;
  /** Addresses and networks of trusted proxies, which connect for many clients. */
  trustedProxies: readonly string[];
  log: Log;
};

/** Creates the server: HTTP/1.1, and also HTTP/2 with TLS. */
export function createServer(
  handler: RequestListener,
  limits: ServerLimits,
  { tls, trustedProxies, log }: ServerContext,
): Server {
  const http1 = {
    requestTimeout: limits.bodyTimeoutMs,
    headersTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.checkIntervalMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    maxHeaderSize: maxHeaderBytes,
    // Node's own error has no body, so the app checks the Host itself.
    requireHostHeader: false,
  };
  const server = tls ? createTlsServer(http1, limits, tls) : nodeHttp.createServer(http1);
  const connections = new Connections(limits, amongNetworks(trustedProxies), log);
  connections.watch(server);
  server.on('request', endEarlyReply);
  const answer = serializeRequests(server, handler);
  server.on('request', (request, response) => {
    if (!connections.begin(request, response)) return;
    const { stream } = request as { stream?: ServerHttp2Stream };
    // A client can send a stream and its reset in one packet, thousands of times; these are never handled.
    if (stream) setImmediate(() => stream.destroyed || answer(request, response));
    else answer(request, response);
  });
  // For HTTP/2 this is a session, which Node would close only after its last stream has ended.
  server.on('timeout', (connection: Duplex) => connection.destroy());
  server.timeout = limits.stallTimeoutMs;
  server.maxConnections = limits.maxConnections + spareConnections;
  return server;
}

function createTlsServer(http1: object, limits: ServerLimits, tls: TlsMaterial): Server {
  const server = createSecureServer({
    ...tls,
    allowHTTP1: true,
    ...http1,
    http1Options: http1,
    handshakeTimeout: limits.requestTimeoutMs,
    settings: { maxHeaderListSize: maxHeaderBytes, maxConcurrentStreams: limits.streamsPerConnection },
    // A session that resets more streams than it can have at once is closed: "rapid reset", CVE-2023-44487.
    streamResetBurst: limits.streamsPerConnection,
    streamResetRate: limits.streamResetsPerSecond,
  });
  // Node's compatibility layer gives HTTP/2 requests and replies the shape of HTTP/1.1 ones; the framework
  // and we use nothing beyond it.
  return server as unknown as Server;
}

function amongNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  // An IPv4 address on a dual-stack socket is reported as IPv6; the list compares it with IPv4 addresses.
  return (address) => networks.length > 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
