/** Returns a provider's count of tokens where it can be booked; anything else is unknown. */
export function tokenFigure(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= 10_000_000
    ? (value as number)
    : undefined;
}
