import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import type { Clock } from '@citewell/core/clock.ts';
import { ServiceError } from '@citewell/core/errors.ts';
import type { Language } from '@citewell/sdk';
import type { Attribution } from '../../../audit/audit.ts';
import { syncInChild } from '../../../library/sync/sync-child.ts';
import { describeError, type Log } from '../../../platform/log.ts';
import { type ChildProgram, runChild } from '../../../platform/process/run-child.ts';
import { tryParseJson } from '../../../platform/text/parse-json.ts';
import type { Administration } from '../administration.ts';
import { resolveIncoming } from './incoming-folder.ts';
import { endLine, type JobCounts, type JobKind, jobsOf, type LibraryJob, startLine } from './library-job.ts';

type JobWish = {
  kind: JobKind;
  /** Path of the files to ingest, below the folder for them. */
  path?: string | undefined;
  dryRun?: boolean | undefined;
  /** Language of its reported problems; by default that of the service's environment. */
  language?: Language;
};

/** Library jobs that operators and the schedule start: one at a time, each in its own process. */
export type LibraryJobs = {
  /** @throws ServiceError 409 if one is running, 400 if the path does not exist. */
  start(wish: JobWish, by: Attribution): Promise<LibraryJob>;
  /**
   * Stops it after its current batch and returns its state.
   *
   * @throws ServiceError 409 if it is not running here.
   */
  cancel(id: string, by: Attribution): LibraryJob;
  /** Returns a job of this process. */
  find(id: string): LibraryJob | undefined;
  /** Lists jobs, newest first; those of earlier and other processes come from the audit log. */
  list(): Promise<LibraryJob[]>;
  /** Runs a sync for the schedule after any running job; resolves when it has ended, and never rejects. */
  sync(signal: AbortSignal): Promise<void>;
  /** Sets the function that gives the next scheduled time. */
  planNext(next: () => Date | null): void;
  /** Epoch milliseconds of the next scheduled sync; null if there is none. */
  nextSyncAt(): number | null;
  /** Interrupts the running job and waits for it. */
  close(): Promise<void>;
};

export type LibraryJobsOptions = {
  /** `citewell`, without the arguments of a command. */
  program: ChildProgram;
  incoming: string;
  administration: Pick<Administration, 'recordChange' | 'searchAudit'>;
  clock: Clock;
  log: Log;
  host?: string;
};

/** Number of jobs of this process whose problems are remembered, and how much of each. */
const rememberedJobs = 20;
const problemsMax = 50;
const problemLengthMax = 500;
/** Number of lines read from the audit log, two per job. */
const linesRead = 100;

const interruptedExitCode = 130;

type Running = {
  job: LibraryJob;
  stopping: AbortController;
  /** Actor who cancelled it. */
  stoppedBy: Attribution | undefined;
  ended: Promise<void>;
};

