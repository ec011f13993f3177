import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Folders in which most tests leave their process as they found it. */
const sharing = [
  'packages/citation-checker/',
  'packages/core/',
  'packages/sdk/',
  'packages/search-index/',
  'packages/server/src/accounting/',
  'packages/server/src/database/',
  'packages/server/src/documents/',
  'packages/server/src/features/',
  'packages/server/src/http/',
  'packages/server/src/identity/',
  'packages/server/src/language-work/',
  'packages/server/src/library/',
  'packages/server/src/literature/',
  'packages/server/src/llm/',
  'packages/server/src/platform/',
  'packages/server/src/retrieval/',
  'packages/server/src/testing/',
  'packages/simulators/',
  'packages/web/src/',
];

/** Signs of a test that changes its process, is named by it, measures it, or starts others. */
const needsItsOwn =
  /\.snapshot\(|setFlagsFromString|\bprocess\.(?:env|on|once|exitCode|chdir|emit)\b|timers\.enable|setGlobalDispatcher|node:(?:child_process|worker_threads|cluster)|globalThis\.\w+ =|memoryUsage|cpuUsage|\bgc\(/;

/** Files of one process. So many share its start, and so few that two cores have an even share of them. */
const filesMax = 16;

/**
 * Joins test files into modules that import up to 16 of them each, written to `folder`: to start a process and load the
 * service into it takes longer than most tests. Returns the files to run in the order of `files`, these modules in the place
 * of the first file of their kind, and by themselves the files that need a process of their own.
 *
 * @param files Absolute paths below `root`.
 */
export function shareProcesses(root: string, folder: string, files: readonly string[]): string[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const groups = new Map<string, string[]>();
  for (const file of files) {
    const name = sharing.find((prefix) => relative(root, file).startsWith(prefix));
    const group = name && !needsItsOwn.test(readFileSync(file, 'utf8')) ? name : file;
    groups.set(group, [...(groups.get(group) ?? []), file]);
  }
  return [...groups].flatMap(([name, members]) => {
    if (members.length === 1) return members;
    const count = Math.ceil(members.length / filesMax);
    return Array.from({ length: count }, (_, index) => {
      const module = join(folder, `${name.replaceAll('/', '-')}${index + 1}.test.mjs`);
      // One in so many, as neighbours are often of one length.
      const imports = members.filter((_each, at) => at % count === index);
      writeFileSync(module, imports.map((each) => `import ${JSON.stringify(each)};\n`).join(''));
      return module;
    });
  });
}
