/** Code units of texts that one reading keeps: those of a check with its sentence, abstract and corrections. */
const keptMax = 60_000;

/**
 * The same reading, done once for a text as long as that is among the last ones read: of a check one rule after another asks
 * for the same sentences. What was read is shared, so nobody may change it.
 */
export function memoizeByText<T>(read: (text: string) => T): (text: string) => T {
  let [recent, earlier] = [new Map<string, T>(), new Map<string, T>()];
  let size = 0;
  return (text) => {
    let result = recent.get(text);
    if (result !== undefined) return result;
    result = earlier.get(text) ?? read(text);
    size += text.length;
    if (size > keptMax) {
      [recent, earlier] = [new Map(), recent];
      size = text.length;
    }
    recent.set(text, result);
    return result;
  };
}