export function createLibraryJobs(options: LibraryJobsOptions): LibraryJobs {
  const { program, incoming, administration, clock, log, host = hostname() } = options;
  const recent: LibraryJob[] = [];
  let running: Running | undefined;
  /** Set from the moment a job is requested: its path is checked and its entry written before it runs. */
  let taken = false;
  let closed = false;
  let nextSync: () => Date | null = () => null;

  async function start({ kind, path = '', dryRun = false, language }: JobWish, by: Attribution) {
    if (taken) throw new ServiceError('conflict', { detail: oneAtATime });
    if (closed) throw new ServiceError('overloaded');
    taken = true;
    try {
      const target = kind === 'ingest' ? await resolveIncoming(incoming, path) : undefined;
      const job: LibraryJob = {
        id: `job_${randomBytes(12).toString('base64url')}`,
        kind,
        path: kind === 'ingest' ? path : null,
        dryRun: kind === 'ingest' && dryRun,
        actor: by.actor,
        state: 'running',
        startedAt: clock.now(),
        endedAt: null,
        ...{ progress: null, counts: null, problems: [] },
      };
      const change = {
        action: 'library.start',
        target: job.id,
        before: null,
        after: startLine(job, host),
      } as const;
      await administration.recordChange(change, by);
      if (closed) throw new ServiceError('overloaded');
      begin(job, argumentsOf(job, target), language);
      return job;
    } catch (error) {
      taken = false;
      throw error;
    }
  }

  function begin(job: LibraryJob, argv: readonly string[], language: Language | undefined): void {
    recent.unshift(job);
    recent.splice(rememberedJobs);
    const stopping = new AbortController();
    // The caller may be gone before the job ends: its problems are stored in the job itself.
    const ended = run(job, argv, language, stopping.signal).finally(() => {
      running = undefined;
      taken = false;
    });
    running = { job, stopping, stoppedBy: undefined, ended };
  }

  async function run(
    job: LibraryJob,
    argv: readonly string[],
    language: Language | undefined,
    signal: AbortSignal,
  ) {
    const spoken = language && { LC_ALL: language === 'zh' ? 'zh_CN.UTF-8' : 'C.UTF-8' };
    const child = {
      ...program,
      argv: [...program.argv, 'library', ...argv],
      environment: { ...program.environment, ...spoken },
    };
    // Nobody may look at the page: errors of scheduled jobs also go to the service's standard error.
    const onProblem = job.actor === 'system' ? undefined : (line: string) => note(job, line);
    const watch = { onLine: (line: string) => take(job, line), onProblem };
    const code =
      job.kind === 'sync'
        ? await syncInChild(child, log, signal, watch)
        : await runChild(child, watch, signal);
    const by = running?.stoppedBy;
    // A job told to stop after it had finished is done.
    const isStopped = signal.aborted && code !== 0;
    const state = isStopped ? (by ? 'cancelled' : 'interrupted') : stateAfter(job, code);
    const change = {
      action: 'library.end',
      target: job.id,
      before: null,
      after: endLine(state, job),
    } as const;
    try {
      await administration.recordChange(change, by ?? { actor: 'system' });
    } catch (error) {
      log('error', 'library_job_unrecorded', describeError(error));
    }
    // Only now: a caller who sees the end can start the next job and finds both entries.
    Object.assign(job, { state, endedAt: clock.now() });
  }

  const idle = async () => {
    await running?.ended;
  };

  return {
    start,
    cancel(id, by) {
      if (running?.job.id !== id) throw new ServiceError('conflict', { detail: notRunning });
      running.stoppedBy ??= by;
      running.stopping.abort();
      return running.job;
    },
    find: (id) => recent.find((job) => job.id === id),
    async list() {
      const { items } = await administration.searchAudit({ action: 'library', limit: linesRead });
      return jobsOf(items, host).map((job) => recent.find(({ id }) => id === job.id) ?? job);
    },
    async sync(signal) {
      while (running) await idle();
      if (signal.aborted) return;
      try {
        await start({ kind: 'sync' }, { actor: 'system' });
      } catch (error) {
        log('warn', 'library_sync_failed', describeError(error));
        return;
      }
      const stop = () => running?.stopping.abort();
      signal.addEventListener('abort', stop);
      await idle();
      signal.removeEventListener('abort', stop);
    },
    planNext(next) {
      nextSync = next;
    },
    nextSyncAt: () => nextSync()?.getTime() ?? null,
    async close() {
      closed = true;
      running?.stopping.abort();
      await idle();
    },
  };
}

/** An ingest continues after files that are already in, which are only looked at. */
function argumentsOf({ kind, dryRun }: LibraryJob, target: string | undefined): string[] {
  if (kind !== 'ingest') return [kind];
  return [kind, dryRun ? '--dry-run' : '--resume', target ?? ''];
}

type Event = {
  event?: string;
  file?: string;
  percent?: number;
  eta_seconds?: number | null;
  rate?: number;
} & Partial<JobCounts>;

/** Parses a line of the command's output (docs/operator/library.md). */
function take(job: LibraryJob, line: string): void {
  const { event, file, ...figures } = parse(line);
  const before = job.progress ?? { file: null, files: 0, records: 0, rate: 0, percent: 0, secondsLeft: null };
  switch (event) {
    case 'progress':
      job.progress = {
        ...before,
        file: file === undefined ? null : basename(file),
        records: figures.records ?? before.records,
        rate: figures.rate ?? before.rate,
        percent: figures.percent ?? before.percent,
        secondsLeft: figures.eta_seconds ?? null,
      };
      return;
    case 'file':
      job.progress = { ...before, files: before.files + 1 };
      return;
    case 'done':
    case 'interrupted': {
      const {
        records = 0,
        added = 0,
        replaced = 0,
        unchanged = 0,
        removed = 0,
        rejected = 0,
        refused = 0,
      } = figures;
      job.counts = { records, added, replaced, unchanged, removed, rejected, refused };
      return;
    }
    case 'busy':
      job.state = 'busy';
  }
}

/** Parses an event; other lines are what commands print for people. */
function parse(line: string): Event {
  return (tryParseJson(line) as Event | undefined) ?? {};
}

function note({ problems }: LibraryJob, line: string): void {
  if (problems.length < problemsMax && line.trim() !== '') problems.push(line.slice(0, problemLengthMax));
}

/** Maps the exit code to a state (docs/operator/library.md). */
function stateAfter(
  { kind, state, counts, problems }: LibraryJob,
  code: number | string,
): LibraryJob['state'] {
  if (state === 'busy') return 'busy';
  if (code === 0) return 'done';
  if (code === interruptedExitCode) return 'interrupted';
  const cameToItsEnd = kind === 'ingest' || kind === 'sync' ? counts !== null : problems.length > 0;
  return code === 1 && cameToItsEnd ? 'problems' : 'failed';
}

const oneAtATime = {
  en: 'Another library job is already running: wait for it to end, or stop it.',
  zh: '已有一项文献库任务正在运行：请等待其结束，或先将其取消。',
};
const notRunning = {
  en: 'This job is not running in this process, or has ended.',
  zh: '该任务不在本进程中运行，或已结束。',
};
