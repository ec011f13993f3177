/** Returns a provider's count of tokens if it can be charged; anything else is unknown. */
export function tokenFigure(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= 10_000_000
    ? (value as number)
    : undefined;
}
