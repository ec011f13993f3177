import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * Bytes of this thread's young generation at which it stops growing. With 32 callers, half as much saves no CPU time, and
 * no limit a few percent more for another 60 MB.
 */
const enoughBytes = 8 * 2 ** 20;

/**
 * Lets the young generations grow with load, which the start forbids (`bin/citewell.js`), until that of this thread is large
 * enough: small ones take a sixth of the CPU time of a loaded service, and V8 would give large ones back late.
 */
export function growYoungGenerations(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
  const observer = new PerformanceObserver(() => {
    if (youngBytes() < enoughBytes) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    observer.disconnect();
  });
  observer.observe({ entryTypes: ['gc'] });
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}
