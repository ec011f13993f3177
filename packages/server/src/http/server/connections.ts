import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { constants, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Log } from '../../platform/log.ts';
import { networkOf } from '../../platform/text/network.ts';
import { unsentBytes, watchQueued } from './reply-slices.ts';

/** Bounds on what clients may hold; timeouts in milliseconds. Proxies that are trusted are held to `maxConnections` alone. */
export type ConnectionLimits = {
  /** Interval between checks for overdue requests and connections. */
  checkIntervalMs: number;
  /** Milliseconds from a connection's opening to its first request. */
  requestTimeoutMs: number;
  /** Time for which an idle connection is kept open. */
  keepAliveTimeoutMs: number;
  /** The same where connections run low; and how long one must have been idle to make room where there is plenty. */
  busyKeepAliveTimeoutMs: number;
  /** Time after which a reply that nobody reads is cut off. */
  unreadTimeoutMs: number;
  maxConnections: number;
  /** Maximum number of connections per IPv4 address or IPv6 /64, once connections become scarce. */
  connectionsPerNetwork: number;
  /** Requests of such a network that run at one time, over all its HTTP/2 sessions. */
  requestsPerNetwork: number;
  /** Bytes of replies that such a network leaves unread, together: counted as they are queued, so that they are never more. */
  unsentBytesPerNetwork: number;
};

type Connection = {
  /** Below TLS, where there is any. */
  socket: Socket;
  /** Undefined of a trusted proxy, which speaks for many. */
  network: string | undefined;
  session: ServerHttp2Session | undefined;
  hasAsked: boolean;
  /** The end of its last reply, or its opening. */
  idleSince: number;
  replies: Map<ServerResponse, Unread>;
};

/** `bytes` at the last look, the same since `since`; `counted`: what its network's total has of it. */
type Unread = { bytes: number; since: number; counted: number };

/** A connection that was opened a moment ago is about to ask something. */
const newcomerMs = 1_000;

/**
 * Up to this share of all, nobody is refused: behind the one address of a hospital are hundreds of people. What is left is
 * enough for everybody else.
 */
const plentyShare = 0.5;

/** Idle connections are kept shorter above this share of all. */
const lowShare = 0.75;

const logIntervalMs = 10_000;

/**
 * Keeps one client from taking the connections, or the memory for replies, of all. Where a network, or the service, has
 * all its connections, the one idle longest makes room for a new one.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #isProxy: (address: string) => boolean;
  readonly #log: Log;
  readonly #all = new Set<Connection>();
  readonly #byNetwork = new Map<string, Set<Connection>>();
  /** Bytes queued for each network, never less than there are: what was sent since a reply's last write is not taken off yet. */
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

  /** Looks after all connections of this server, as long as it listens. */
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

  /** Takes note of a request. False: its network has too many under way, and its stream was refused. */
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

  /** Brings the network's total up to date for a reply that was just added to, and cuts replies where it is too much. */
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

  /** Counts anew what the replies of a network have left to send, and cuts the longest until that is within its limit. */
  #cutDown(network: string): void {
    const all = [...(this.#of(network) ?? [])].flatMap(({ replies }) =>
      [...replies].map(([reply, unread]) => ({ replies, reply, unread })),
    );
    for (const { reply, unread } of all) unread.counted = unsentBytes(reply);
    let total = all.reduce((sum, { unread }) => sum + unread.counted, 0);
    for (const { replies, reply, unread } of all.sort((a, b) => b.unread.counted - a.unread.counted)) {
      if (total <= this.#limits.unsentBytesPerNetwork) break;
      // At once: until it is closed, its bytes would have others cut in its place.
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
    const neighbours = this.#of(network);
    neighbours?.add(connection);
    const { maxConnections } = this.#limits;
    const hasRoom =
      (neighbours === undefined || this.#hasRoomAmong(neighbours)) &&
      (this.#all.size <= maxConnections ||
        closeIdle(this.#largestNetwork()) ||
        closeIdle(this.#all) ||
        // A proxy that keeps them all idle could not even open another one itself.
        closeIdle(this.#all, { ofProxies: true }));
    if (!hasRoom) {
      this.#refused += 1;
      socket.destroy();
    }
    return connection;
  }

  #hasRoomAmong(neighbours: Set<Connection>): boolean {
    const { maxConnections, connectionsPerNetwork, busyKeepAliveTimeoutMs } = this.#limits;
    if (neighbours.size <= connectionsPerNetwork) return true;
    if (this.#all.size > plentyShare * maxConnections) return closeIdle(neighbours);
    closeIdle(neighbours, { idleMinMs: busyKeepAliveTimeoutMs });
    return true;
  }

  #forget(connection: Connection): void {
    this.#all.delete(connection);
    const { network } = connection;
    const neighbours = network === undefined ? undefined : this.#byNetwork.get(network);
    if (network === undefined || !neighbours?.delete(connection)) return;
    if (neighbours.size === 0) this.#byNetwork.delete(network);
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

  /** True of one that has nothing under way for longer than it may. Node itself sees to those of HTTP/1. */
  #isOverdue({ network, session, hasAsked, idleSince, replies }: Connection, now: number): boolean {
    if (replies.size > 0) return false;
    const limits = this.#limits;
    const idleMs = now - idleSince;
    // After Node has answered 408 where it can.
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
 * Closes the connection idle longest, one that has been served before one that has not asked yet; of proxies only where told
 * to. False: there is none.
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
