import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { codeIn, readDocument, repositoryFile, tablesUnder } from './markdown.ts';

/** Sources of the packages by their path, without tests and what is there for them. */
const sources = new Map(
  globSync('packages/*/src/**/*.ts', { cwd: repositoryFile('') })
    .filter((path) => !/\.test\.ts$|\/testing\/|^packages\/simulators\//.test(path))
    .map((path) => [path, readFileSync(repositoryFile(path), 'utf8')] as const),
);

type Declaration = { name: string; file: string; comment: string; body: string };

/** Lists the exported declarations that begin like this and have at least one method. */
function declared(beginning: 'interface' | 'type'): Declaration[] {
  const pattern = new RegExp(String.raw`^export ${beginning} (\w+)\b[^{}=]*(?:= )?\{\n[\s\S]*?\n\}`, 'gm');
  return [...sources].flatMap(([file, source]) =>
    [...source.matchAll(pattern)]
      .map(({ 0: body, 1: name = '', index }) => {
        const before = source.slice(0, index).trimEnd();
        const comment = before.endsWith('*/') ? before.slice(before.lastIndexOf('/**')) : '';
        return { name, file, comment, body };
      })
      .filter(({ body }) => /\n {2}\w+\??[(<]/.test(body)),
  );
}

/** Ports: what has more than one implementation is an `interface`, everything else a `type`. */
const ports = declared('interface');

/** Lists the files that implement a type: their classes say so, or their functions that create something return it. */
function implementations({ name, file }: Declaration): string[] {
  const imported = new RegExp(String.raw`\b${name}\b[^;]* from '[^']*\/${file.split('/').at(-1)}'`);
  return [...sources]
    .filter(([path, source]) => {
      if (path !== file && !imported.test(source)) return false;
      if (new RegExp(String.raw`\nclass \w+ implements [^{]*\b${name}\b`).test(source)) return true;
      const creators = source.matchAll(/\nexport (?:async )?function create\w+[\s\S]*?\)(?:: (.*))? \{\n/g);
      return [...creators].some(([, result]) => result === name || result === `Promise<${name}>`);
    })
    .map(([path]) => path);
}

/** Documentation of an interface: its own comment, its methods, and those that lack a comment, their errors or units. */
type PortDocs = {
  comment: string;
  methods: string[];
  undocumented: string[];
  withoutErrors: string[];
  withoutUnits: string[];
};

function readPort({ comment, body }: Declaration): PortDocs {
  const lines = body.split('\n');
  const undocumented = lines.flatMap((line, index) => {
    const method = /^ {2}(\w+)\??[(<]/.exec(line)?.[1];
    return method && !lines[index - 1]?.trimEnd().endsWith('*/') ? [method] : [];
  });
  const withoutErrors = [
    ...body.matchAll(/((?: {2}\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?) {2}(\w+)\??[(<]/g),
  ].flatMap(([, ofMethod = '', method = '']) =>
    ofMethod.includes('@throws') || method === 'close' ? [] : [method],
  );
  const withoutUnits = [
    ...body.matchAll(/( {2}\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n) {2}(\w+)\??\(([^)]*)\)/g),
  ].flatMap(([, ofMethod = '', method = '', parameters = '']) =>
    [...parameters.matchAll(/(\w+)\??: number\b/g)]
      .map(([, parameter = '']) => parameter)
      .filter(
        (parameter) => !ofMethod.includes(`\`${parameter}\``) && !ofMethod.includes(`@param ${parameter} `),
      )
      .map((parameter) => `${method}: ${parameter}`),
  );
  const methods = [...body.matchAll(/\n {2}(\w+)\??[(<]/g)].map(([, method = '']) => method);
  return { comment, methods, undocumented, withoutErrors, withoutUnits };
}

describe('the ports', () => {
  it('include every type that several files implement', () => {
    const implemented = declared('type').filter((type) => implementations(type).length > 1);
    assert.deepEqual(
      implemented.map(({ name, file }) => `${name} in ${file} should be an interface`),
      [],
    );
  });

  it('include those of the table in docs/architecture.md', () => {
    const rows = tablesUnder('port', readDocument('docs/architecture.md'));
    assert.ok(rows.length >= 12, `${rows.length} rows`);
    const known = ports.flatMap(({ name, file }) => [name, file, file.replace('packages/server/src/', '')]);
    assert.deepEqual(
      rows.flatMap(({ port }) => codeIn(port)).filter((name) => !known.includes(name)),
      [],
    );
  });
});

describe('the documentation of ports', () => {
  for (const port of ports) {
    const { name } = port;
    const { comment, methods, undocumented, withoutErrors, withoutUnits } = readPort(port);
    it(`${name} states its errors, once for all methods or at each`, () => {
      if (!comment.includes('@throws')) assert.deepEqual(withoutErrors, []);
    });
    it(`${name} has an example that calls its methods`, () => {
      const [, example = ''] = comment.split('@example');
      assert.ok(methods.some((method) => example.includes(`.${method}(`)));
    });
    it(`${name} states the unit of every number that its methods take`, () =>
      assert.deepEqual(withoutUnits, []));
    it(`${name} has a comment on every method`, () => assert.deepEqual(undocumented, []));
  }
});
