import { spawnSync } from 'node:child_process';
import { globSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Runs oxlint on the repository in the current folder, after the compiler, unless it passed since the compiler last found a
 * changed source: it has no cache of its own, and checks every type again.
 */
const cache = 'node_modules/.cache';
const passed = join(cache, 'oxlint-passed');
const inputs = [
  // The compiler rewrites these if a source has changed.
  ...globSync(`${cache}/types/**/*.tsbuildinfo`),
  ...globSync('packages/*/bin/*.js'),
  ...['.oxlintrc.json', 'package-lock.json'],
];

const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

const passedAt = changedAt(passed);
if (inputs.some((path) => changedAt(path) >= passedAt)) {
  // At its usual limit of memory, it spends a quarter of its time collecting garbage.
  const environment = { ...process.env, GOGC: '400' };
  const { status } = spawnSync(process.execPath, ['node_modules/oxlint/bin/oxlint'], {
    ...{ env: environment, stdio: 'inherit' },
  });
  if (status === 0) writeFileSync(passed, '');
  process.exitCode = status ?? 1;
}
