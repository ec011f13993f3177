import { type QuotaDay, secondsUntil } from './quota-day.ts';

/** State of a key's daily quota. */
export type QuotaStatus = { limit: number; remaining: number; resetsInSeconds: number };

/** Undefined where there is no limit. A limit that was lowered below what is used leaves nothing, not less. */
export function quotaStatus(
  limit: number | null,
  used: number,
  day: QuotaDay,
  now: number,
): QuotaStatus | undefined {
  if (limit === null) return undefined;
  return {
    limit,
    remaining: Math.max(0, limit - used),
    resetsInSeconds: secondsUntil(day.resetsAt, now),
  };
}

/** A calendar day has this many seconds but for the two a year on which clocks change; `t` is exact on those, too. */
const daySeconds = 86_400;

/**
 * Both fields of draft-ietf-httpapi-ratelimit-headers: q calls in w seconds; r of them left, for t seconds more. None
 * where there is no limit.
 */
export function quotaHeaders(quota: QuotaStatus | undefined): Record<string, string> {
  if (!quota) return {};
  return {
    'RateLimit-Policy': `"daily";q=${quota.limit};w=${daySeconds}`,
    RateLimit: `"daily";r=${quota.remaining};t=${quota.resetsInSeconds}`,
  };
}
