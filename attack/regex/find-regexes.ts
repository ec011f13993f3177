import { globSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import { openSources } from '../../packages/server/src/testing/documents/open-sources.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Regular expression in the sources, and its file relative to the project's folder. */
export type FoundRegex = { file: string; pattern: RegExp };

const isProduct = (file: string): boolean =>
  /^packages\/(?!simulators)[^/]+\/src\//.test(file) && !/\.test\.tsx?$|\/testing\//.test(file);

/** Lists every literal of the packages' sources, without tests, as parsed by TypeScript. */
export function findLiterals(): FoundRegex[] {
  const found: FoundRegex[] = [];
  const isOurs = (path: string) => path.startsWith(root) && isProduct(path.slice(root.length));
  openSources(root, globSync(`${root}packages/*/tsconfig.json`), isOurs, (path, source) => {
    const file = path.slice(root.length);
    const visit = (node: Node): void => {
      if (node.kind === SyntaxKind.RegularExpressionLiteral && 'text' in node) {
        const text = String(node.text);
        const end = text.lastIndexOf('/');
        found.push({ file, pattern: new RegExp(text.slice(1, end), text.slice(end + 1)) });
      }
      node.forEachChild(visit);
    };
    visit(source);
  });
  return found;
}

/** Modules that start working as soon as they are loaded. */
const programs = /(?:-worker|-thread|-child|reader-thread)\.ts$|\/main\.ts$|\/cli\//;

/** Lists expressions that the server's modules build with `new RegExp` when they are loaded. */
export async function findConstructed(): Promise<FoundRegex[]> {
  const found: FoundRegex[] = [];
  const Native = globalThis.RegExp;
  class Recorded extends Native {
    constructor(pattern: string | RegExp, flags?: string) {
      super(pattern, flags);
      const caller = /\/(packages\/[^/]+\/src\/[^:)]+)/.exec(new Error().stack ?? '')?.[1];
      if (caller && isProduct(caller)) found.push({ file: caller, pattern: new Native(pattern, flags) });
    }
  }
  const folder = 'packages/server/src';
  globalThis.RegExp = Recorded as RegExpConstructor;
  try {
    for (const file of readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).toSorted())
      if (file.endsWith('.ts') && isProduct(`${folder}/${file}`) && !programs.test(`/${file}`))
        await import(`${root}${folder}/${file}`);
  } finally {
    globalThis.RegExp = Native;
  }
  return found;
}
