import { repeatTo } from './hostile-units.ts';

/** Texts that repeat one unit up to the limit of a field. */
export type Fill = {
  /** Returns a text of at most this many UTF-16 code units. */
  characters(limit: number): string;
  /** Returns a text of at most this many bytes of UTF-8. */
  bytes(limit: number): string;
};

/**
 * Fills fields to a `share` (0 to 1) of their limits, less `fewer` units. Texts of all lengths end at the same place of
 * their last unit, because that can determine how the text is read.
 */
export function createFill(unit: string, share: number, fewer = 0): Fill {
  const shorten = (text: string) => {
    const units =
      Math.round((text.length * (1 - share)) / unit.length) + (text.length > unit.length ? fewer : 0);
    return text.slice(0, text.length - units * unit.length);
  };
  return {
    characters: (limit) => shorten(repeatTo(unit, limit)),
    bytes: (limit) => shorten(repeatToBytes(unit, limit)),
  };
}

function repeatToBytes(unit: string, bytes: number): string {
  const each = Buffer.byteLength(unit) / unit.length;
  const text = repeatTo(unit, Math.floor(bytes / each));
  return Buffer.byteLength(text) <= bytes ? text : repeatTo(unit, Math.floor(text.length * 0.8));
}
