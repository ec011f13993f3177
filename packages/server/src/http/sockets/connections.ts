import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { constants, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Log } from '../../platform/log.ts';
import { networkOf } from '../../platform/text/network.ts';
import { unsentBytes, watchQueued } from './reply-slices.ts';

/** Limits on the resources of clients; timeouts in milliseconds. For trusted proxies, only `maxConnections` applies. */
export type ConnectionLimits = {
  /** Interval between checks for overdue requests and connections. */
  checkIntervalMs: number;
  /** Milliseconds from a connection's opening to its first request. */
  requestTimeoutMs: number;
  /** Time for which an idle connection is kept open. */
  keepAliveTimeoutMs: number;
  /**
   * Time for which an idle connection is kept open if connections are scarce; otherwise, the minimum idle time before one is closed
   * to make room.
   */
  busyKeepAliveTimeoutMs: number;
  /** Time after which an unread reply is aborted. */
  unreadTimeoutMs: number;
  maxConnections: number;
  /** Maximum number of connections per IPv4 address or IPv6 /64, once connections become scarce. */
  connectionsPerNetwork: number;
  /** Maximum number of running requests of such a network, over all its HTTP/2 sessions. */
  requestsPerNetwork: number;
  /** Maximum total of unread reply bytes of such a network, counted when they are queued, so that it is never exceeded. */
  unsentBytesPerNetwork: number;
};

type Connection = {
  /** The socket below TLS, if TLS is used. */
  socket: Socket;
  /** Network to which the connection is counted; undefined for a trusted proxy, which represents many clients. */
  network: string | undefined;
  session: ServerHttp2Session | undefined;
  hasAsked: boolean;
  /** Time of the end of its last reply, or of its opening. */
  idleSince: number;
  replies: Map<ServerResponse, Unread>;
};

/** Unread bytes of a reply: `bytes` at the last check, unchanged since `since`; `counted` are those in its network's total. */
type Unread = { bytes: number; since: number; counted: number };

/** Age in milliseconds below which a connection is expected to send its first request soon. */
const newcomerMs = 1_000;

/**
 * Share of all connections below which none is rejected, because hundreds of people may share the address of a hospital. The rest
 * is enough for everybody else.
 */
const plentyShare = 0.5;

/** Share of all connections above which idle ones are kept open for a shorter time. */
const lowShare = 0.75;

const logIntervalMs = 10_000;

