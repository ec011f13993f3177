import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Files per process: enough to share its start and the word lists, few enough to distribute evenly over two cores. */
const filesMax = 28;

/** Files per process of the folders with most files: each process loads the product and its word lists, and compiles them anew. */
const manyMax = 56;

/** Files per process for those that start the whole service, or fill libraries. */
const servicesMax = 8;

/** Files per process for those that render pages: two processes keep the browser busy, and each takes seconds to start. */
const pagesMax = 12;

/** Folders whose tests mostly leave their process unchanged, with the number of files per process. Those of one entry share. */
const sharing: readonly (readonly [filesMax: number, ...folders: string[]])[] = [
  [filesMax, 'bench/'],
  [filesMax, 'eval/'],
  [manyMax, 'packages/citation-checker/', 'packages/core/', 'packages/sdk/', 'packages/search-index/'],
  [filesMax, 'packages/simulators/', 'packages/web/src/'],
  ...[
    ['accounting/', 'database/', 'identity/'],
    ['cli/'],
    ['documents/', 'language-work/', 'llm/', 'platform/', 'retrieval/'],
    ['http/'],
    ['literature/'],
    ['testing/'],
  ].map((folders) => [filesMax, ...folders.map((folder) => `packages/server/src/${folder}`)] as const),
  [manyMax, 'packages/server/src/features/'],
  ...['app/', 'library/'].map((folder) => [servicesMax, `packages/server/src/${folder}`] as const),
  [pagesMax, 'packages/web/test/'],
];

/**
 * Signs of a test that changes its process, depends on its name (as snapshots do, those of `comparePrompt` too), measures
 * it, or has others run beside it. Reading the environment is none, nor waiting for a program to end.
 */
const needsItsOwn =
  /\.snapshot\(|\bcomparePrompt\(|setFlagsFromString|\bprocess\.(?:env(?:\.\w+|\[.*\])? (?:\?\?)?=(?!=)|(?:on|once|exitCode|chdir|emit)\b)|delete process\.env|timers\.enable|setGlobalDispatcher|node:(?:worker_threads|cluster)|\b(?:spawn|fork)\(|globalThis\.\w+ =|memoryUsage|cpuUsage|\bgc\(/;

/** Writes the cache of compiled code at once: processes that start meanwhile would otherwise compile the same code again. */
const flush = "import { flushCompileCache } from 'node:module';\nflushCompileCache();\n";

/**
 * Joins test files into modules that import several of them each, written to `folder`: starting a process and loading
 * the service takes longer than most tests. Returns the files to run: first these modules, which take longest, in the
 * order of their first files, then the files that run alone in their process, in the order of `files`.
 *
 * @param files Absolute paths below `root`.
 */
export function shareProcesses(root: string, folder: string, files: readonly string[]): string[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const groups = new Map<string, string[]>();
  for (const file of files) {
    const name = sharingOf(relative(root, file))?.[1];
    const group = name && !needsItsOwn.test(readFileSync(file, 'utf8')) ? name : file;
    groups.set(group, [...(groups.get(group) ?? []), file]);
  }
  const alone = [...groups.values()].filter(({ length }) => length === 1).flat();
  const shared = [...groups].flatMap(([name, members]) => {
    if (members.length === 1) return [];
    const [most] = sharingOf(name) ?? [1];
    const count = Math.ceil(members.length / most);
    return Array.from({ length: count }, (_, index) => {
      const module = join(folder, `${name.replaceAll('/', '-')}${index + 1}.test.mjs`);
      // Every nth file, since neighbours often take equally long.
      const imports = members.filter((_each, at) => at % count === index);
      writeFileSync(module, `${imports.map((each) => `import ${JSON.stringify(each)};\n`).join('')}${flush}`);
      return module;
    });
  });
  return [...shared, ...alone];
}

function sharingOf(path: string): (typeof sharing)[number] | undefined {
  return sharing.find(([, ...folders]) => folders.some((folder) => path.startsWith(folder)));
}
