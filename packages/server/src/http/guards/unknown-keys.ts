import { setTimeout as sleep } from 'node:timers/promises';
import { BoundedCache } from '@citewell/core/bounded-cache.ts';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../../platform/text/network.ts';

/** Unknown keys that an address may try in a minute before its refusals are held back. */
const freeTries = 60;
const windowMs = 60_000;
const delayMs = 1_000;

/** Addresses that are remembered. */
const addressesMax = 10_000;

declare module 'fastify' {
  interface FastifyInstance {
    unknownKeys: UnknownKeys;
  }
}

/**
 * Slows whoever tries keys. The refusal stays 401, as the interface has it, and comes a second later; known keys of the same
 * address, behind which many may be, are served as ever. Counted by each process for itself.
 */
export class UnknownKeys {
  readonly #tries = new BoundedCache<{ count: number; since: number }>(addressesMax);
  readonly #now: () => number;
  readonly #sleep: (ms: number) => Promise<unknown>;

  constructor(now: () => number = () => performance.now(), wait: (ms: number) => Promise<unknown> = sleep) {
    this.#now = now;
    this.#sleep = wait;
  }

  /** Counts a try from this address; resolves when it may be refused. */
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

/** Makes `app.unknownKeys`. */
export function installUnknownKeys(app: FastifyInstance): void {
  app.decorate('unknownKeys', new UnknownKeys());
}
