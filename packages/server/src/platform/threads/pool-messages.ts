import type { Log } from '../log.ts';

/** A call to a pool: a method, and one argument that can be structured-cloned. */
export type PoolCall = { method: string; argument: unknown };

/** Messages to a worker. `stop`: this call is no longer needed and must fail soon. `close`: no call is, and none will follow. */
export type ToWorker<Call extends PoolCall = PoolCall> =
  | ({ type: 'call'; id: number } & Call)
  | { type: 'stop'; id: number }
  | { type: 'close' };

export type FromWorker =
  | { type: 'ready' }
  /** Data as objects, because cloning takes the receiving event loop less time than parsing JSON. */
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'failure'; id: number; error: Error }
  | { type: 'log'; line: Parameters<Log> };
