import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

/**
 * Which folder may import which, as docs/architecture.md tells it. A part is a folder of src/, a folder one level deeper
 * where it has rules of its own, or a file: one at the top, and the library's port, which those may know who may know
 * nothing of what stands behind it. Every part may import itself and the leaves.
 */
const leaves = [
  'text',
  'errors',
  'clock',
  'concurrently',
  'log',
  'observe',
  'version',
  'bounded-cache',
  'data-file',
  'storage-error',
  'regular-file',
  'operator-list',
  'threads',
];
const allowed: Record<string, readonly string[]> = {
  text: [],
  errors: [],
  clock: [],
  concurrently: [],
  log: [],
  observe: [],
  version: [],
  'bounded-cache': [],
  'data-file': [],
  'storage-error': [],
  'regular-file': [],
  'operator-list': [],
  // Work beside the event loop, whatever the work is.
  threads: [],
  // Who chats, and what is said to somebody in danger: words and rules alone.
  personas: [],
  // What may change in a text that is polished, and what must not: pure functions.
  polish: ['evidence'],
  // What a manuscript says and cites: its text out of a file, its marks, its reference list.
  manuscript: ['literature', 'literature/pubmed'],
  // A review in the forms that people read and edit: pure functions.
  documents: [],
  config: [],
  literature: ['accounts'],
  'literature/pubmed': ['literature'],
  'literature/europepmc': ['literature'],
  'literature/library/library': ['literature'],
  // It reads PubMed's files as the client reads PubMed's replies.
  'literature/library': [
    'literature',
    'literature/pubmed',
    'literature/library/library',
    'literature/library/postgres',
  ],
  // Its tables are its own; how to reach a PostgreSQL, and to bring tables up to date, it has from where the accounts have it.
  'literature/library/postgres': [
    'literature',
    'literature/library',
    'literature/library/library',
    'storage/postgres/database',
  ],
  evidence: ['literature'],
  // Who does the work on texts that would hold the event loop, and what work there is.
  language: ['documents', 'evidence', 'literature', 'pipelines', 'polish'],
  accounts: [],
  prompts: ['engines', 'evidence', 'literature', 'personas'],
  engines: ['accounts', 'evidence', 'language', 'personas', 'polish'],
  'engines/extractive': ['engines', 'evidence', 'polish'],
  'engines/model': ['engines', 'prompts', 'accounts', 'evidence', 'config'],
  'engines/rerank': ['engines/model', 'evidence', 'config'],
  pipelines: [
    'literature',
    'literature/library/library',
    'evidence',
    'accounts',
    'engines',
    'language',
    'personas',
    'polish',
  ],
  'storage/postgres/database': [],
  storage: ['accounts', 'literature', 'storage/postgres/database'],
  mail: ['accounts', 'config'],
  // What an operator does beside the books: the library's work, the categories, a look at all that answers rest on.
  upkeep: [
    'accounts',
    'config',
    'engines',
    'evidence',
    'literature',
    'literature/library',
    'literature/library/library',
  ],
  http: [
    'language',
    'upkeep',
    'pipelines',
    'documents',
    'personas',
    'accounts',
    'literature',
    'literature/library/library',
    'engines',
    'services',
    'config',
  ],
  app: ['http', 'services'],
  'admin-app': ['http', 'services'],
  services: [
    'config',
    'accounts',
    'storage',
    'mail',
    'literature',
    'literature/pubmed',
    'literature/europepmc',
    'literature/library',
    'literature/library/library',
    'engines',
    'engines/model',
    'engines/extractive',
    'engines/rerank',
    'evidence',
    'language',
    'personas',
    'upkeep',
  ],
  banner: ['config'],
  output: [],
  main: ['config', 'services', 'app', 'admin-app', 'banner', 'output', 'literature/library', 'upkeep'],
  cli: [
    'language',
    'main',
    'manuscript',
    'documents',
    'config',
    'services',
    'pipelines',
    'accounts',
    'storage',
    'literature',
    'literature/pubmed',
    'literature/library',
    'literature/library/library',
    'engines',
  ],
};

