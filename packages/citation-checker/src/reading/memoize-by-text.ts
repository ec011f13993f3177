/** Maximum code units cached per reading: those of a check with its sentence, abstract and corrections. */
const keptMax = 60_000;

/**
 * Caches a reading for recent texts: during a check one rule after another reads the same sentences. Results are shared
 * and must not be modified.
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
