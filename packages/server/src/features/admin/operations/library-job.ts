import type { AuditEntry } from '../../../audit/audit.ts';

/** Jobs that an operator can start; the names are those of `citewell library …`. */
export const jobKinds = ['ingest', 'sync', 'verify', 'compact'] as const;
export type JobKind = (typeof jobKinds)[number];

/**
 * `problems`: finished, but something was rejected, refused or did not match. `busy`: another process was syncing.
 * `interrupted`: the service ended first. `elsewhere`: started on another machine that has not reported its end.
 */
export const jobStates = [
  'running',
  'done',
  'problems',
  'failed',
  'cancelled',
  'interrupted',
  'busy',
  'elsewhere',
] as const;
export type JobState = (typeof jobStates)[number];

export const countNames = [
  'records',
  'added',
  'replaced',
  'unchanged',
  'removed',
  'rejected',
  'refused',
] as const;
export type JobCounts = Record<(typeof countNames)[number], number>;

type JobProgress = {
  /** Name of the file being read, without its folder. */
  file: string | null;
  /** Files completed, including those ingested earlier. */
  files: number;
  records: number;
  /** Records per second. */
  rate: number;
  percent: number;
  secondsLeft: number | null;
};

export type LibraryJob = {
  id: string;
  kind: JobKind;
  /** Path below the folder for incoming files; "" is all of it. Null if the kind takes none. */
  path: string | null;
  /** Marks a dry run: nothing is written. */
  dryRun: boolean;
  /** "admin:mei", or "system" for the schedule. */
  actor: string;
  state: JobState;
  /** Epoch milliseconds. */
  startedAt: number;
  endedAt: number | null;
  progress: JobProgress | null;
  /** Counts of the finished job; null if its kind has none, or it did not finish. */
  counts: JobCounts | null;
  /** Problems line by line, as the command prints them; only for jobs of this process. */
  problems: string[];
};

type Started = Pick<LibraryJob, 'kind' | 'path' | 'dryRun'> & { host: string };
type Ended = Pick<LibraryJob, 'state' | 'counts'>;

/** Builds the audit entries of a job: one at its start and one at its end. */
export const startLine = ({ kind, path, dryRun }: LibraryJob, host: string) => ({
  ...{ kind, path, dry_run: dryRun, host },
});
export const endLine = (state: JobState, { counts }: LibraryJob) => ({ state, counts });

/**
 * Reads jobs from audit entries, newest first, as the log is read. A job without an end was interrupted if this machine
 * started it, since it is not running here.
 */
export function jobsOf(entries: readonly AuditEntry[], host: string): LibraryJob[] {
  const ends = new Map<string, AuditEntry>();
  const jobs: LibraryJob[] = [];
  for (const entry of entries) {
    if (entry.action === 'library.end') ends.set(entry.target, entry);
    if (entry.action !== 'library.start' || entry.after === null) continue;
    const { dry_run, ...begun } = JSON.parse(entry.after) as Omit<Started, 'dryRun'> & { dry_run: boolean };
    const end = ends.get(entry.target);
    const ended: Ended = end?.after
      ? JSON.parse(end.after)
      : { state: begun.host === host ? 'interrupted' : 'elsewhere', counts: null };
    jobs.push({
      ...{ id: entry.target, kind: begun.kind, path: begun.path, dryRun: dry_run, actor: entry.actor },
      ...{ ...ended, startedAt: entry.at, endedAt: end?.at ?? null, progress: null, problems: [] },
    });
  }
  return jobs;
}
