import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { programEnvironment } from '../../packages/server/src/testing/process/program-environment.ts';
import { isCallers, type Line } from './journal.ts';
import type { Load } from './load.ts';
import type { Death } from './schedule.ts';

/** Ending of a process: killed as planned, or at the end of the run; or by itself, which is a violation. */
export type End = 'killed' | 'stopped' | 'fell';

/** Limit beyond the duration of anything that a process does. */
const silentForMs = 60_000;

const program = fileURLToPath(new URL('./kill9-process.ts', import.meta.url));

/**
 * Runs a process until its death and returns all its output; each line is counted as it arrives, and the kill follows the
 * line that the schedule names. An incomplete last line was acknowledged to nobody.
 */
export async function liveAndDie(
  environment: Record<string, string>,
  load: Load,
  death: Death,
  stop: AbortSignal,
): Promise<{ lines: Line[]; end: End; said: string }> {
  const child = spawn(process.execPath, [program], {
    env: { ...programEnvironment(), ...environment, CHAOS_LOAD: JSON.stringify(load) },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let end: End = 'fell';
  const kill = (as: End) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    end = as;
    child.kill('SIGKILL');
  };
  const stopped = () => kill('stopped');
  stop.addEventListener('abort', stopped);
  if (stop.aborted) stopped();

  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    said = (said + text).slice(-4_000);
  });
  const silence = setTimeout(() => kill('fell'), silentForMs);
  const lines: Line[] = [];
  let rest = '';
  let operations = 0;
  const journal = child.stdio[3] as Readable;
  journal.setEncoding('utf8').on('data', (text) => {
    silence.refresh();
    const whole = (rest + text).split('\n');
    rest = whole.pop() ?? '';
    for (const each of whole) {
      const line: Line = JSON.parse(each);
      lines.push(line);
      if (!('asked' in line && isCallers(line.asked))) continue;
      operations += 1;
      if (operations !== death.operations) continue;
      if (death.delayMs === 0) kill('killed');
      else void delay(death.delayMs).then(() => kill('killed'));
    }
  });
  try {
    await ended;
  } finally {
    clearTimeout(silence);
    stop.removeEventListener('abort', stopped);
  }
  return { lines, end, said };
}
