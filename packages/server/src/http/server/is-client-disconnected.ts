import type { ServerResponse } from 'node:http';

/** Returns true if the client has disconnected; the 'close' event reaches only listeners attached in time. */
export function isClientDisconnected(raw: ServerResponse): boolean {
  return raw.destroyed || raw.closed || raw.socket?.destroyed === true;
}
