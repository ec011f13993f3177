import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { ServiceError } from '@citewell/core/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiKey } from '../../accounting/keys/api-key.ts';
import { onRequestEnd } from './on-request-end.ts';

/** Limits on concurrent requests in total. */
export type CapacityLimits = {
  /** Calls that run. */
  calls: number;
  /** Number of further calls, of routes that answer by themselves in milliseconds. */
  lightCalls: number;
  /** Calls of one key, where it has no number of its own. */
  callsOfKey: number;
  /** Bytes of bodies, from their announcement to the end of their requests. */
  bodyBytes: number;
  /** The same of one key: no less than the largest body that any route takes. */
  bodyBytesOfKey: number;
};

/** Memory of an open answer stream with its connection, with room to spare. */
const bytesOfCall = 256 * 1024;
const defaultCallsMin = 100;
const defaultCallsMax = 10_000;

/** Returns how many calls fit into a quarter of the machine's memory and half of the heap that this process may have. */
export function callsForMemory(memoryBytes: number, heapBytes: number): number {
  const fitting = Math.floor(Math.min(memoryBytes / 4, heapBytes / 2) / bytesOfCall);
  return Math.min(defaultCallsMax, Math.max(defaultCallsMin, fitting));
}

/** Memory of the machine, or of the container where that has less. */
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

/** The share of the calls that is left to keys which run few, and how few. */
const shareForOthers = 1 / 5;
const fewCalls = 5;

declare module 'fastify' {
  interface FastifyInstance {
    capacity: Capacity;
  }
}

/** Capacity acquired by a request. */
export type AcquiredCapacity = { bodyBytes: number; call?: { keyId: string; light: boolean } };

/** Maximum number of concurrent calls of a key, and how many it may still start. */
export type RunningCallsStatus = { limit: number; remaining: number };

const retryAfterSeconds = 5;

/**
 * Keeps a process that is asked for too much answering what it can, and one caller from taking what all share. What a
 * request has taken it gives back at its end. Each process counts what it runs itself: of replicas each has these limits.
 */
class Capacity {
  readonly #limits: CapacityLimits;
  /** Calls by the id of their key. */
  readonly #callsOf = new Map<string, number>();
  /** Bytes of bodies by the id of their key. */
  readonly #bytesOf = new Map<string, number>();
  #calls = 0;
  #lightCalls = 0;
  #bodyBytes = 0;

  constructor(limits: CapacityLimits) {
    this.#limits = limits;
  }

  /** Throws 503 overloaded where no more is to be had, by all or by the key of this request. */
  takeBytes(request: FastifyRequest, bytes: number): void {
    const keyId = request.state.apiKey?.id;
    const ofKey = (keyId === undefined ? 0 : (this.#bytesOf.get(keyId) ?? 0)) + bytes;
    if (ofKey > this.#limits.bodyBytesOfKey) throw tooManyBytes();
    if (this.#bodyBytes + bytes > this.#limits.bodyBytes) throw overloaded();
    this.#bodyBytes += bytes;
    if (keyId !== undefined) this.#bytesOf.set(keyId, ofKey);
    request.state.taken ??= { bodyBytes: 0 };
    request.state.taken.bodyBytes += bytes;
  }

  /** Throws 429 rate_limited where the key runs as many calls as it may, 503 overloaded where there is no place. */
  takeCall(
    request: FastifyRequest,
    { id: keyId, maxRunningCalls }: Pick<ApiKey, 'id' | 'maxRunningCalls'>,
    { light }: { light: boolean },
  ): RunningCallsStatus {
    const limit = maxRunningCalls ?? this.#limits.callsOfKey;
    const ofKey = this.#callsOf.get(keyId) ?? 0;
    if (ofKey >= limit) throw tooManyRunning(limit);
    if (!this.#hasPlace(ofKey, light)) throw overloaded();
    if (light) this.#lightCalls += 1;
    else this.#calls += 1;
    this.#callsOf.set(keyId, ofKey + 1);
    request.state.taken ??= { bodyBytes: 0 };
    request.state.taken.call = { keyId, light };
    return { limit, remaining: limit - ofKey - 1 };
  }

  /** Gives back all this request has taken. */
  release({ state: { taken, apiKey } }: FastifyRequest): void {
    if (!taken) return;
    this.#bodyBytes -= taken.bodyBytes;
    if (apiKey && taken.bodyBytes > 0) subtract(this.#bytesOf, apiKey.id, taken.bodyBytes);
    if (!taken.call) return;
    const { keyId, light } = taken.call;
    if (light) this.#lightCalls -= 1;
    else this.#calls -= 1;
    subtract(this.#callsOf, keyId, 1);
  }

  #hasPlace(ofKey: number, light: boolean): boolean {
    const { calls, lightCalls } = this.#limits;
    const [taken, places] = light ? [this.#lightCalls, lightCalls] : [this.#calls, calls];
    return taken < (ofKey < fewCalls ? places : places - Math.floor(places * shareForOthers));
  }
}

/**
 * Headers like those of quotaHeaders for the daily quota: `"running";q=50` calls at once, of which r are still
 * available.
 */
export function runningHeaders({ limit, remaining }: RunningCallsStatus): Record<string, string> {
  return {
    'RateLimit-Policy': `"running";q=${limit};qu="concurrent-requests"`,
    RateLimit: `"running";r=${remaining}`,
  };
}

/** Numbers that have come down to nothing are not kept. */
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
      zh: `该密钥已有 ${limit} 个调用正在运行，已达同时运行的上限。请在其中之一结束后重试。`,
    },
  });
}

/** Makes `app.capacity`, shared by all requests to this app. */
export function installCapacity(app: FastifyInstance, limits: CapacityLimits): void {
  const capacity = new Capacity(limits);
  app.decorate('capacity', capacity);
  app.addHook('onRequest', (request, reply, done) => {
    onRequestEnd(request, reply, () => capacity.release(request));
    done();
  });
}
