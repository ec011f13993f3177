import type { Log } from '../log.ts';
import type { KeptReference, KeptValue } from './kept-value.ts';

/** A call to a pool: a method, one structured-cloneable argument, and the value that it shares with other calls. */
export type PoolCall = { method: string; argument: unknown; kept?: KeptValue<unknown> | undefined };

/** A call as it is sent to a worker. */
export type SentCall<Call extends PoolCall = PoolCall> = { id: number; kept?: KeptReference } & Omit<
  Call,
  'kept'
>;

/**
 * Messages to a worker. `calls`: to be run in this order; one message for several, because waking a thread takes longer than
 * a short call. `stop`: this call is no longer needed and must fail soon. `close`: no call is needed, and none will follow.
 */
export type ToWorker<Call extends PoolCall = PoolCall> =
  | { type: 'calls'; calls: readonly SentCall<Call>[] }
  | { type: 'stop'; id: number }
  | { type: 'close' };

/** Result of a call. Values are objects, because cloning takes the receiving event loop less time than parsing JSON. */
export type CallResult = { id: number; value: unknown } | { id: number; error: Error };

export type FromWorker =
  | { type: 'ready' }
  | { type: 'results'; results: readonly CallResult[] }
  | { type: 'log'; line: Parameters<Log> };
