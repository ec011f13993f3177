/** Returns the options with another signal. Getters stay getters, since a deadline may move while others wait. */
export function withSignal<Options extends { signal: AbortSignal }>(
  options: Options,
  signal: AbortSignal,
): Options {
  const own = Object.getOwnPropertyDescriptors(options);
  return Object.defineProperties({}, { ...own, signal: { value: signal, enumerable: true } }) as Options;
}
