import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

/**
 * The parts of the program from lowest to highest, as docs/architecture.md describes them: a part imports only earlier
 * parts. A part is a package or a folder of the server's src/; in `features/` and `literature/` each folder is one.
 */
const layers = [
  '@sdk',
  // Text analysis, the bilingual lexicon, the types of records.
  '@core',
  // A full-text index over records, and the citation checker.
  '@search-index',
  '@citation-checker',
  // Tools independent of medicine: settings, logging, threads, XML, ZIP, files.
  'platform',
  // Reviews as Markdown, HTML and Word.
  'documents',
  // Runs tasks on texts off the event loop; `app` registers the tasks.
  'language-work',
  'audit',
  // Keys, quotas, holds and the ledger, with the ports of applications and usage: rules without SQL.
  'accounting',
  'identity',
  'literature/query',
  'literature/sources',
  'literature/studies',
  'literature/chinese',
  'literature/word-vectors',
  'literature/ranking',
  // The SQL for both engines, behind the ports of the parts below.
  'database',
  'library',
  'llm',
  // The context and the events of a call, which every pipeline shares.
  'pipeline',
  'retrieval',
  'http',
  'features',
  'app',
  'cli',
];

/**
 * Imports permitted between features; a circle among them is not. Every feature may import `features/services.ts`, the
 * type of its dependencies, which names the ports of some features.
 */
const betweenFeatures: Record<string, readonly string[]> = {
  'features/chat': ['features/answers'],
  'features/reviews': ['features/answers'],
  'features/citation-checks': ['features/answers'],
  'features/polishing': ['features/answers', 'features/citation-checks'],
  'features/admin': ['features/applications', 'features/citation-checks', 'features/lists', 'features/usage'],
  // A model stands for a pipeline of another feature.
  'features/openai-compatible': ['features/answers', 'features/citation-checks', 'features/reviews'],
  'features/mcp': ['features/answers', 'features/citation-checks'],
  'features/pages': ['features/answers'],
  features: ['features/admin', 'features/applications', 'features/chat', 'features/citation-checks'],
};

/** Packages restricted to certain parts. */
const fenced: [pattern: RegExp, parts: readonly string[]][] = [
  [/^fastify$|^@fastify\//, ['http', 'app', 'features']],
  [/^gpt-tokenizer|^eventsource-parser$/, ['llm']],
  [/^node:sqlite$/, ['database', 'library']],
  [/^postgres$/, ['database']],
  [/^saxes$/, []],
  [/^croner$/, ['library']],
  [/^nodemailer$/, ['features']],
  [/^@modelcontextprotocol\//, ['features', 'cli']],
  [/^undici$/, ['platform', 'literature/sources', 'library', 'llm']],
];
/**
 * Parts without I/O except reading their bundled tables, with the modules of Node that they may use; `readFileSync` is all
 * that they import of `node:fs`.
 */
const withoutIo: Readonly<Record<string, readonly string[]>> = {
  '@sdk': [],
  '@core': ['node:fs'],
  '@search-index': ['node:fs', 'node:zlib'],
  '@citation-checker': ['node:fs'],
};
/** Calls of the global functions for network access and for timers. */
const globalIo = /(?<![.\w])(?:fetch|setTimeout|setInterval|setImmediate|WebSocket|EventSource)\(/;
const mayUseProcess = /^packages\/server\/src\/(?:cli\/|app\/main\.ts|platform\/config\.ts)/;

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** Every source of the repository, tests and tools included. */
const sources = globSync('{packages,bench,chaos,attack,eval,examples,test,packaging}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules', '**/dist'],
});
/** Published sources of the parts. */
const files = sources.filter(
  (file) =>
    /^packages\/(?:sdk|core|search-index|citation-checker|server)\/src\//.test(file) &&
    !file.endsWith('.test.ts') &&
    !file.includes('/testing/'),
);
/** Imports by name, for side effects, dynamic ones, and modules named by their address, such as worker threads. */
const importPattern =
  /^\s*(?:import|export)\s+[^'"]*?from\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|\bnew URL\(\s*['"]([^'"]+\.ts)['"]/gm;

type Import = { file: string; target: string };
const importsOf = (file: string): Import[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(importPattern)].map((match) => ({
    file,
    target: match.slice(1).find((each) => each !== undefined) ?? '',
  }));
const imports = files.flatMap(importsOf);

function partOf(file: string): string {
  const [, name = '', , first = '', second = ''] = file.split('/');
  if (name !== 'server') return `@${name}`;
  const hasParts = first === 'features' || first === 'literature';
  return hasParts && !second.endsWith('.ts') ? `${first}/${second}` : first;
}

function layerOf(part: string): string {
  return part.startsWith('features/') ? 'features' : part;
}

function resolveLocal({ file, target }: Pick<Import, 'file' | 'target'>): string | undefined {
  const [, name, path = 'index.ts'] = /^@citewell\/([\w-]+)(?:\/(.+))?$/.exec(target) ?? [];
  // The SDK's entry points are named without an extension.
  if (name !== undefined) return `packages/${name}/src/${/\.\w+$/.test(path) ? path : `${path}.ts`}`;
  return target.startsWith('.') ? relative(root, join(root, dirname(file), target)) : undefined;
}

/** Finds groups of files or parts that import each other (Tarjan 1972: strongly connected components). */
function circlesAmong(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): number => {
    order.set(file, order.size);
    let low = order.size - 1;
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? 0);
    }
    lowest.set(file, low);
    if (low === order.get(file)) {
      const circle = stack.splice(stack.indexOf(file));
      if (circle.length > 1) found.push(circle.sort());
    }
    return low;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found;
}

