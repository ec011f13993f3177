import { type QuotaDay, secondsUntil } from './quota-day.ts';

/** State of a key's daily quota. */
export type QuotaStatus = { limit: number; remaining: number; resetsInSeconds: number };

/** Computes the quota status; undefined without a limit. If the limit was lowered below the calls used, 0 remain. */
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

/** Seconds in a calendar day, except the two a year on which clocks change; `t` is exact on those as well. */
const daySeconds = 86_400;

/**
 * Formats both fields of draft-ietf-httpapi-ratelimit-headers: q calls in w seconds; r of them left, for t more seconds. None
 * without a limit.
 */
export function quotaHeaders(quota: QuotaStatus | undefined): Record<string, string> {
  if (!quota) return {};
  return {
    'RateLimit-Policy': `"daily";q=${quota.limit};w=${daySeconds}`,
    RateLimit: `"daily";r=${quota.remaining};t=${quota.resetsInSeconds}`,
  };
}
