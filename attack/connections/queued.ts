import type { Row } from '../../bench/report.ts';
import type { QueuedBytes } from '../service-probe.ts';
import type { RunningService } from '../stand.ts';

/** The bytes that one address may have queued, in MB of 10^6 bytes. */
const queuedMaxMb = 32;

/** Has the service, which was started with its probes, look from now on at what is queued for each address. */
export async function watchQueued(service: RunningService): Promise<void> {
  await service.ask('watchQueued');
}

/** Adds the most that one address had queued since, in MB, and a violation where it is above the limit. */
export async function reportQueued(
  service: RunningService,
  title: string,
  { rows, violations }: { rows: Row[]; violations: string[] },
): Promise<void> {
  const { most, looks } = await service.ask<QueuedBytes>('queuedBytes');
  const queuedMb = most / 1e6;
  rows.push({
    figure: `  queued for one address, the most of ${looks} looks`,
    value: queuedMb,
    unit: 'MB',
    goal: { atMost: queuedMaxMb },
  });
  if (queuedMb > queuedMaxMb) violations.push(`${title}: ${queuedMb.toFixed(1)} MB were queued`);
}
