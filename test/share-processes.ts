import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Files of one process: so many share its start, and so few that two cores have an even share of them. */
const filesMax = 16;

/** The same of files that each start the whole service, or draw pages with it. */
const servicesMax = 5;

/** Folders in which most tests leave their process as they found it, with how many of their files run in one. */
const sharing: readonly (readonly [folder: string, filesMax: number])[] = [
  ['packages/citation-checker/', filesMax],
  ['packages/core/', filesMax],
  ['packages/sdk/', filesMax],
  ['packages/search-index/', filesMax],
  ['packages/server/src/accounting/', filesMax],
  ['packages/server/src/app/', servicesMax],
  ['packages/server/src/cli/', servicesMax],
  ['packages/server/src/database/', filesMax],
  ['packages/server/src/documents/', filesMax],
  ['packages/server/src/features/', filesMax],
  ['packages/server/src/http/', filesMax],
  ['packages/server/src/identity/', filesMax],
  ['packages/server/src/language-work/', filesMax],
  ['packages/server/src/library/', filesMax],
  ['packages/server/src/literature/', filesMax],
  ['packages/server/src/llm/', filesMax],
  ['packages/server/src/platform/', filesMax],
  ['packages/server/src/retrieval/', filesMax],
  ['packages/server/src/testing/', filesMax],
  ['packages/simulators/', filesMax],
  ['packages/web/src/', filesMax],
  ['packages/web/test/', servicesMax],
];

/** Signs of a test that changes its process, is named by it, measures it, or starts others. */
const needsItsOwn =
  /\.snapshot\(|setFlagsFromString|\bprocess\.(?:env|on|once|exitCode|chdir|emit)\b|timers\.enable|setGlobalDispatcher|node:(?:child_process|worker_threads|cluster)|globalThis\.\w+ =|memoryUsage|cpuUsage|\bgc\(/;

/**
 * Joins test files into modules that import several of them each, written to `folder`: to start a process and load the
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
    const [name] = sharing.find(([folder]) => relative(root, file).startsWith(folder)) ?? [];
    const group = name && !needsItsOwn.test(readFileSync(file, 'utf8')) ? name : file;
    groups.set(group, [...(groups.get(group) ?? []), file]);
  }
  return [...groups].flatMap(([name, members]) => {
    if (members.length === 1) return members;
    const [, most = 1] = sharing.find(([folder]) => folder === name) ?? [];
    const count = Math.ceil(members.length / most);
    return Array.from({ length: count }, (_, index) => {
      const module = join(folder, `${name.replaceAll('/', '-')}${index + 1}.test.mjs`);
      // One in so many, as neighbours are often of one length.
      const imports = members.filter((_each, at) => at % count === index);
      writeFileSync(module, imports.map((each) => `import ${JSON.stringify(each)};\n`).join(''));
      return module;
    });
  });
}
