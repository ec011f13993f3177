import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { sdkEntries } from './manifests.ts';

/** Path for a name such as `@citewell/core/errors.ts`, relative to the folder of all packages. */
const packageFolders: Readonly<Record<string, string>> = {
  core: 'core/src/',
  'search-index': 'search-index/src/',
  'citation-checker': 'citation-checker/src/',
  'web/pages': 'web/src/pages/',
  'web/dist': 'web/dist/',
};
const sdkFiles = new Map(sdkEntries().map(([name, file]) => [name, `sdk/src/${file}.js`]));

/** Names that a module imports or passes to `new URL(…)` or `import.meta.resolve(…)`. */
const imported =
  /(\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*|\bimport\.meta\.resolve\(\s*)(['"`])([^'"`\n]+)\2/g;

/**
 * Copies a folder of sources to `target`, each module as JavaScript: types become blanks, so that lines and columns stay
 * the same, and imports name files. Tests and their helpers are omitted. `lib` is the folder of all packages.
 *
 * @throws Error if a module imports a package of ours that is not listed here.
 */
export function translateTree(source: string, target: string, lib: string): void {
  for (const path of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (/\.test\.ts$|\.snapshot$|(?:^|\/)testing\//.test(path)) continue;
    if (!/\.[a-z]+$/.test(path)) continue;
    const from = join(source, path);
    const to = join(target, path.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(to), { recursive: true });
    if (!/\.[jt]s$/.test(path)) {
      cpSync(from, to);
      continue;
    }
    const text = readFileSync(from, 'utf8');
    const script = path.endsWith('.ts') ? stripTypeScriptTypes(text) : text;
    writeFileSync(to, nameFiles(script, relative(dirname(to), lib)));
  }
}

/** Replaces the names of our packages by paths, where `up` leads to the folder of all packages, and `.ts` by `.js`. */
export function nameFiles(script: string, up: string): string {
  return script.replace(imported, (_, before: string, quote: string, name: string) => {
    const path = name.startsWith('@citewell/') ? `${up}/${placeOf(name)}` : name;
    const file = /^\.\.?\//.test(path) ? path.replace(/\.ts$/, '.js') : path;
    return `${before}${quote}${file}${quote}`;
  });
}

function placeOf(name: string): string {
  const file = sdkFiles.get(name);
  if (file) return file;
  const rest = name.slice('@citewell/'.length);
  const known = Object.keys(packageFolders).find((prefix) => rest.startsWith(`${prefix}/`));
  if (!known) throw new Error(`No package of ours is called ${name}.`);
  return `${packageFolders[known]}${rest.slice(known.length + 1)}`;
}
