import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import * as bibliography from './bibliography.ts';
import * as citationMarkers from './citation-markers.ts';

type Documented = { name: string; declaration: string; comment: string };

/** Functions that the entries of the package export, found at run time, with their declarations in the source. */
async function exportedFunctions(): Promise<Documented[]> {
  const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const folder = new URL('.', import.meta.url);
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.ts$/.test(path))
    .map((path) => readFileSync(new URL(path, folder), 'utf8'));
  const names = new Set<string>();
  for (const path of Object.values<string>(exports))
    for (const [name, value] of Object.entries(await import(new URL(`../${path}`, import.meta.url).href)))
      if (typeof value === 'function' && !String(value).startsWith('class')) names.add(name);
  return [...names].map((name) => {
    const declared = new RegExp(String.raw`\nexport (?:(?:async )?function\*?|const) ${name}\b`);
    const source = sources.find((text) => declared.test(text)) ?? '';
    const [{ comment } = { comment: '' }] = commentBefore(source, declared, name);
    const declaration = source.slice(source.search(declared) + 1);
    return { name, comment, declaration: declaration.slice(0, declaration.search(/\n\}|\n\n/)) };
  });
}

/** Public methods of the classes that callers use, each as "Class.method". */
function publicMethods(): { name: string; comment: string }[] {
  return ['client.ts', 'page-client.ts', 'answer-stream.ts'].flatMap((path) => {
    const source = readFileSync(new URL(path, import.meta.url), 'utf8');
    const methods = source.matchAll(
      /\n {2}(?:async )?\*?(\[Symbol\.asyncIterator\]|\w+)(?:<\w+>)?\([^;]*?\{\n/g,
    );
    return [...methods]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'constructor')
      .flatMap((name) =>
        commentBefore(
          source,
          new RegExp(String.raw`\n {2}(?:async )?\*?${RegExp.escape(name)}[<(]`),
          `${path} ${name}`,
        ),
      );
  });
}

/** The doc comment that ends right before a declaration; empty where there is none. */
function commentBefore(
  source: string,
  declaration: RegExp,
  name: string,
): { name: string; comment: string }[] {
  const at = source.search(declaration);
  if (at === -1) return [];
  const before = source.slice(0, at);
  return [{ name, comment: before.endsWith('*/') ? before.slice(before.lastIndexOf('/**')) : '' }];
}

/** Reads the code of the examples in a source file. */
function readExamples(name: string): string[] {
  const source = readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8');
  return [...source.matchAll(/@example((?:(?!\*\/)[\s\S])*)/g)].map(([, code = '']) =>
    code.replace(/^[^\S\n]*\*[^\S\n]?/gm, ''),
  );
}

/** Declares the names that the examples take as given. */
function declarations(index: string): string {
  return `
    import { type AnswerStream, Citewell, createSseParser, escapeLinks, escapeTags, PageClient, readAnswerEvents, readSse } from ${JSON.stringify(index)};
    declare const citewell: Citewell;
    declare const client: PageClient;
    declare const stream: AnswerStream;
    declare const response: { body: ReadableStream<Uint8Array> };
    declare const [requestId, token, key, question]: [string, string, string, string];`;
}

describe('the documentation of the public interface', () => {
  it('gives every exported function an example and its errors', async () => {
    const functions = await exportedFunctions();
    assert.ok(functions.length >= 29, `${functions.length} functions`);
    const incomplete = functions.filter(
      ({ comment, declaration }) =>
        !comment.includes('@example') || (/\bthrow\b/.test(declaration) && !comment.includes('@throws')),
    );
    assert.deepEqual(
      incomplete.map(({ name }) => name),
      [],
    );
  });

  it('states the unit of every number that an exported function takes', async () => {
    const parameters = (await exportedFunctions()).flatMap(({ name, comment, declaration }) =>
      [...declaration.slice(0, declaration.indexOf('{\n')).matchAll(/(\w+)\??: number\b/g)].map(
        ([, parameter]) => ({
          name: `${name}: ${parameter}`,
          isStated: new RegExp(`@param (?:${parameter}\\b|\\w+ .*\`${parameter}\`)`).test(comment),
        }),
      ),
    );
    assert.deepEqual(
      parameters.filter(({ isStated }) => !isStated).map(({ name }) => name),
      [],
    );
  });

  it('has examples that compile', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'citewell-examples-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const examples = ['client', 'page-client', 'answer-stream', 'sse', 'escape-links', 'escape-tags'].flatMap(
      readExamples,
    );
    assert.ok(examples.length >= 29, `${examples.length} examples`);
    const index = fileURLToPath(new URL('index.ts', import.meta.url));
    const file = join(folder, 'examples.ts');
    writeFileSync(
      file,
      [declarations(index), ...examples.map((code) => `async () => {${code}\n};`)].join('\n'),
    );
    const flags =
      '--ignoreConfig --noEmit --strict --target esnext --module nodenext --types  --allowImportingTsExtensions';
    const tsc = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
    execFileSync(process.execPath, [tsc, ...flags.split(' '), file], { encoding: 'utf8' });
  });

  it('has citation marker examples that return the stated results', () => {
    const examples = readExamples('citation-markers').map((example) => example.trim().split(' // '));
    assert.ok(examples.length >= 15, `${examples.length} examples`);
    for (const [call = '', result = ''] of examples)
      assert.equal(
        JSON.stringify(runInNewContext(call, { ...citationMarkers })),
        JSON.stringify(runInNewContext(`(${result})`)),
        call,
      );
  });

  it('has reference examples that return the stated results', () => {
    const examples = ['coins', 'fields', 'formats', 'styles']
      .flatMap((name) => readExamples(`bibliography/${name}`))
      .map((example) => example.trim().split(' // '));
    assert.equal(examples.length, 5);
    for (const [call = '', result = ''] of examples)
      assert.equal(runInNewContext(call, { ...bibliography }), runInNewContext(`(${result})`), call);
  });

  it('gives every public method its errors and an example', () => {
    const methods = publicMethods();
    assert.ok(methods.length >= 24, `${methods.length} methods`);
    assert.deepEqual(
      methods
        .filter(({ comment }) => !comment.includes('@throws') || !comment.includes('@example'))
        .map(({ name }) => name),
      [],
    );
  });
});