/**
 * Prevents one client from using up all connections, or all memory for replies. If a network, or the service, has reached its
 * maximum of connections, the one idle longest is closed to make room for a new one.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #isProxy: (address: string) => boolean;
  readonly #log: Log;
  readonly #all = new Set<Connection>();
  readonly #byNetwork = new Map<string, Set<Connection>>();
  /** Bytes queued for each network, an upper bound: bytes sent since a reply's last write are not subtracted yet. */
  readonly #queuedBytes = new Map<string, number>();
  /** Connections by their sockets, those under TLS, and their sessions. */
  readonly #bySocket = new WeakMap<object, Connection>();
  #refused = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(limits: ConnectionLimits, isProxy: (address: string) => boolean, log: Log) {
    this.#limits = limits;
    this.#isProxy = isProxy;
    this.#log = log;
  }

  /** Manages all connections of this server while it listens. */
  watch(server: Server): void {
    const byPort = new Map<string, Connection>();
    server.on('connection', (socket: Socket) => {
      const connection = this.#open(socket);
      const port = portOf(socket);
      byPort.set(port, connection);
      socket.once('close', () => {
        byPort.delete(port);
        this.#forget(connection);
      });
    });
    server.on('secureConnection', (socket: TLSSocket) => {
      const connection = byPort.get(portOf(socket));
      if (connection) this.#bySocket.set(socket, connection);
    });
    server.on('session', (session: ServerHttp2Session) => {
      const connection = byPort.get(portOf(session.socket));
      if (!connection) return;
      connection.session = session;
      this.#bySocket.set(session, connection);
    });
    let timer: NodeJS.Timeout | undefined;
    server.on('listening', () => {
      timer = setInterval(() => this.#sweep(performance.now()), this.#limits.checkIntervalMs).unref();
    });
    server.on('close', () => clearInterval(timer));
  }

  /** Registers a request. Returns false if its network has too many running ones, in which case its stream was rejected. */
  begin(request: IncomingMessage, response: ServerResponse): boolean {
    const { stream } = request as { stream?: ServerHttp2Stream };
    const connection = this.#bySocket.get(stream?.session ?? request.socket);
    if (!connection) return true;
    connection.hasAsked = true;
    if (stream && this.#requestsOf(connection.network) >= this.#limits.requestsPerNetwork) {
      this.#refused += 1;
      stream.close(constants.NGHTTP2_REFUSED_STREAM);
      return false;
    }
    const unread = { bytes: 0, since: performance.now(), counted: 0 };
    connection.replies.set(response, unread);
    const { network } = connection;
    if (network !== undefined) watchQueued(response, () => this.#count(network, connection, response));
    response.once('close', () => {
      connection.idleSince = performance.now();
      if (connection.replies.delete(response)) this.#addQueued(network, -unread.counted);
    });
    return true;
  }

  /** Updates the network's total after a write to a reply, and aborts replies if the limit is exceeded. */
  #count(network: string, connection: Connection, reply: ServerResponse): void {
    const unread = connection.replies.get(reply);
    if (!unread) return;
    const bytes = unsentBytes(reply);
    this.#addQueued(network, bytes - unread.counted);
    unread.counted = bytes;
    if ((this.#queuedBytes.get(network) ?? 0) > this.#limits.unsentBytesPerNetwork) this.#cutDown(network);
  }

  #addQueued(network: string | undefined, bytes: number): void {
    if (network === undefined) return;
    const total = (this.#queuedBytes.get(network) ?? 0) + bytes;
    if (total > 0) this.#queuedBytes.set(network, total);
    else this.#queuedBytes.delete(network);
  }

  /** Recounts the unsent bytes of a network's replies, and aborts the longest until the limit is met. */
  #cutDown(network: string): void {
    const all = [...(this.#of(network) ?? [])].flatMap(({ replies }) =>
      [...replies].map(([reply, unread]) => ({ replies, reply, unread })),
    );
    for (const { reply, unread } of all) unread.counted = unsentBytes(reply);
    let total = all.reduce((sum, { unread }) => sum + unread.counted, 0);
    for (const { replies, reply, unread } of all.sort((a, b) => b.unread.counted - a.unread.counted)) {
      if (total <= this.#limits.unsentBytesPerNetwork) break;
      // At once, because until it is closed, its bytes would cause others to be aborted.
      replies.delete(reply);
      cut(reply);
      total -= unread.counted;
    }
    this.#queuedBytes.set(network, total);
  }

  #open(socket: Socket): Connection {
    const address = socket.remoteAddress ?? '';
    const network = address === '' || this.#isProxy(address) ? undefined : networkOf(address);
    const connection: Connection = {
      ...{ socket, network, session: undefined, hasAsked: false },
      idleSince: performance.now(),
      replies: new Map(),
    };
    this.#all.add(connection);
    this.#bySocket.set(socket, connection);
    const sameNetwork = this.#of(network);
    sameNetwork?.add(connection);
    const { maxConnections } = this.#limits;
    const hasRoom =
      (sameNetwork === undefined || this.#hasRoomAmong(sameNetwork)) &&
      (this.#all.size <= maxConnections ||
        closeIdle(this.#largestNetwork()) ||
        closeIdle(this.#all) ||
        // A proxy with only idle connections could otherwise not even open another one itself.
        closeIdle(this.#all, { ofProxies: true }));
    if (!hasRoom) {
      this.#refused += 1;
      socket.destroy();
    }
    return connection;
  }

  #hasRoomAmong(sameNetwork: Set<Connection>): boolean {
    const { maxConnections, connectionsPerNetwork, busyKeepAliveTimeoutMs } = this.#limits;
    if (sameNetwork.size <= connectionsPerNetwork) return true;
    if (this.#all.size > plentyShare * maxConnections) return closeIdle(sameNetwork);
    closeIdle(sameNetwork, { idleMinMs: busyKeepAliveTimeoutMs });
    return true;
  }

  #forget(connection: Connection): void {
    this.#all.delete(connection);
    const { network } = connection;
    const sameNetwork = network === undefined ? undefined : this.#byNetwork.get(network);
    if (network === undefined || !sameNetwork?.delete(connection)) return;
    if (sameNetwork.size === 0) this.#byNetwork.delete(network);
  }

  #of(network: string | undefined): Set<Connection> | undefined {
    if (network === undefined) return undefined;
    const found = this.#byNetwork.get(network) ?? new Set();
    this.#byNetwork.set(network, found);
    return found;
  }

  #largestNetwork(): Iterable<Connection> {
    let largest: Set<Connection> = new Set();
    for (const each of this.#byNetwork.values()) if (each.size > largest.size) largest = each;
    return largest;
  }

  #requestsOf(network: string | undefined): number {
    let count = 0;
    for (const { replies } of this.#of(network) ?? []) count += replies.size;
    return count;
  }

  #sweep(now: number): void {
    for (const connection of this.#all) {
      if (this.#isOverdue(connection, now)) connection.socket.destroy();
      else this.#cutUnread(connection, now);
    }
    if (this.#refused === 0 || now - this.#loggedAt < logIntervalMs) return;
    this.#log('warn', 'connections_refused', { count: this.#refused });
    this.#refused = 0;
    this.#loggedAt = now;
  }

  /** Returns true if a connection has been idle for too long. Node itself handles those of HTTP/1. */
  #isOverdue({ network, session, hasAsked, idleSince, replies }: Connection, now: number): boolean {
    if (replies.size > 0) return false;
    const limits = this.#limits;
    const idleMs = now - idleSince;
    // After Node has had the chance to reply 408.
    if (!hasAsked) return idleMs > limits.requestTimeoutMs + 2 * limits.checkIntervalMs;
    if (session && idleMs > limits.keepAliveTimeoutMs) return true;
    const isLow = this.#all.size > lowShare * limits.maxConnections;
    return isLow && network !== undefined && idleMs > limits.busyKeepAliveTimeoutMs;
  }

  #cutUnread({ replies }: Connection, now: number): void {
    for (const [reply, unread] of replies) {
      const bytes = unsentBytes(reply);
      if (bytes === 0 || bytes !== unread.bytes) {
        unread.bytes = bytes;
        unread.since = now;
      } else if (now - unread.since > this.#limits.unreadTimeoutMs) cut(reply);
    }
  }
}

/** Identifies a socket by its address and port; under TLS, both socket layers share them. */
function portOf({ remoteAddress, remotePort }: Pick<Socket, 'remoteAddress' | 'remotePort'>): string {
  return `${remoteAddress} ${remotePort}`;
}

/**
 * Closes the connection idle longest, those with earlier requests before those without any; connections of proxies only if
 * requested. Returns false if there is none.
 */
function closeIdle(connections: Iterable<Connection>, { idleMinMs = 0, ofProxies = false } = {}): boolean {
  const now = performance.now();
  let found: Connection | undefined;
  for (const connection of connections) {
    const { socket, network, hasAsked, idleSince, replies } = connection;
    if (socket.destroyed || replies.size > 0 || (network === undefined && !ofProxies)) continue;
    if (now - idleSince < Math.max(idleMinMs, hasAsked ? 0 : newcomerMs)) continue;
    const isFirst =
      found === undefined ||
      (hasAsked === found.hasAsked ? idleSince < found.idleSince : hasAsked && !found.hasAsked);
    if (isFirst) found = connection;
  }
  found?.socket.destroy();
  return found !== undefined;
}

/** Closes the connection; with HTTP/2, only the stream. */
function cut(reply: ServerResponse): void {
  const { stream } = reply as unknown as { stream?: ServerHttp2Stream };
  if (stream) stream.close(constants.NGHTTP2_CANCEL);
  else reply.socket?.destroy();
}
