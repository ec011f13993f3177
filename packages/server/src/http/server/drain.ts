import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Limits of a drain in milliseconds. All but the last, from its start, are together well within the 10 s of most supervisors. */
export type DrainLimits = {
  /**
   * Time for which new connections are accepted, so that requests already sent get their 503. A socket
   * closed over unread bytes, or a listener over connections it has not accepted, sends a reset instead.
   */
  refuseForMs: number;
  stopCallsAfterMs: number;
  cutAfterMs: number;
  /**
   * Milliseconds from the end of the last reply of a connection, or of all of them, after which it is considered
   * idle and closed. A client with continuous requests sends its next one sooner, and gets 503 instead of a reset.
   */
  lingerMs: number;
};

export const defaultDrainLimits: DrainLimits = {
  refuseForMs: 250,
  stopCallsAfterMs: 8_000,
  cutAfterMs: 9_000,
  lingerMs: 2_000,
};

const pollMs = 50;

/** Milliseconds without a new connection after which the listener closes; another may be in the kernel's queue. */
const quietMs = 150;

/** Maximum number of extensions by `refuseForMs` while new connections still arrive. */
const refuseAgainMax = 8;

/** Milliseconds for settling calls whose connection was closed; others are settled when their lease expires. */
const settleMs = 500;

/** An HTTP/1 connection between two requests: the time of its last reply's end, and the bytes read by then. */
type Idle = { since: number; bytesRead: number };

/**
 * Graceful shutdown of a process: new requests get 503, on connections that are then closed; the listeners close; running calls may
 * finish for a while and are then aborted; and remaining connections are closed.
 */
export class Drain {
  readonly #limits: DrainLimits;
  readonly #running = new Set<() => void>();
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #replies = new Set<ServerResponse>();
  /** HTTP/1 connections by their sockets (above TLS); null while a request is running. */
  readonly #http1 = new Map<Socket, Idle | null>();
  #acceptedAt = Number.NEGATIVE_INFINITY;
  /** The last time at which a call was seen running or a reply was being sent. */
  #busyAt = Number.NEGATIVE_INFINITY;
  #draining = false;

  constructor(limits: DrainLimits) {
    this.#limits = limits;
  }

  get draining(): boolean {
    return this.#draining;
  }

  addServer(server: Server): void {
    this.#servers.push(server);
    server.on('request', (request, response) => this.#begin(request, response));
    // With TLS, these are the sockets below it, so that every protocol is closed in the same way.
    server.on('connection', (socket: Socket) => {
      this.#acceptedAt = performance.now();
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    // Node calls this when the server closes, and would close a connection despite a request that it is about to read.
    server.closeIdleConnections = () => this.#closeIdle();
  }

  /** Registers a call with the function that stops it. Returns a function to unregister it. */
  track(stop: () => void): () => void {
    this.#running.add(stop);
    return () => this.#running.delete(stop);
  }

  /** Resolves when the last connection is closed and the last call settled, or the time for both is up. */
  async run(): Promise<void> {
    this.#draining = true;
    for (const reply of this.#replies) this.#makeLast(reply);
    const stopCalls = setTimeout(() => {
      for (const stop of this.#running) stop();
    }, this.#limits.stopCallsAfterMs);
    const cutAll = () => {
      for (const socket of this.#sockets) socket.destroy();
    };
    const cut = setTimeout(cutAll, this.#limits.cutAfterMs);
    let waiting = true;
    const giveUp = setTimeout(() => {
      waiting = false;
    }, this.#limits.cutAfterMs + settleMs);
    try {
      const listening = this.#servers.filter((server) => server.listening);
      if (listening.length > 0) await this.#refuse();
      for (const server of listening) server.close();
      this.#busyAt = performance.now();
      while (waiting && (this.#sockets.size > 0 || this.#running.size > 0)) {
        this.#closeIdle();
        // Node treats a connection that never sent a request as busy.
        if (this.#running.size > 0 || this.#replies.size > 0) this.#busyAt = performance.now();
        else if (performance.now() - this.#busyAt > this.#limits.lingerMs) cutAll();
        await sleep(pollMs);
        // Data that has arrived is read before a connection is considered idle.
        await nextTurn();
      }
    } finally {
      clearTimeout(stopCalls);
      clearTimeout(cut);
      clearTimeout(giveUp);
    }
  }

  #begin({ socket, httpVersionMajor }: IncomingMessage, response: ServerResponse): void {
    this.#replies.add(response);
    if (this.#draining) this.#makeLast(response);
    response.once('close', () => {
      this.#replies.delete(response);
      // On a busy machine, a reply can begin and end between two checks.
      this.#busyAt = performance.now();
      if (this.#http1.has(socket))
        this.#http1.set(socket, { since: performance.now(), bytesRead: socket.bytesRead });
    });
    if (httpVersionMajor > 1) return;
    if (!this.#http1.has(socket)) socket.once('close', () => this.#http1.delete(socket));
    this.#http1.set(socket, null);
  }

  /** Makes an HTTP/1 connection close after this reply, with the header for it if the head has not been sent yet. */
  #makeLast(reply: ServerResponse): void {
    if (reply.req.httpVersionMajor === 1 && !reply.headersSent) reply.shouldKeepAlive = false;
  }

  /** Resolves at the time to stop accepting connections: after a moment without new ones, if that is soon. */
  async #refuse(): Promise<void> {
    await sleep(this.#limits.refuseForMs);
    // On a busy machine, new connections wait longer in the kernel's queue, and closing the listener would reset them.
    const latest = performance.now() + refuseAgainMax * this.#limits.refuseForMs;
    do {
      await sleep(pollMs);
      await nextTurn();
    } while (performance.now() - this.#acceptedAt < quietMs && performance.now() < latest);
  }

  #closeIdle(): void {
    const now = performance.now();
    for (const [socket, idle] of this.#http1) {
      if (idle === null || now - idle.since < this.#limits.lingerMs) continue;
      if (socket.bytesRead === idle.bytesRead) socket.destroy();
    }
  }
}
