import { globSync } from 'node:fs';
import { join } from 'node:path';

/** Everything but `packaging`, which has a command of its own. */
const everywhere = ['packages', 'bench', 'chaos', 'attack', 'eval', 'examples', 'test'].map(
  (folder) => `${folder}/**/*.test.ts`,
);

/** Folders whose files take longest: a run that ended with one of them would leave a core idle. */
const longest = [
  'packages/web/test/',
  'attack/',
  'packages/server/src/app/',
  'packages/server/src/testing/app/',
];

/**
 * Lists the test files that match `patterns` (globs relative to `root`; all without any), as absolute paths, the
 * folders with the longest ones first.
 *
 * @throws Error if a pattern matches no file.
 */
export function listTestFiles(root: string, patterns: readonly string[]): string[] {
  const paths = (patterns.length > 0 ? patterns : everywhere).flatMap((pattern) => {
    const found = globSync(pattern, { cwd: root, exclude: (path) => path.includes('node_modules') });
    if (found.length === 0 && patterns.length > 0) throw new Error(`No test file matches ${pattern}`);
    return found;
  });
  const rank = (path: string) => {
    const at = longest.findIndex((folder) => path.startsWith(folder));
    return at < 0 ? longest.length : at;
  };
  return [...new Set(paths)]
    .sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
    .map((path) => join(root, path));
}
