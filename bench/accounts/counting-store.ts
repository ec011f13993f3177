/** Number of calls of each method. */
export type Counts = Record<string, number>;

/** Wraps a store and counts the calls since `take` was last called. */
export function countingStore<Store extends object>(store: Store): { store: Store; take(): Counts } {
  let counts: Counts = {};
  const counting = new Proxy(store, {
    get(target, name, receiver) {
      const value = Reflect.get(target, name, receiver);
      if (typeof value !== 'function' || typeof name === 'symbol') return value;
      return (...given: unknown[]) => {
        counts[name] = (counts[name] ?? 0) + 1;
        return Reflect.apply(value, target, given);
      };
    },
  });
  return {
    store: counting,
    take() {
      const taken = counts;
      counts = {};
      return taken;
    },
  };
}

export function totalOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
