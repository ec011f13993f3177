import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceFile } from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';

/**
 * Parses the sources of the TypeScript projects `configs` that `isWanted`, and calls back with each once. Types are not
 * needed, so neither imports from packages nor TypeScript's own library are read.
 */
export function openSources(
  root: string,
  configs: readonly string[],
  isWanted: (path: string) => boolean,
  read: (path: string, source: SourceFile) => void,
): void {
  const folder = mkdtempSync(join(tmpdir(), 'citewell-sources-'));
  const api = new API({ cwd: root });
  try {
    const openProjects = configs.map((config, at) => {
      const alone = join(folder, `tsconfig.${at}.json`);
      const compilerOptions = {
        noResolve: true,
        noLib: true,
        types: [],
        composite: false,
        incremental: false,
      };
      writeFileSync(alone, JSON.stringify({ extends: config, compilerOptions }));
      return alone;
    });
    const done = new Set<string>();
    for (const { program } of api.updateSnapshot({ openProjects }).getProjects())
      for (const path of program.getSourceFileNames()) {
        if (done.has(path) || !isWanted(path)) continue;
        done.add(path);
        const source = program.getSourceFile(path);
        if (source) read(path, source);
      }
  } finally {
    api.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
