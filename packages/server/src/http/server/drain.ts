import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds. All but the last, from the start of a drain, together well within the 10 s of most supervisors. */
export type DrainLimits = {
  /**
   * Time for which new connections are accepted, so that requests already sent get their 503. A socket
   * closed over unread bytes, or a listener over connections it has not accepted, sends a reset instead.
   */
  refuseForMs: number;
  stopCallsAfterMs: number;
  cutAfterMs: number;
  /**
   * Milliseconds from the end of the last reply of a connection, or of all of them, after which it is taken for idle
   * and closed. A client that asks again and again sends its next request sooner, and gets 503 instead of a reset.
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

/** Milliseconds without a newcomer after which the listener closes: one more may wait in the kernel's queue. */
const quietMs = 150;

/** Times that `refuseForMs` is added at most, while newcomers still arrive. */
const refuseAgainMax = 8;

/** Milliseconds for calls whose connection was cut to be settled; the others are settled when the lease runs out. */
const settleMs = 500;

/** An HTTP/1 connection between two requests: the end of its last reply, and the bytes read from it by then. */
type Idle = { since: number; bytesRead: number };

/**
 * The orderly end of a process: new requests get 503, on connections that close with it; the listeners close; running calls
 * may end by themselves for a while, are then told to stop, and what is still connected after that is cut.
 */
export class Drain {
  readonly #limits: DrainLimits;
  readonly #running = new Set<() => void>();
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #replies = new Set<ServerResponse>();
  /** HTTP/1 connections by their sockets, those above TLS; null: a request is running. */
  readonly #http1 = new Map<Socket, Idle | null>();
  #acceptedAt = Number.NEGATIVE_INFINITY;
  /** The last moment, seen so far, in which a call ran or a reply was on its way. */
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
    // Under TLS these are the sockets below it, so that one way of cutting serves every protocol.
    server.on('connection', (socket: Socket) => {
      this.#acceptedAt = performance.now();
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    // Node calls this when the server closes, and would close a connection over the request that it is about to read.
    server.closeIdleConnections = () => this.#closeIdle();
  }

  /** Makes a call known, with what stops it. Returns what takes it off again. */
  track(stop: () => void): () => void {
    this.#running.add(stop);
    return () => this.#running.delete(stop);
  }

  /** Resolves when the last connection is gone and the last call settled, or the time for both is up. */
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
        // Node takes a connection that never asked anything for one that is busy.
        if (this.#running.size > 0 || this.#replies.size > 0) this.#busyAt = performance.now();
        else if (performance.now() - this.#busyAt > this.#limits.lingerMs) cutAll();
        await sleep(pollMs);
        // What has arrived is read before a connection is taken for idle.
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
      // On a busy machine a reply can begin and end between two looks.
      this.#busyAt = performance.now();
      if (this.#http1.has(socket))
        this.#http1.set(socket, { since: performance.now(), bytesRead: socket.bytesRead });
    });
    if (httpVersionMajor > 1) return;
    if (!this.#http1.has(socket)) socket.once('close', () => this.#http1.delete(socket));
    this.#http1.set(socket, null);
  }

  /** Has an HTTP/1 connection close after this reply, and say so, if its head has not left yet. */
  #makeLast(reply: ServerResponse): void {
    if (reply.req.httpVersionMajor === 1 && !reply.headersSent) reply.shouldKeepAlive = false;
  }

  /** Resolves at the time to stop accepting: when nobody has connected for a moment, if that comes soon. */
  async #refuse(): Promise<void> {
    await sleep(this.#limits.refuseForMs);
    // On a busy machine newcomers wait in the kernel's queue for longer, and closing the listener would reset them.
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
