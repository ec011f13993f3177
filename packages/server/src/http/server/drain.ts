import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds, the first two from the start of a drain. Together well within the 10 s of most supervisors. */
export type DrainLimits = {
  stopCallsAfterMs: number;
  cutAfterMs: number;
  /** From the end of the last reply; then whoever is still connected is without a request and only holds us up. */
  lingerMs: number;
};

export const defaultDrainLimits: DrainLimits = { stopCallsAfterMs: 8_000, cutAfterMs: 9_000, lingerMs: 500 };

const pollMs = 50;

/** For calls whose connection was cut to be settled; what is not is settled when the lease runs out. */
const settleMs = 500;

/**
 * The orderly end of a process: no new connections, no new requests on the kept ones, running calls may end by
 * themselves for a while, are then told to stop, and what is still connected after that is cut.
 */
export class Drain {
  readonly #limits: DrainLimits;
  readonly #running = new Set<() => void>();
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();
  #replies = 0;
  #draining = false;

  constructor(limits: DrainLimits) {
    this.#limits = limits;
  }

  get draining(): boolean {
    return this.#draining;
  }

  addServer(server: Server): void {
    this.#servers.push(server);
    server.on('request', (_request, response) => {
      this.#replies += 1;
      response.once('close', () => {
        this.#replies -= 1;
      });
    });
    // Under TLS these are the sockets below it, so that one way of cutting serves every protocol.
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** Makes a call known, with what stops it. Returns what takes it off again. */
  track(stop: () => void): () => void {
    this.#running.add(stop);
    return () => this.#running.delete(stop);
  }

  /** Resolves when the last connection is gone and the last call settled, or the time for both is up. */
  async run(): Promise<void> {
    this.#draining = true;
    for (const server of this.#servers) if (server.listening) server.close();
    const stopCalls = setTimeout(() => {
      for (const stop of this.#running) stop();
    }, this.#limits.stopCallsAfterMs);
    const cutAll = () => {
      for (const socket of this.#sockets) socket.destroy();
    };
    const cut = setTimeout(cutAll, this.#limits.cutAfterMs);
    let busyAt = performance.now();
    let waiting = true;
    const giveUp = setTimeout(() => {
      waiting = false;
    }, this.#limits.cutAfterMs + settleMs);
    try {
      while (waiting && (this.#sockets.size > 0 || this.#running.size > 0)) {
        // A connection becomes idle when its last reply is out; Node looks only once, when the server closes.
        for (const server of this.#servers) server.closeIdleConnections();
        // Node takes a connection that never asked anything for one that is busy.
        if (this.#running.size > 0 || this.#replies > 0) busyAt = performance.now();
        else if (performance.now() - busyAt > this.#limits.lingerMs) cutAll();
        await new Promise((resolve) => setTimeout(resolve, pollMs));
      }
    } finally {
      clearTimeout(stopCalls);
      clearTimeout(cut);
      clearTimeout(giveUp);
    }
  }
}
