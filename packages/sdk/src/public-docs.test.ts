import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Citewell } from './client.ts';
import type { ReviewResponse, ScreeningReason } from './protocol.ts';
import { screeningReasons } from './protocol.ts';

const folder = new URL('.', import.meta.url);
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => /(?<!\.test)\.ts$/.test(path))
  .map((path) => readFileSync(new URL(path, folder), 'utf8'));
const manifest: { exports: Record<string, string> } = JSON.parse(
  readFileSync(new URL('../package.json', folder), 'utf8'),
);
const entries = Object.values(manifest.exports).map((path) => new URL(`../${path}`, folder));

/** Matches declarations that throw, read a stream, or wait for one. */
const mayThrow = /\bthrow\b|^export async |function\*|\b(?:AsyncIterable|AsyncGenerator|Promise)</;

type Documented = { name: string; declaration: string; comment: string };

/** Functions that the entries of the package export, found at run time, with their declarations in the source. */
async function exportedFunctions(): Promise<Documented[]> {
  const names = new Set<string>();
  for (const { href } of entries)
    for (const [name, value] of Object.entries(await import(href)))
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

/** Example with the declaration that it documents; the others document methods. */
type Example = { owner: string; isExported: boolean; code: string };

function readExamples(): Example[] {
  const pattern =
    /@example((?:(?!\*\/)[\s\S])*)\*\/\s*(export )?(?:async )?(?:(?:function|const|class) ?)?\*? ?([\w.[\]]+)/g;
  return sources.flatMap((source) =>
    Array.from(source.matchAll(pattern), ([, code = '', exported, owner = '']) => ({
      ...{ owner, isExported: exported !== undefined },
      code: code.replace(/^[^\S\n]*\*[^\S\n]?/gm, '').trim(),
    })),
  );
}

/** Writes the examples as functions of what they take as given; a result stated behind a call is passed to `expect`. */
async function asModule(examples: readonly Example[]): Promise<string> {
  const imported = new Set<string>();
  const imports: string[] = [];
  for (const entry of entries) {
    const types = readFileSync(entry, 'utf8').matchAll(/\btype (\w+)/g);
    const names = [
      ...Object.keys(await import(entry.href)),
      ...Array.from(types, ([, name]) => `type ${name}`),
    ].filter((name) => !imported.has(name));
    for (const name of names) imported.add(name);
    imports.push(`import { ${names.join(', ')} } from ${JSON.stringify(fileURLToPath(entry))};`);
  }
  const functions = examples.map(({ code }) => {
    const checked = code.replace(/^(?!const |for |await )(\S.*?);? \/\/ (.+)$/gm, 'expect($1, $2);');
    return `async ({ citewell, client, stream, response, review, requestId, token, key, question }, console, expect) => {{
${checked}
}},`;
  });
  return `${imports.join('\n')}
type Given = {
  citewell: Citewell;
  client: PageClient;
  stream: AnswerStream;
  response: { body: ReadableStream<Uint8Array> };
  review: ReviewResponse;
} & Record<'requestId' | 'token' | 'key' | 'question', string>;
type Expect = (actual: unknown, expected: unknown) => void;
export const examples: ((given: Given, console: Pick<Console, 'log'>, expect: Expect) => Promise<void>)[] = [
${functions.join('\n')}
];
`;
}

const record = { pmid: '22663011', title: 'Statins.', authors: 'Doe J', journal: 'Lancet', year: '2020' };
const span = { text: 'HR 0.80', pmid: '22663011', start: 0, end: 7, sentence: 'HR 0.80.' };
const effect = { ...span, field: 'abstract' as const };
/** Review that an example receives from the service or takes as given. */
const review: ReviewResponse = {
  ...{ title: 'Statins', review: '# Statins', sections: [], references: [record] },
  figures: {
    flow: {
      ...{ heading: 'Search', matched: 3, identified: 3, duplicates: 1 },
      ...{ screened: 2, ranked_out: 0, included: 1 },
      excluded: Object.fromEntries(screeningReasons.map((reason) => [reason, 0])) as Record<
        ScreeningReason,
        number
      >,
    },
    plots: [
      {
        kind: 'ratio',
        ...{ heading: 'Mortality', measure: 'HR' },
        studies: ['Doe J 2020', 'Roe R 2021'].map((study) => ({
          ...{ pmid: '22663011', study, value: 0.8, low: 0.7, high: 0.9 },
          ...{ outcome: effect, comparator: null, effect },
        })),
      },
    ],
  },
  screening: [{ ...record, decision: 'included' }],
  bibliography: [record],
};

/** Values for the examples of functions, which send no request: the client gets its reply from here. */
function given() {
  const fetch = async () => Response.json(review);
  return {
    citewell: new Citewell({ baseUrl: 'http://127.0.0.1', fetch }),
    response: new Response('event: run\ndata: {"searches":[]}\n\nevent: done\ndata: {}\n\n'),
    review,
  };
}

describe('the documentation of the public interface', () => {
  it('gives every exported function an example and its errors', async () => {
    const functions = await exportedFunctions();
    assert.ok(functions.length >= 29, `${functions.length} functions`);
    const incomplete = functions.filter(
      ({ comment, declaration }) =>
        !comment.includes('@example') || (mayThrow.test(declaration) && !comment.includes('@throws')),
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

  it('has examples that compile; those of functions send no request and return the stated results', async (t) => {
    const temporary = mkdtempSync(join(tmpdir(), 'citewell-examples-'));
    t.after(() => rmSync(temporary, { recursive: true, force: true }));
    const examples = readExamples();
    const file = join(temporary, 'examples.ts');
    writeFileSync(file, await asModule(examples));
    const flags =
      '--ignoreConfig --noEmit --strict --target esnext --module nodenext --types  --allowImportingTsExtensions';
    const tsc = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
    execFileSync(process.execPath, [tsc, ...flags.split(' '), file], { encoding: 'utf8', stdio: 'pipe' });

    const fetched = t.mock.method(globalThis, 'fetch');
    const { examples: run } = await import(pathToFileURL(file).href);
    const checked: string[] = [];
    const ran = new Set<string>();
    for (const [at, { owner, isExported, code }] of examples.entries()) {
      if (!isExported) continue;
      ran.add(owner);
      await run[at](given(), { log: () => {} }, (actual: unknown, expected: unknown) => {
        checked.push(owner);
        assert.deepEqual(actual, expected, code);
      });
    }
    assert.equal(fetched.mock.callCount(), 0);
    assert.deepEqual(
      (await exportedFunctions()).map(({ name }) => name).filter((name) => !ran.has(name)),
      [],
    );
    assert.ok(checked.length >= 27, `${checked.length} results`);
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
