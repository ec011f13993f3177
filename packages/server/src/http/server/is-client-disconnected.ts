import type { ServerResponse } from 'node:http';

/** Whether the client left already, which 'close' tells only to who listened in time. */
export function isClientDisconnected(raw: ServerResponse): boolean {
  return raw.destroyed || raw.closed || raw.socket?.destroyed === true;
}
