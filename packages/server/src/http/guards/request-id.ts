import { randomUUID } from 'node:crypto';

/**
 * Creates a request id: "req_", the time in milliseconds and 80 random bits, in hexadecimal, recognizable wherever it is pasted.
 * Ids of the same hour have a common prefix, as UUIDv7 do, so that their rows are adjacent in tables and indexes, where rows
 * with random ids would each touch different pages (ADR 0016).
 */
export function newRequestId(now: number): string {
  const random = randomUUID();
  return `req_${now.toString(16).padStart(12, '0')}${random.slice(0, 8)}${random.slice(24)}`;
}
