import { existsSync } from 'node:fs';
import { systemClock } from '@citewell/core/clock.ts';
import type { Attribution } from '../../audit/audit.ts';
import { loadEncryptionKey } from '../../database/encryption-key.ts';
import { openStorage } from '../../database/open-storage.ts';
import { type Administration, createAdministration } from '../../features/admin/administration.ts';
import { createReissueMail } from '../../features/applications/reissue-mail.ts';
import { createEncryption } from '../../identity/encryption.ts';
import { readConfig } from '../../platform/config.ts';
import { meantWord } from '../command-help.ts';
import { type CliIo, printError } from '../io.ts';
import { usage } from '../options.ts';

/**
 * Opens the configured accounts directly, next to a running server. `create`: creates a missing database and says so;
 * otherwise a missing one is an error.
 */
export async function withAdministration<Result>(
  io: CliIo,
  work: (administration: Administration) => Promise<Result>,
  { create = false } = {},
): Promise<Result> {
  const config = readConfig(io.environment);
  const { database } = config;
  const { passwords } = io;
  const isNew = database.kind === 'sqlite' && !existsSync(database.path);
  const storage = await openStorage({ ...config, clock: systemClock, log: () => {}, create });
  try {
    if (database.kind === 'sqlite' && isNew)
      printError(io, {
        en: `Database ${database.path} did not exist; a new one was created.`,
        zh: `原先没有数据库 ${database.path}：已新建。`,
      });
    const writeReissueMail = createReissueMail({
      store: storage.store,
      loadEncryption: () => createEncryption(loadEncryptionKey(config.secretsKeyPath, config.secretsKey)),
      keyDelivery: config.keyDelivery,
    });
    const all = { ...storage, clock: systemClock, writeReissueMail, ...(passwords && { passwords }) };
    return await work(createAdministration(all));
  } finally {
    await storage.close();
  }
}

/** Actor to whom the changes of a command are attributed. */
export function attributionOf(io: CliIo, reason?: string): Attribution {
  return { actor: `cli:${io.user()}`, ...(reason !== undefined && { reason }) };
}

/** Returns the action of this name from a command with several. */
export function pickAction<Action>(
  command: string,
  name: string,
  actions: Readonly<Record<string, Action>>,
): Action {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action) return action;
  const known = Object.keys(actions);
  const meant = meantWord(name, known);
  const [hintEn, hintZh] = meant
    ? [`did you mean ${meant}?`, `是否要用 ${meant}？`]
    : [`available: ${known.join(', ')}`, `可用：${known.join(', ')}`];
  throw usage(
    `${name ? `"${command} ${name}" is not a command` : `${command} needs a subcommand`}; ${hintEn}`,
    `${name ? `没有命令 "${command} ${name}"` : `${command} 需要一个子命令`}；${hintZh}`,
  );
}

export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
