import type { Log } from '../../platform/log.ts';
import { type ChildProgram, type ChildWatch, runChild } from '../../platform/process/run-child.ts';
import { tryParseJson } from '../../platform/text/parse-json.ts';

/**
 * Runs a sync in a separate process with lower priority, and logs its result; its errors go to standard error, unless
 * somebody watches. Stops with the signal. Never rejects.
 */
export async function syncInChild(
  program: ChildProgram,
  log: Log,
  signal: AbortSignal,
  watch?: ChildWatch,
): Promise<number | string> {
  if (signal.aborted) return 'aborted';
  const startedAt = performance.now();
  log('info', 'library_sync_started');
  let last: { event?: string; added?: number; replaced?: number; removed?: number } = {};
  const code = await runChild(
    program,
    {
      onLine(line) {
        last = parse(line);
        watch?.onLine(line);
      },
      onProblem: watch?.onProblem,
    },
    signal,
  );
  const durationMs = Math.round(performance.now() - startedAt);
  const { event, added = 0, replaced = 0, removed = 0 } = last;
  const count = added + replaced + removed;
  if (signal.aborted) log('info', 'library_sync_stopped', { count, durationMs });
  else if (code !== 0) log('warn', 'library_sync_failed', { code: String(code), durationMs });
  else if (event === 'busy') log('info', 'library_sync_skipped', { durationMs });
  else log('info', 'library_synced', { count, durationMs });
  return code;
}

function parse(line: string): object {
  return Object(tryParseJson(line));
}
