/**
 * Formats a number with its English noun: "1 key", "0 keys", "1,250 entries".
 * @param many Plural, unless it is the singular with an s.
 */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
