import { type Administration, createAdministration } from '../accounts/administration.ts';
import type { Attribution } from '../accounts/audit.ts';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { CliIo } from './io.ts';
import { usage } from './options.ts';

/** Opens the accounts that the settings name, alone: it works at once, and beside a running server. */
export async function withAdministration<Result>(
  io: CliIo,
  work: (administration: Administration) => Promise<Result>,
): Promise<Result> {
  const storage = await openStorage({
    ...readConfig(io.environment),
    clock: systemClock,
    log: () => {},
  });
  try {
    return await work(createAdministration({ ...storage, clock: systemClock }));
  } finally {
    await storage.close();
  }
}

/** To whom what a command changes is attributed. */
export function attributionOf(io: CliIo, reason?: string): Attribution {
  return { actor: `cli:${io.user()}`, ...(reason !== undefined && { reason }) };
}

/** The action of this name, of a command that has several. */
export function pickAction<Action>(
  command: string,
  name: string,
  actions: Readonly<Record<string, Action>>,
): Action {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action) return action;
  const known = Object.keys(actions).join(', ');
  throw usage(
    `${name ? `"${command} ${name}" is not a command` : `${command} needs a command`}; there is ${known}`,
    `${name ? `没有命令 "${command} ${name}"` : `${command} 需要一个子命令`}；可用：${known}`,
  );
}

export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
