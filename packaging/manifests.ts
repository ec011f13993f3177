import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './places.ts';

type Dependencies = Record<string, string>;
/** Fields of a package.json that the build reads. */
type Manifest = {
  name: string;
  version: string;
  description: string;
  license: string;
  engines: { node: string };
  dependencies?: Dependencies;
  optionalDependencies?: Dependencies;
  /** Entry points of the sources, as "./src/index.ts". */
  exports?: Record<string, string>;
};

/** Reads the package.json of a folder of the project. */
function read(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}

function common(folder: string) {
  const { name, version, description, license, engines } = read(folder);
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    ...{ name, version, description, license, type: 'module', engines },
    repository: { ...repository, directory: folder },
  };
}

/** Lists the entry points of the client: the imported name, and its file below `src` without an extension. */
export function sdkEntries(): [name: string, file: string][] {
  return Object.entries(read('packages/sdk').exports ?? {}).map(([entry, source]) => [
    `@citewell/sdk${entry.slice(1)}`,
    source.replace(/^\.\/src\//, '').replace(/\.ts$/, ''),
  ]);
}

/** Creates the package.json of the published client. */
export function sdkManifest() {
  const entries = sdkEntries().map(([name, file]) => [
    name.replace('@citewell/sdk', '.'),
    { types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` },
  ]);
  return {
    ...common('packages/sdk'),
    keywords: ['medical literature', 'pubmed', 'citations'],
    sideEffects: false,
    exports: { ...Object.fromEntries(entries), './package.json': './package.json' },
    files: ['dist'],
  };
}

/**
 * Creates the package.json of the published service: it depends on the third-party packages of its parts, and on the
 * runtime, which its command finds in the adjacent node_modules/.bin.
 */
export function serverManifest() {
  const others = ['core', 'search-index', 'citation-checker', 'server']
    .flatMap((part) => Object.entries(read(`packages/${part}`).dependencies ?? {}))
    .filter(([name]) => !name.startsWith('@citewell/'))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    ...common('packages/server'),
    keywords: ['medical literature', 'pubmed', 'citations', 'self-hosted'],
    bin: { citewell: 'lib/server/bin/citewell.js' },
    exports: { './package.json': './package.json' },
    files: ['lib', 'docs', '.env.example'],
    dependencies: Object.fromEntries(others),
    optionalDependencies: read('.').optionalDependencies,
  };
}

/** Writes `package.json` into a folder, which is created if needed. */
export function writeManifest(folder: string, manifest: object): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
