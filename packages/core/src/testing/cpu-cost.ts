/** Measures the CPU time of a computation in this process, in milliseconds; other load on the machine does not count. */
export function cpuMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