describe('the import map', () => {
  it('lists every part', () => {
    assert.deepEqual(
      [...new Set(files.map((file) => layerOf(partOf(file))))].filter((part) => !layers.includes(part)),
      [],
    );
  });

  it('allows no import from a higher layer', () => {
    const upwards = imports.filter((entry) => {
      const local = resolveLocal(entry);
      if (local === undefined || !local.endsWith('.ts')) return false;
      const [from, to] = [layerOf(partOf(entry.file)), layerOf(partOf(local))];
      // Test helpers and simulators, which are in no layer, must not be imported by published files.
      return local.includes('/testing/') || !layers.includes(to) || layers.indexOf(from) < layers.indexOf(to);
    });
    assert.deepEqual(
      upwards.map(({ file, target }) => `${file} → ${target}`),
      [],
    );
  });

  it('allows features to use only the listed features', () => {
    const wrong = imports.filter((entry) => {
      const [from, to] = [partOf(entry.file), partOf(resolveLocal(entry) ?? '')];
      if (layerOf(from) !== 'features' || layerOf(to) !== 'features' || from === to) return false;
      return to !== 'features' && !betweenFeatures[from]?.includes(to);
    });
    assert.deepEqual(
      wrong.map(({ file, target }) => `${file} → ${target}`),
      [],
    );
  });

  it('permits no circle among features', () => {
    assert.deepEqual(circlesAmong(new Map(Object.entries(betweenFeatures))), []);
  });

  it('confines libraries to their parts', () => {
    const wrong = imports.filter(({ file, target }) =>
      fenced.some(([pattern, parts]) => pattern.test(target) && !parts.includes(layerOf(partOf(file)))),
    );
    assert.deepEqual(
      wrong.map(({ file, target }) => `${file} → ${target}`),
      [],
    );
  });

  it('lets the parts without I/O read their bundled tables and nothing else', () => {
    const wrong = imports.filter(
      ({ file, target }) => target.startsWith('node:') && withoutIo[partOf(file)]?.includes(target) === false,
    );
    assert.deepEqual(
      wrong.map(({ file, target }) => `${file} → ${target}`),
      [],
    );
    for (const file of files.filter((each) => withoutIo[partOf(each)] !== undefined)) {
      const text = readFileSync(join(root, file), 'utf8');
      for (const [statement] of text.matchAll(/^import .* from 'node:fs';$/gm))
        assert.equal(statement, "import { readFileSync } from 'node:fs';", file);
      // The client is the SDK's only part with I/O: requests, and timers for their deadlines.
      if (partOf(file) !== '@sdk') assert.doesNotMatch(text, globalIo, file);
    }
  });

  for (const [thread, libraries] of [
    ['app/language-tasks/language-worker.ts', ['stemmer']],
    ['library/ingest/reader-thread.ts', []],
    ['library/search/search-worker.ts', []],
  ] as const)
    it(`loads only ${libraries.join() || 'our own code'} with ${thread}, which would start late otherwise`, () => {
      const seen = new Set<string>();
      const loaded = new Set<string>();
      const follow = (file: string): void => {
        if (seen.has(file)) return;
        seen.add(file);
        const text = readFileSync(join(root, file), 'utf8');
        for (const { 0: statement, 3: loadedLater, ...groups } of text.matchAll(importPattern)) {
          const target = groups[1] ?? groups[2];
          if (!target || loadedLater || /^\s*(?:import|export) type\b/.test(statement)) continue;
          const local = resolveLocal({ file, target });
          if (local?.endsWith('.ts')) follow(local);
          else if (!target.startsWith('node:')) loaded.add(target);
        }
      };
      follow(`packages/server/src/${thread}`);
      assert.ok(seen.size > 5, `only ${seen.size} files`);
      assert.deepEqual([...loaded], libraries);
    });

  it('confines access to the process to the edge', () => {
    const wrong = files.filter(
      (file) =>
        !mayUseProcess.test(file) &&
        /\bprocess\.(?:env|argv|exit|exitCode|on|once|stdout|stderr|stdin|cwd|pid|kill|loadEnvFile)\b/.test(
          readFileSync(join(root, file), 'utf8'),
        ),
    );
    assert.deepEqual(wrong, []);
  });

  it('allows no import cycles in any package or tool, type imports included', () => {
    const graph = new Map(sources.map((file) => [file, [] as string[]]));
    for (const entry of sources.flatMap(importsOf)) {
      const local = resolveLocal(entry);
      if (local && graph.has(local)) graph.get(entry.file)?.push(local);
    }
    assert.deepEqual(circlesAmong(graph), []);
  });
});
