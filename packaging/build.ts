import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from '../packages/web/build/build.ts';
import { sdkManifest, serverManifest, writeManifest } from './manifests.ts';
import { artefacts, root } from './places.ts';
import { nameFiles, translateTree } from './translate.ts';

/**
 * `npm run build:packages` builds the published packages, `@citewell/sdk` and `@citewell/server`, as JavaScript in
 * `artefacts/packages`; `npm publish artefacts/packages/sdk` would publish one. The folders of the repository are private,
 * because Node does not run TypeScript inside node_modules.
 */
export async function buildPackages(): Promise<void> {
  rmSync(artefacts, { recursive: true, force: true });
  buildSdk();
  await buildServer();
}

/** Builds them for a test, unless its run has done so. */
export async function ensurePackages(): Promise<void> {
  if (process.env.CITEWELL_PACKAGES_BUILT !== '1') await buildPackages();
}

/** Builds the client: JavaScript and declarations by the compiler, because its types are its interface. */
function buildSdk(): void {
  const target = join(artefacts, 'sdk');
  const config = join(root, 'packages/sdk/tsconfig.build.json');
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', config, '--outDir', join(target, 'dist')],
    {
      stdio: 'inherit',
    },
  );
  // The compiler leaves names in declarations unchanged.
  for (const file of readdirSync(join(target, 'dist'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue;
    const path = join(target, 'dist', file);
    writeFileSync(path, nameFiles(readFileSync(path, 'utf8'), ''));
  }
  cpSync(join(root, 'packages/sdk/README.md'), join(target, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
  writeManifest(target, sdkManifest());
}

/** Packages that make up the server, in order of their dependencies. */
const parts = ['sdk', 'core', 'search-index', 'citation-checker', 'server'] as const;

/** Builds the service: its modules and those of the packages below it, in the layout of the repository, and the built pages. */
async function buildServer(): Promise<void> {
  if ((await buildWeb({ ifStale: true })) === 'no tools')
    throw new Error('The pages cannot be built: run npm ci with development packages.');
  const target = join(artefacts, 'server');
  const lib = join(target, 'lib');
  for (const part of parts) translateTree(join(root, 'packages', part, 'src'), join(lib, part, 'src'), lib);
  translateTree(join(root, 'packages/server/bin'), join(lib, 'server/bin'), lib);
  for (const folder of ['dist', 'src/pages'])
    cpSync(join(root, 'packages/web', folder), join(lib, 'web', folder), {
      recursive: true,
      filter: (path) => !/\.tsx?$/.test(path),
    });
  const manifest = serverManifest();
  // Modules read the version from here; `type` is what makes them modules.
  writeManifest(join(lib, 'server'), { name: manifest.name, version: manifest.version, type: 'module' });
  cpSync(join(root, 'packages/server/README.md'), join(target, 'README.md'));
  for (const name of ['LICENSE', '.env.example']) cpSync(join(root, name), join(target, name));
  copyOperatorPages(target);
  writeManifest(target, manifest);
}

/** Copies the pages that commands refer to, without links to pages that are not in the package. */
function copyOperatorPages(target: string): void {
  const pages = 'docs/operator';
  mkdirSync(join(target, pages), { recursive: true });
  for (const name of readdirSync(join(root, pages)).filter((each) => each.endsWith('.md'))) {
    const text = readFileSync(join(root, pages, name), 'utf8');
    const linked = text.replace(/\[([^\]]*)\]\(\.\.\/(?!\.\.\/\.env\.example\))[^)]*\)/g, '$1');
    writeFileSync(join(target, pages, name), linked);
  }
}

if (import.meta.main) {
  await buildPackages();
  process.stdout.write(`Built in ${artefacts}\n`);
}
