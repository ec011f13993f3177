import { hash } from 'node:crypto';
import {
  type CallPosition,
  isDay,
  type UsageFilter,
  type UsageWindow,
} from '../../accounting/usage/usage.ts';

/** Position in a list and the days it covers: a list begun before midnight continues with its original days. */
export type UsageCursor = UsageWindow & { after: CallPosition };

/** Key and filters to which a cursor belongs. */
export type CursorOwner = Pick<UsageFilter, 'keyId' | 'endpoint' | 'outcome'>;

/** Encodes a cursor as an opaque text. */
export function writeCursor({ from, to, after }: UsageCursor, owner: CursorOwner): string {
  const place = Buffer.from([from, to, after.day, after.startedAt, after.id].join(' ')).toString('base64url');
  return `${place}.${checksum(place, owner)}`;
}

/**
 * Decodes a cursor; returns undefined if it is invalid or belongs to another key or other filters. The checksum guards
 * against mistakes and protects no secret: a forged position only shows the caller's own calls.
 */
export function readCursor(text: string, owner: CursorOwner): UsageCursor | undefined {
  const [place = '', sum] = text.split('.', 2);
  if (text !== `${place}.${sum}` || sum !== checksum(place, owner)) return undefined;
  const [from = '', to = '', day = '', startedAt = '', id = ''] = Buffer.from(place, 'base64url')
    .toString()
    .split(' ');
  if (![from, to, day].every(isDay) || !/^\d{1,15}$/.test(startedAt)) return undefined;
  return { from, to, after: { day, startedAt: Number(startedAt), id } };
}

const checksumLength = 16;

function checksum(place: string, { keyId, endpoint, outcome }: CursorOwner): string {
  const covered = JSON.stringify([place, keyId, endpoint ?? null, outcome ?? null]);
  return hash('sha256', covered, 'base64url').slice(0, checksumLength);
}
