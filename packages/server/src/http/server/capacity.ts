import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { ServiceError } from '@citewell/core/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiKey } from '../../accounting/keys/api-key.ts';
import { factsOf } from '../guards/request-facts.ts';
import { onRequestEnd } from './on-request-end.ts';

/** Limits on concurrent requests. */
export type CapacityLimits = {
  /** Maximum number of running calls. */
  calls: number;
  /** Number of additional calls of routes that reply in milliseconds without requests to others. */
  lightCalls: number;
  /** Calls of a key without its own limit. */
  callsOfKey: number;
  /** Bytes of request bodies, from their announcement to the end of their requests. */
  bodyBytes: number;
  /** Bytes of request bodies of one key; at least the largest body of any route. */
  bodyBytesOfKey: number;
};

/** Memory of an open answer stream with its connection, with a margin. */
const bytesOfCall = 256 * 1024;
const defaultCallsMin = 100;
const defaultCallsMax = 10_000;

/** Returns the number of calls that fit into a quarter of the machine's memory and half of this process's maximum heap. */
export function callsForMemory(memoryBytes: number, heapBytes: number): number {
  const fitting = Math.floor(Math.min(memoryBytes / 4, heapBytes / 2) / bytesOfCall);
  return Math.min(defaultCallsMax, Math.max(defaultCallsMin, fitting));
}

/** Returns the memory of the machine, or of the container if that has less. */
function memoryBytes(): number {
  const ofContainer = process.constrainedMemory();
  return ofContainer > 0 ? Math.min(ofContainer, totalmem()) : totalmem();
}

export const defaultCapacityLimits: CapacityLimits = {
  calls: callsForMemory(memoryBytes(), getHeapStatistics().heap_size_limit),
  lightCalls: 100,
  callsOfKey: 50,
  bodyBytes: 128 * 1024 * 1024,
  bodyBytesOfKey: 32 * 1024 * 1024,
};

/** Share of the calls reserved for keys with few running calls, and the maximum number of these. */
const shareForOthers = 1 / 5;
const fewCalls = 5;

declare module 'fastify' {
  interface FastifyInstance {
    capacity: Capacity;
  }
}

/** Capacity acquired by a request. */
type AcquiredCapacity = { bodyBytes: number; call?: { keyId: string; light: boolean } };

/** Maximum number of concurrent calls of a key, and how many it may still start. */
export type RunningCallsStatus = { limit: number; remaining: number };

const retryAfterSeconds = 5;

/**
 * Keeps an overloaded process responsive, and prevents one caller from taking the capacity of all. The capacity that a request
 * acquires is released at its end. Each process counts only its own requests, so these limits apply to each replica.
 */
class Capacity {
  readonly #limits: CapacityLimits;
  /** Numbers of calls by the id of their key. */
  readonly #callsOf = new Map<string, number>();
  /** Bytes of bodies by the id of their key. */
  readonly #bytesOf = new Map<string, number>();
  /** Capacity acquired by each running request. */
  readonly #acquired = new WeakMap<FastifyRequest, AcquiredCapacity>();
  #calls = 0;
  #lightCalls = 0;
  #bodyBytes = 0;

  constructor(limits: CapacityLimits) {
    this.#limits = limits;
  }

