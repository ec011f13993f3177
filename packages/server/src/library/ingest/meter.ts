import type { Clock } from '@citewell/core/clock.ts';

export type Progress = {
  records: number;
  /** Records per second, since the beginning. */
  rate: number;
  /** Completed share of the work, 0 to 1. */
  share: number;
  /** Seconds remaining at this pace; undefined if still unknown. */
  secondsLeft: number | undefined;
};

export type IngestMeter = {
  /** Reports that this share of a file has been read, 0 to 1, and this number of its records written. */
  reach(file: string, share: number, records: number): Progress;
  /** Reports that the file has ended, in any way. */
  pass(file: string, records: number, wasRead: boolean): void;
};

/** Measures the speed of an ingest: `weightOf` returns the weight of a file, and `total` is the sum. */
export function createIngestMeter(
  { total, weightOf }: { total: number; weightOf(file: string): number },
  clock: Clock,
): IngestMeter {
  const startedAt = clock.now();
  let recordsBefore = 0;
  let before = 0;
  /** Weight of files that were already ingested and took no time. */
  let passed = 0;
  return {
    reach(file, share, records) {
      const seconds = (clock.now() - startedAt) / 1000;
      const all = recordsBefore + records;
      const done = before + share * weightOf(file);
      const worked = done - passed;
      return {
        records: all,
        rate: seconds > 0 ? all / seconds : 0,
        share: total > 0 ? Math.min(1, done / total) : 1,
        secondsLeft: worked > 0 ? (Math.max(0, total - done) * seconds) / worked : undefined,
      };
    },
    pass(file, records, wasRead) {
      recordsBefore += records;
      before += weightOf(file);
      if (!wasRead) passed += weightOf(file);
    },
  };
}
