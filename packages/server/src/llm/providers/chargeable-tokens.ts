/** Returns a provider's token count if it can be charged; otherwise undefined. */
export function chargeableTokens(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= 10_000_000
    ? (value as number)
    : undefined;
}