  /** Acquires bytes for a body. Throws 503 overloaded if the limit of all requests or of this key is reached. */
  acquireBytes(request: FastifyRequest, bytes: number): void {
    const { keyId } = factsOf(request);
    const ofKey = (keyId === undefined ? 0 : (this.#bytesOf.get(keyId) ?? 0)) + bytes;
    if (ofKey > this.#limits.bodyBytesOfKey) throw tooManyBytes();
    if (this.#bodyBytes + bytes > this.#limits.bodyBytes) throw overloaded();
    this.#bodyBytes += bytes;
    if (keyId !== undefined) this.#bytesOf.set(keyId, ofKey);
    this.#acquiredBy(request).bodyBytes += bytes;
  }

  /** Acquires a call. Throws 429 rate_limited if the key has reached its limit, 503 overloaded if the service has. */
  acquireCall(
    request: FastifyRequest,
    { id: keyId, maxRunningCalls }: Pick<ApiKey, 'id' | 'maxRunningCalls'>,
    { light }: { light: boolean },
  ): RunningCallsStatus {
    const limit = maxRunningCalls ?? this.#limits.callsOfKey;
    const ofKey = this.#callsOf.get(keyId) ?? 0;
    if (ofKey >= limit) throw tooManyRunning(limit);
    if (!this.#hasRoom(ofKey, light)) throw overloaded();
    if (light) this.#lightCalls += 1;
    else this.#calls += 1;
    this.#callsOf.set(keyId, ofKey + 1);
    this.#acquiredBy(request).call = { keyId, light };
    return { limit, remaining: limit - ofKey - 1 };
  }

  /** Releases all capacity of this request. */
  release(request: FastifyRequest): void {
    const acquired = this.#acquired.get(request);
    if (!acquired) return;
    const { keyId } = factsOf(request);
    this.#bodyBytes -= acquired.bodyBytes;
    if (keyId !== undefined && acquired.bodyBytes > 0) subtract(this.#bytesOf, keyId, acquired.bodyBytes);
    if (!acquired.call) return;
    if (acquired.call.light) this.#lightCalls -= 1;
    else this.#calls -= 1;
    subtract(this.#callsOf, acquired.call.keyId, 1);
  }

  #acquiredBy(request: FastifyRequest): AcquiredCapacity {
    const known = this.#acquired.get(request);
    if (known) return known;
    const acquired: AcquiredCapacity = { bodyBytes: 0 };
    this.#acquired.set(request, acquired);
    return acquired;
  }

  #hasRoom(ofKey: number, light: boolean): boolean {
    const { calls, lightCalls } = this.#limits;
    const [used, places] = light ? [this.#lightCalls, lightCalls] : [this.#calls, calls];
    return used < (ofKey < fewCalls ? places : places - Math.floor(places * shareForOthers));
  }
}

/**
 * Formats headers like those of quotaHeaders: `"running";q=50` means 50 calls at once, r of which are still available.
 */
export function runningHeaders({ limit, remaining }: RunningCallsStatus): Record<string, string> {
  return {
    'RateLimit-Policy': `"running";q=${limit};qu="concurrent-requests"`,
    RateLimit: `"running";r=${remaining}`,
  };
}

/** Subtracts from a count, and removes it at zero. */
function subtract(numbers: Map<string, number>, id: string, amount: number): void {
  const left = (numbers.get(id) ?? 0) - amount;
  if (left > 0) numbers.set(id, left);
  else numbers.delete(id);
}

function tooManyBytes(): ServiceError {
  return new ServiceError('overloaded', {
    headers: { 'Retry-After': String(retryAfterSeconds) },
    detail: {
      en: 'The request bodies of this key being processed are too large in total. Send the next request when one of them has finished.',
      zh: '该密钥正在处理的请求体总量过大。请在其中之一得到答复后再发送下一个。',
    },
  });
}

function overloaded(): ServiceError {
  return new ServiceError('overloaded', { headers: { 'Retry-After': String(retryAfterSeconds) } });
}

function tooManyRunning(limit: number): ServiceError {
  return new ServiceError('rate_limited', {
    headers: { ...runningHeaders({ limit, remaining: 0 }), 'Retry-After': String(retryAfterSeconds) },
    detail: {
      en: `This key already has ${limit} running calls, the maximum. Try again when one of them has finished.`,
      zh: `该密钥已有 ${limit} 次进行中的调用，已达同时运行的上限。请在其中之一结束后重试。`,
    },
  });
}

/** Creates `app.capacity`, shared by all requests to this app. */
export function installCapacity(app: FastifyInstance, limits: CapacityLimits): void {
  const capacity = new Capacity(limits);
  app.decorate('capacity', capacity);
  app.addHook('onRequest', (request, reply, done) => {
    onRequestEnd(request, reply, () => capacity.release(request));
    done();
  });
}
