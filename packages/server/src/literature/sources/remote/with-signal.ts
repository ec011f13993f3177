/** The same options under another signal. Getters stay getters: a deadline moves on while others still wait. */
export function withSignal<Options extends { signal: AbortSignal }>(
  options: Options,
  signal: AbortSignal,
): Options {
  const own = Object.getOwnPropertyDescriptors(options);
  return Object.defineProperties({}, { ...own, signal: { value: signal, enumerable: true } }) as Options;
}
