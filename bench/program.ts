import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type Child, supervise } from './child.ts';
import type { Cpu } from './probe.ts';

/** Clock ticks of Linux, in which /proc counts CPU time. */
const microsPerTick = 10_000;

/** Starts a program without the probe; it supports only `cpu`, with what Linux counted for all its threads. */
export function startProgram(
  path: string,
  words: readonly string[],
  environment: Record<string, string>,
  cwd?: string,
): Child {
  const child = spawn(path, words, {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { exited, stop } = supervise(child, path);
  return {
    exited,
    stop,
    async ask<Value>(name: string) {
      if (name !== 'cpu') throw new Error(`${path} does not support ${name}`);
      return Promise.race([readCpu(child.pid ?? 0) as Promise<Value>, exited]);
    },
  };
}

/** Returns true if the CPU time of processes without the probe can be read. */
export const canReadCpu = existsSync('/proc/self/stat');

/** Returns the CPU time of one process, without that of its child processes. */
export async function readCpu(pid: number): Promise<Cpu> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // Fields after the name, which may contain anything: user and system time are the 14th and 15th of all.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { micros: (Number(fields[11]) + Number(fields[12])) * microsPerTick };
}
