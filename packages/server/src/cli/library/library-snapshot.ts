import { resolve } from 'node:path';
import { backupDatabase } from '../../database/sqlite/backup.ts';
import { readConfig } from '../../platform/config.ts';
import { installedFile } from '../../platform/installed-file.ts';
import { type CliIo, printError, printMessage } from '../io.ts';
import { readOptions } from '../options.ts';

/**
 * `citewell library snapshot FILE`: copies the library next to a running service, for other replicas or as a backup.
 */
export async function snapshotCommand(argv: readonly string[], io: CliIo): Promise<number> {
  const { parameters } = readOptions(argv, { values: [], flags: [], parameters: ['FILE'] });
  const { library } = readConfig(io.environment);
  if (library.kind !== 'sqlite') {
    printError(io, {
      en: `The library is not a file: use the snapshots of OpenSearch; see ${installedFile('docs/operator/library-opensearch.md')} (Backup).`,
      zh: `文献库不是文件：请使用 OpenSearch 的快照，参见 ${installedFile('docs/operator/library-opensearch.md')}（Backup）。`,
    });
    return 1;
  }
  const target = resolve(parameters.FILE);
  const bytes = await backupDatabase(library.path, target);
  const size = bytes.toLocaleString('en-US');
  printMessage(io, {
    en: `${target}: current library, ${size} bytes, verified.`,
    zh: `${target}：当前文献库，${size} 字节，已校验。`,
  });
  return 0;
}
