/** Measures the CPU time of a computation in this process, in milliseconds; other load on the machine does not count. */
export function cpuMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** CPU time in milliseconds below which growth cannot be measured and does not matter. */
const noticeable = 40;

/**
 * Measures the factor by which CPU time grows when a text doubles, the least of three attempts: 2 for a linear
 * computation, 4 for a quadratic one; 1 if it is too short to measure.
 */
export function growthOf(
  run: (text: string) => void,
  textOf: (length: number) => string,
  length: number,
): number {
  const [half, whole] = [textOf(length / 2), textOf(length)];
  let growth = Number.POSITIVE_INFINITY;
  for (const _ of [1, 2, 3]) {
    const took = cpuMs(() => run(whole));
    if (took < noticeable) return 1;
    growth = Math.min(growth, took / cpuMs(() => run(half)));
    if (growth < 3) break;
  }
  return growth;
}
