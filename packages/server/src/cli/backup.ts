import { resolve } from 'node:path';
import { backupDatabase } from '../database/sqlite/backup.ts';
import { readConfig } from '../platform/config.ts';
import { installedFile } from '../platform/installed-file.ts';
import { type CliIo, printError, printMessage } from './io.ts';
import { readOptions } from './options.ts';

/** `citewell backup FILE`: backs up the accounts next to a running service. */
export async function backupCommand(argv: readonly string[], io: CliIo): Promise<number> {
  const { parameters } = readOptions(argv, { values: [], flags: [], parameters: ['FILE'] });
  const { database } = readConfig(io.environment);
  if (database.kind === 'postgres') {
    printError(io, {
      en: `The accounts are in PostgreSQL: back them up with pg_dump; see ${installedFile('docs/operator/backup.md')}.`,
      zh: `账户数据保存在 PostgreSQL 中：请使用 pg_dump 备份，参见 ${installedFile('docs/operator/backup.md')}。`,
    });
    return 1;
  }
  const target = resolve(parameters.FILE);
  const bytes = await backupDatabase(database.path, target);
  const size = bytes.toLocaleString('en-US');
  printMessage(io, {
    en: `${target}: current accounts, ${size} bytes, verified.`,
    zh: `${target}：此刻的全部账户数据，${size} 字节，已校验。`,
  });
  return 0;
}
