import type { Log } from '../log.ts';

/** One call of a pool: which method, and the one argument that structured cloning can carry. */
export type PoolCall = { method: string; argument: unknown };

/** `stop`: nobody waits for this call any more; it is to fail soon. `close`: nor for any other, and none will come. */
export type ToWorker<Call extends PoolCall = PoolCall> =
  | ({ type: 'call'; id: number } & Call)
  | { type: 'stop'; id: number }
  | { type: 'close' };

export type FromWorker =
  | { type: 'ready' }
  /** Data as they are: cloning them costs the receiving loop less than parsing their JSON. */
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'failure'; id: number; error: Error }
  | { type: 'log'; line: Parameters<Log> };
