let english: Intl.NumberFormat | undefined;

/** Formats a whole number with separators for thousands: "1,250". */
export function groupThousands(count: number): string {
  english ??= new Intl.NumberFormat('en-US');
  return english.format(count);
}

/**
 * Formats a number with its noun in English: "1 key", "0 keys", "1,250 entries".
 * @param many The plural, if it is not the singular with an s.
 */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${groupThousands(count)} ${count === 1 ? one : many}`;
}
