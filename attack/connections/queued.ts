import type { Row } from '../../bench/report.ts';
import type { QueuedBytes } from '../service-probe.ts';
import type { RunningService } from '../stand.ts';

/** Maximum bytes that may be queued for one address, in units of 10^6 bytes. */
const queuedMaxMb = 32;

/** Starts monitoring the bytes queued for each address, in a service started with its probes. */
export async function watchQueued(service: RunningService): Promise<void> {
  await service.ask('watchQueued');
}

/** Adds the maximum queued for one address since then, in MB, and a violation if it exceeds the limit. */
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
