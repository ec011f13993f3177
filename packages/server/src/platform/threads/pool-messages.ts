import type { Log } from '../log.ts';
import type { KeptReference, KeptValue } from './kept-value.ts';

/** A call to a pool: a method, one structured-cloneable argument, and the value that it shares with other calls. */
export type PoolCall = { method: string; argument: unknown; kept?: KeptValue<unknown> | undefined };

/**
 * Messages to a worker. `stop`: this call is no longer needed and must fail soon. `close`: no call is needed, and none will
 * follow.
 */
export type ToWorker<Call extends PoolCall = PoolCall> =
  | ({ type: 'call'; id: number; kept?: KeptReference } & Omit<Call, 'kept'>)
  | { type: 'stop'; id: number }
  | { type: 'close' };

export type FromWorker =
  | { type: 'ready' }
  /** Data as objects, because cloning takes the receiving event loop less time than parsing JSON. */
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'failure'; id: number; error: Error }
  | { type: 'log'; line: Parameters<Log> };
