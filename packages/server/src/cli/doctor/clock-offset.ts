import { configuredRemoteSources } from '../../literature/sources/remote-sources.ts';
import type { Config } from '../../platform/config.ts';

const deadlineMs = 5_000;

/**
 * Measures by how many milliseconds the machine's clock is ahead of a literature source's, to the second and the time
 * of a request. Returns undefined if no configured source can be reached.
 */
export async function measureClockOffset(config: Config): Promise<number | undefined> {
  for (const { baseUrl, clockPath = '' } of configuredRemoteSources(config)) {
    try {
      const asked = Date.now();
      const { headers } = await fetch(baseUrl + clockPath, {
        method: 'HEAD',
        signal: AbortSignal.timeout(deadlineMs),
      });
      const theirs = Date.parse(headers.get('date') ?? '');
      if (Number.isFinite(theirs)) return (asked + Date.now()) / 2 - theirs;
    } catch {
      // The source's own probe reports its error.
    }
  }
  return undefined;
}
