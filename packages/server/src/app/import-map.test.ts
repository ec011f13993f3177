import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

/**
 * Which part may import which, as docs/architecture.md tells it. A part is a package, or a folder of the server's src/;
 * of `features/` and `literature/` each folder is one. Every part may import itself, `platform`, and the packages that
 * `leaves` names.
 */
const leaves = ['@sdk', '@core', 'platform'];
const allowed: Record<string, readonly string[]> = {
  '@sdk': [],
  // Text analysis, the bilingual lexicon, the types of records.
  '@core': ['@sdk'],
  // A full-text index over records: no I/O of its own.
  '@search-index': [],
  // A sentence beside the abstract it cites: pure functions.
  '@citation-checker': [],
  // Clock-free tools that know nothing of medicine: logging, threads, XML, ZIP, files.
  platform: ['features/citation-checks'],
  // A review in the forms that people read and edit: pure functions.
  documents: [],
  'literature/sources': ['literature/query'],
  'literature/query': ['literature/sources'],
  'literature/ranking': ['features/answers'],
  library: ['@search-index', 'literature/sources', 'database'],
  audit: ['accounting'],
  identity: ['accounting', 'audit'],
  accounting: ['audit', 'identity', 'features/applications', 'features/usage'],
  database: [
    'accounting',
    'audit',
    'identity',
    'literature/sources',
    'features/admin',
    'features/applications',
    'features/usage',
  ],
  llm: [
    '@citation-checker',
    'accounting',
    'app',
    'features/answers',
    'features/chat',
    'features/polishing',
    'language-work',
    'literature/ranking',
  ],
  retrieval: [
    '@citation-checker',
    'features/answers',
    'features/citation-checks',
    'literature/query',
    'literature/ranking',
    'literature/sources',
    'llm',
  ],
  // Who does the work on texts that would hold the event loop, and what work there is.
  'language-work': [
    '@citation-checker',
    'documents',
    'features/answers',
    'features/chat',
    'features/citation-checks',
    'features/polishing',
    'features/reviews',
    'literature/query',
    'retrieval',
  ],
  http: [
    'accounting',
    'app',
    'features/admin',
    'features/answers',
    'features/applications',
    'features/chat',
    'features/citation-checks',
    'features/library-search',
    'features/polishing',
    'features/reviews',
    'features/usage',
    'identity',
    'language-work',
    'llm',
  ],
  'features/answers': [
    '@citation-checker',
    'accounting',
    'app',
    'features/admin',
    'features/citation-checks',
    'features/polishing',
    'features/reviews',
    'http',
    'language-work',
    'literature/query',
    'literature/ranking',
    'literature/sources',
    'llm',
    'retrieval',
  ],
  'features/reviews': [
    '@citation-checker',
    'app',
    'documents',
    'features/answers',
    'features/citation-checks',
    'http',
    'language-work',
    'literature/query',
    'literature/ranking',
    'literature/sources',
    'llm',
    'retrieval',
  ],
  'features/citation-checks': [
    '@citation-checker',
    'accounting',
    'app',
    'documents',
    'features/answers',
    'features/polishing',
    'features/reviews',
    'http',
    'language-work',
    'literature/query',
    'literature/sources',
    'llm',
    'retrieval',
  ],
  'features/polishing': [
    '@citation-checker',
    'app',
    'features/answers',
    'features/citation-checks',
    'http',
    'language-work',
    'literature/ranking',
    'llm',
    'retrieval',
  ],
  'features/chat': [
    'app',
    'features/answers',
    'http',
    'language-work',
    'literature/query',
    'literature/ranking',
    'llm',
    'retrieval',
  ],
  'features/library-search': ['accounting', 'app', 'http'],
  'features/usage': ['accounting', 'app', 'features/admin', 'http'],
  'features/applications': ['accounting', 'app', 'audit', 'http', 'identity'],
  'features/admin': [
    'accounting',
    'app',
    'audit',
    'features/applications',
    'features/usage',
    'http',
    'identity',
    'library',
    'literature/query',
    'literature/ranking',
    'literature/sources',
    'llm',
  ],
  app: [
    'accounting',
    'database',
    'features/admin',
    'features/answers',
    'features/applications',
    'features/chat',
    'features/citation-checks',
    'features/library-search',
    'features/polishing',
    'features/reviews',
    'features/usage',
    'http',
    'identity',
    'language-work',
    'library',
    'literature/query',
    'literature/ranking',
    'literature/sources',
    'llm',
  ],
  cli: [
    'accounting',
    'app',
    'audit',
    'database',
    'documents',
    'features/admin',
    'features/answers',
    'features/applications',
    'features/citation-checks',
    'features/reviews',
    'features/usage',
    'identity',
    'language-work',
    'library',
    'literature/sources',
    'retrieval',
  ],
};

/** Packages that belong to one place, and the only parts that may import them. */
const fenced: [pattern: RegExp, parts: readonly string[]][] = [
  [
    /^fastify$|^@fastify\//,
    ['http', 'app', ...Object.keys(allowed).filter((part) => part.startsWith('features/'))],
  ],
  [/^gpt-tokenizer|^eventsource-parser$/, ['llm']],
  [/^node:sqlite$/, ['database', 'library']],
  [/^pg$/, ['database']],
  [/^saxes$/, []],
  [/^croner$/, ['library']],
  [/^nodemailer$/, ['features/applications']],
  [/^undici$/, ['literature/sources', 'llm']],
];
const mayUseProcess = /^server\/src\/(?:cli\/|app\/(?:main|config)\.ts)/;

const root = fileURLToPath(new URL('../../../', import.meta.url));
const files = globSync('{sdk,core,search-index,citation-checker,server}/src/**/*.ts', { cwd: root }).filter(
  (file) => !file.endsWith('.test.ts') && !file.includes('/testing/'),
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
  const [name = '', , first = '', second = ''] = file.split('/');
  if (name !== 'server') return `@${name}`;
  return first === 'features' || first === 'literature' ? `${first}/${second}` : first;
}

function resolveLocal({ file, target }: Import): string | undefined {
  const [, name, path] = /^@citewell\/([\w-]+)(?:\/(.+))?$/.exec(target) ?? [];
  if (name !== undefined) return `${name}/src/${path ?? 'index.ts'}`;
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
        !mayUseProcess.test(file) &&
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
