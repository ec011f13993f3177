import { randomUUID } from 'node:crypto';

/**
 * "req_", the time in milliseconds and 80 random bits, in hexadecimal: known for what it is wherever it is pasted.
 * Ids of the same hour begin alike, as UUIDv7 do: calls are written side by side in the tables and indexes they are kept
 * in, where random ones would each touch pages of their own.
 */
export function newRequestId(now: number): string {
  const random = randomUUID();
  return `req_${now.toString(16).padStart(12, '0')}${random.slice(0, 8)}${random.slice(24)}`;
}