/** Packages that belong to one place, and the only parts that may import them. */
const fenced: [pattern: RegExp, parts: readonly string[]][] = [
  [/^fastify$|^@fastify\//, ['http', 'app', 'admin-app', 'main']],
  [/^gpt-tokenizer|^eventsource-parser$/, ['engines/model']],
  [/^node:sqlite$/, ['storage', 'literature/library']],
  [/^pg$/, ['storage', 'storage/postgres/database']],
  [/^saxes$/, ['literature/pubmed']],
  [/^croner$/, ['literature/library']],
  [/^nodemailer$/, ['mail']],
  [
    /^undici$/,
    ['literature', 'literature/pubmed', 'literature/europepmc', 'engines/model', 'engines/rerank'],
  ],
];
const mayUseProcess = ['main', 'cli', 'config'];

const root = dirname(fileURLToPath(import.meta.url));
const files = globSync('**/*.ts', { cwd: root }).filter(
  (file) => !file.endsWith('.test.ts') && !file.startsWith('testing/'),
);
const importPattern =
  /^\s*(?:import|export)\s+(type\s+)?[^'"]*?from\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

type Import = { file: string; target: string; typeOnly: boolean };
const imports: Import[] = files.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(importPattern)].map((match) => ({
    file,
    target: match[2] ?? match[3] ?? '',
    typeOnly: match[1] !== undefined,
  })),
);

function partOf(file: string): string {
  const [first = '', second = '', third = ''] = file.replace(/\.ts$/, '').split('/');
  const parts = [`${first}/${second}/${third}`, `${first}/${second}`];
  return parts.find((part) => part in allowed) ?? first;
}

function resolveLocal({ file, target }: Import): string | undefined {
  return target.startsWith('.') ? relative(root, join(root, dirname(file), target)) : undefined;
}

describe('the import map', () => {
  it('knows every part', () => {
    assert.deepEqual(
      [...new Set(files.map(partOf))].filter((part) => !(part in allowed)),
      [],
    );
  });

  it('lets every part import only what it may', () => {
    const wrong = imports.filter((entry) => {
      const local = resolveLocal(entry);
      if (local === undefined || !local.endsWith('.ts')) return false;
      const [from, to] = [partOf(entry.file), partOf(local)];
      return from !== to && !leaves.includes(to) && !(allowed[from] ?? []).includes(to);
    });
    assert.deepEqual(
      wrong.map(({ file, target }) => `${file} → ${target}`),
      [],
    );
  });

  it('keeps libraries where they belong', () => {
    const wrong = imports.filter(({ file, target }) =>
      fenced.some(([pattern, parts]) => pattern.test(target) && !parts.includes(partOf(file))),
    );
    assert.deepEqual(
      wrong.map(({ file, target }) => `${file} → ${target}`),
      [],
    );
  });

  it('reads the process only at the edge', () => {
    const wrong = files.filter(
      (file) =>
        !mayUseProcess.includes(partOf(file)) &&
        /\bprocess\.(?:env|argv|exit|exitCode|on|once|stdout|stderr|stdin|cwd|pid|kill|loadEnvFile)\b/.test(
          readFileSync(join(root, file), 'utf8'),
        ),
    );
    assert.deepEqual(wrong, []);
  });

  it('has no cycles among the imports that run', () => {
    const graph = Map.groupBy(
      imports.filter(({ typeOnly }) => !typeOnly),
      ({ file }) => file,
    );
    const done = new Set<string>();
    const visit = (file: string, path: readonly string[]): void => {
      assert.ok(!path.includes(file), `cycle: ${[...path, file].join(' → ')}`);
      if (done.has(file)) return;
      for (const entry of graph.get(file) ?? []) {
        const local = resolveLocal(entry);
        if (local) visit(local, [...path, file]);
      }
      done.add(file);
    };
    for (const file of files) visit(file, []);
  });
});
