/** Collects the methods routed at a path, for 405 and its Allow header. */
export class AllowedMethods {
  readonly #byPattern = new Map<string, { matches: RegExp; methods: Set<string> }>();

  add(method: string | string[], pattern: string): void {
    const entry = this.#byPattern.get(pattern) ?? { matches: matcher(pattern), methods: new Set() };
    this.#byPattern.set(pattern, entry);
    for (const each of [method].flat()) entry.methods.add(each);
  }

  /** Returns the methods of a path; none if it has no route. A query is ignored. */
  at(path: string): string[] {
    const bare = path.split(/[?#]/, 1)[0] ?? '';
    const entries = [...this.#byPattern.values()].filter(({ matches }) => matches.test(bare));
    return [...new Set(entries.flatMap(({ methods }) => [...methods]))].sort();
  }
}

/** Compiles a pattern of the router: "/keys/:id", "/pages/*". */
function matcher(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+').replace(/\*/g, '.*')}$`);
}
