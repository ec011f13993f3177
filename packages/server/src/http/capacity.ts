import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../errors.ts';
import { whenOver } from './when-over.ts';

/** What all requests together may take at one time. */
export type CapacityLimits = {
  /** Calls that run. */
  calls: number;
  /** Bytes of bodies, from their arrival to the end of their requests. */
  bodyBytes: number;
};

export const defaultCapacityLimits: CapacityLimits = { calls: 500, bodyBytes: 256 * 1024 * 1024 };

declare module 'fastify' {
  interface FastifyInstance {
    capacity: Capacity;
  }
}

const retryAfterSeconds = 5;

/** Keeps a process that is asked for too much answering what it can. What a request has taken it gives back at its end. */
export class Capacity {
  readonly #limits: CapacityLimits;
  readonly #taken: CapacityLimits = { calls: 0, bodyBytes: 0 };

  constructor(limits: CapacityLimits) {
    this.#limits = limits;
  }

  /** Throws 503 overloaded where no more is to be had. */
  take(request: FastifyRequest, what: keyof CapacityLimits, amount: number): void {
    if (this.#taken[what] + amount > this.#limits[what])
      throw new ServiceError('overloaded', { headers: { 'Retry-After': String(retryAfterSeconds) } });
    this.#taken[what] += amount;
    request.taken ??= { calls: 0, bodyBytes: 0 };
    request.taken[what] += amount;
  }

  /** Gives back all this request has taken. */
  release({ taken }: FastifyRequest): void {
    if (!taken) return;
    this.#taken.calls -= taken.calls;
    this.#taken.bodyBytes -= taken.bodyBytes;
  }
}

/** Makes `app.capacity`, shared by all requests to this app. */
export function installCapacity(app: FastifyInstance, limits: CapacityLimits): void {
  const capacity = new Capacity(limits);
  app.decorate('capacity', capacity);
  app.addHook('onRequest', (request, reply, done) => {
    whenOver(request, reply, () => capacity.release(request));
    done();
  });
}
