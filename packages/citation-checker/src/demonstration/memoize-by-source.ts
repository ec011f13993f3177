/**
 * Caches, for each abstract (`Source`), the result of `compute` for a part of a claim. Every sentence of the abstract
 * needs it and computing it reads all of them, which would take quadratic time.
 */
export function memoizeBySource<Part extends object, Source extends object, Result>(
  compute: (part: Part, source: Source) => Result,
): (part: Part, source: Source) => Result {
  const known = new WeakMap<Source, WeakMap<Part, { result: Result }>>();
  return (part, source) => {
    const ofSource = known.get(source) ?? new WeakMap<Part, { result: Result }>();
    known.set(source, ofSource);
    const found = ofSource.get(part) ?? { result: compute(part, source) };
    ofSource.set(part, found);
    return found.result;
  };
}
