/**
 * Reads a `Retry-After` header (RFC 9110, section 10.2.3): seconds, or a date.
 * @param header the raw header; several are treated as none.
 * @param now epoch milliseconds, from which a date is counted.
 * @returns milliseconds, at least 0; undefined if the header is absent or invalid.
 */
export function readRetryAfter(header: string | string[] | undefined, now: number): number | undefined {
  const value = String(header ?? '').trim();
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  // Date.parse reads "-3" and "7777777777" as years; every date of HTTP has letters.
  const waitMs = /[a-z]/i.test(value) ? Date.parse(value) - now : Number.NaN;
  return Number.isNaN(waitMs) ? undefined : Math.max(waitMs, 0);
}
