import { setTimeout as sleep } from 'node:timers/promises';
import { BoundedCache } from '@citewell/core/bounded-cache.ts';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../../platform/text/network.ts';

/** Number of unknown keys that an address may try in a minute before error responses are delayed. */
const freeTries = 60;
const windowMs = 60_000;
const delayMs = 1_000;

/** Maximum number of addresses to track. */
const addressesMax = 10_000;

declare module 'fastify' {
  interface FastifyInstance {
    unknownKeys: UnknownKeys;
  }
}

/**
 * Slows down guessing of keys. The reply remains 401 but is sent a second later; valid keys from the same address, which many
 * users may share, are not affected. Each process counts separately.
 */
export class UnknownKeys {
  readonly #tries = new BoundedCache<{ count: number; since: number }>(addressesMax);
  readonly #now: () => number;
  readonly #sleep: (ms: number) => Promise<unknown>;

  constructor(now: () => number = () => performance.now(), wait: (ms: number) => Promise<unknown> = sleep) {
    this.#now = now;
    this.#sleep = wait;
  }

  /** Counts an attempt from this address; resolves when the error response may be sent. */
  async refuse(ip: string): Promise<void> {
    const network = networkOf(ip);
    const now = this.#now();
    let tries = this.#tries.get(network);
    if (!tries || now - tries.since >= windowMs) {
      tries = { count: 0, since: now };
      this.#tries.set(network, tries, 1);
    }
    tries.count += 1;
    if (tries.count > freeTries) await this.#sleep(delayMs);
  }
}

/** Creates `app.unknownKeys`. */
export function installUnknownKeys(app: FastifyInstance): void {
  app.decorate('unknownKeys', new UnknownKeys());
}
