import { relative } from 'node:path';
import { isJsxAttribute, type Node, SyntaxKind } from 'typescript/unstable/ast';
import { openSources } from './open-sources.ts';

/**
 * Lists the names in every source of the TypeScript projects `configs`, below `root`: identifiers, whatever they name, and
 * the names in the JSX attributes `className` and `id`.
 */
export function readNames(root: string, configs: readonly string[]): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  const isOurs = (path: string) => {
    const file = relative(root, path);
    return !file.startsWith('..') && !file.includes('node_modules/');
  };
  openSources(root, configs, isOurs, (path, source) =>
    names.set(relative(root, path), new Set(namesIn(source))),
  );
  return names;
}

/** Strings, and the parts of a template between its expressions. */
const texts: ReadonlySet<SyntaxKind> = new Set([
  ...[SyntaxKind.StringLiteral, SyntaxKind.NoSubstitutionTemplateLiteral],
  ...[SyntaxKind.TemplateHead, SyntaxKind.TemplateMiddle, SyntaxKind.TemplateTail],
]);

function namesIn(node: Node): string[] {
  const names: string[] = [];
  const visit = (each: Node): void => {
    if (each.kind === SyntaxKind.Identifier || each.kind === SyntaxKind.PrivateIdentifier)
      names.push(each.getText());
    if (isJsxAttribute(each) && /^(?:className|id)$/.test(each.name.getText()) && each.initializer)
      names.push(...namesInStrings(each.initializer));
    each.forEachChild(visit);
  };
  visit(node);
  return names;
}

/** Lists the words of all strings of an expression: `a ${b ? 'c d' : ''}` has a, c and d. */
function namesInStrings(node: Node): string[] {
  const names: string[] = [];
  const visit = (each: Node): void => {
    if (texts.has(each.kind)) names.push(...(each.getText().match(/[\w-]+/g) ?? []));
    each.forEachChild(visit);
  };
  visit(node);
  return names;
}

/** Lists the identifiers of a Python module, also those that it imports. */
export function namesInPython(text: string): string[] {
  const code = text.replace(/"""[\s\S]*?"""|#[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, ' ');
  return code.match(/[A-Za-z_]\w*/g) ?? [];
}

/** Lists the classes, ids, custom properties and animations of a style sheet. */
export function namesInStyles(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, ' ');
  return code.match(/(?<=[.#])[A-Za-z][\w-]*|--[a-z][\w-]*|(?<=@keyframes\s)[\w-]+/g) ?? [];
}

/** Lists the classes and ids of a page. */
export function namesInMarkup(text: string): string[] {
  return [...text.matchAll(/\b(?:class|id)="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/));
}
