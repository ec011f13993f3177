import { existsSync, globSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * Builds the pages for `npm run build:web`; with `--if-stale` (`npm start`) only if they are missing or older than
 * their sources. An installation without the build tools keeps the plain start page.
 */

const web = fileURLToPath(new URL('../', import.meta.url));
const sources = [
  'packages/web/{src,public,build}/**/*',
  'packages/web/*.{html,ts,json}',
  'packages/{sdk/src,core/src/{search,text}}/*.ts',
];

const lock = join(web, 'node_modules/.building');
const lockWaitMs = 120_000;

export async function buildWeb({ ifStale }: { ifStale: boolean }): Promise<'built' | 'fresh' | 'no tools'> {
  if (ifStale && !isStale()) return 'fresh';
  const vite = await import('vite').catch(() => undefined);
  if (!vite) return 'no tools';
  const unlock = await takeLock();
  try {
    // Another process may have built it during the wait.
    if (ifStale && !isStale()) return 'fresh';
    await vite.build({ configFile: join(web, 'vite.config.ts'), logLevel: 'warn' });
    return 'built';
  } finally {
    unlock();
  }
}

/**
 * Takes a lock, so that tests that start together build once. The lock of a killed build expires after the duration of
 * a build.
 */
async function takeLock(): Promise<() => void> {
  mkdirSync(dirname(lock), { recursive: true });
  const giveUpAt = Date.now() + lockWaitMs;
  for (;;) {
    try {
      mkdirSync(lock);
      return () => rmSync(lock, { recursive: true, force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (age > lockWaitMs || Date.now() > giveUpAt) rmSync(lock, { recursive: true, force: true });
      else await delay(100);
    }
  }
}

function isStale(): boolean {
  const built = join(web, 'dist/index.html');
  if (!existsSync(built)) return true;
  const builtAt = statSync(built).mtimeMs;
  const cwd = fileURLToPath(new URL('../../../', import.meta.url));
  return globSync(sources, { cwd }).some((path) => {
    const { mtimeMs } = statSync(join(cwd, path));
    return !path.endsWith('.test.ts') && mtimeMs > builtAt;
  });
}

/**
 * Reports the outcome of a build for `npm start`. A failure never stops the service: the pages built before are served,
 * or the plain start page.
 */
export function printOutcome(outcome: 'built' | 'fresh' | 'no tools' | Error): string {
  if (outcome === 'no tools')
    return `The pages are not built: the build tools are not installed (npm ci without --omit=dev installs them).
页面尚未构建：未安装构建工具。
`;
  if (outcome instanceof Error)
    return `The pages could not be built (${outcome.message.split('\n', 1)[0]}); what was built before, or the plain start page, is served.
页面构建失败，将使用此前构建的页面或简易首页。
`;
  return '';
}

if (import.meta.main) {
  const ifStale = process.argv.includes('--if-stale');
  if (!ifStale || isStale()) process.stderr.write('Building the pages … 正在构建页面……\n');
  const outcome = await buildWeb({ ifStale }).catch((error: Error) => error);
  process.stderr.write(printOutcome(outcome));
  if (outcome instanceof Error && !ifStale) process.exitCode = 1;
}
