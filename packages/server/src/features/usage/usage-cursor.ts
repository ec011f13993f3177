import { hash } from 'node:crypto';
import {
  type CallPosition,
  isDay,
  type UsageFilter,
  type UsageWindow,
} from '../../accounting/usage/usage.ts';

/** Position in a list and the days it covers: a list begun before midnight continues with its original days. */
export type UsageCursor = UsageWindow & { after: CallPosition };

/** A cursor is of one key and one set of filters. */
export type CursorOwner = Pick<UsageFilter, 'keyId' | 'endpoint' | 'outcome'>;

/** An opaque text for the caller. */
export function writeCursor({ from, to, after }: UsageCursor, owner: CursorOwner): string {
  const place = Buffer.from([from, to, after.day, after.startedAt, after.id].join(' ')).toString('base64url');
  return `${place}.${checksum(place, owner)}`;
}

/**
 * Undefined where the text is no cursor, or one of another key or other filters. The checksum is against mistakes and keeps
 * no secret: at whatever place somebody makes up, they see calls of their own.
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
