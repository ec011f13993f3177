/**
 * A number with the noun it counts, in English: "1 key", "0 keys", "1,250 entries".
 * @param many The plural, where it is not the singular with an s.
 */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
