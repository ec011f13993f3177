import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { repositoryFile } from '../testing/documents/markdown.ts';
import { namesInMarkup, namesInPython, namesInStyles, readNames } from '../testing/documents/read-names.ts';
import { findReplacedWords, isReplacedName } from '../testing/documents/replaced-words.ts';

const root = repositoryFile('');
const parts = [
  ...['packages', 'clients', 'docs', 'eval', 'bench', 'chaos', 'attack', 'examples', 'test', 'packaging'],
  'deploy',
];
const skipped = new Set(['node_modules', 'dist', '__snapshots__', '__fixtures__', '__pycache__']);

/** Maximum number of files per folder, beyond which nobody finds anything. */
const filesMax = 30;

/** Each folder with the names of its own files. */
function* foldersOf(path: string): Generator<{ path: string; files: string[] }> {
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  yield { path, files: entries.filter((entry) => entry.isFile()).map(({ name }) => name) };
  for (const entry of entries)
    if (entry.isDirectory() && !skipped.has(entry.name)) yield* foldersOf(`${path}/${entry.name}`);
}

const folders = parts.flatMap((part) => [...foldersOf(part)]);

describe('the layout', () => {
  it('has no folder with more than 30 files of its own', () => {
    assert.ok(folders.length > 50);
    const full = folders.filter(({ files }) => files.length > filesMax);
    assert.deepEqual(
      full.map(({ path, files }) => `${path}: ${files.length}`),
      [],
    );
  });
});

/** Prompts are fixed by snapshots; they change with their effect on a model, not with the glossary. */
const prompts = /\/llm\/prompts\/|-prompts?\.ts$/;

/**
 * Files that may contain replaced words: the glossary, migrations of stored data, the words of the
 * contract, dictionaries, and the list of replaced words itself.
 */
const mayName =
  /^docs\/glossary\.md$|\/migrations(?:\.test)?\.ts$|\/migrations\/|contract-rows\.ts$|\/synonyms\.ts$|\/scope-words\.ts$|\/replaced-words(?:\.test)?\.ts$/;

/** Files of the project's own folder with other people's texts, or with settings and data of whoever works in it. */
const notOurs = /^(?:LICENSE|package-lock\.json|\.git|\.env(?!\.example$).*)$/;

/** Lists sources, pages, manifests and scripts, as `path/name`, to which the glossary applies. */
function namedFiles(): string[] {
  const own = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !notOurs.test(entry.name))
    .map(({ name }) => name);
  return folders
    .flatMap(({ path, files }) => files.map((name) => `${path}/${name}`))
    .filter((file) =>
      /\.(?:tsx?|js|css|html|md|py|sh|ya?ml|toml|java|rs)$|\/(?:package|tsconfig\S*)\.json$/.test(file),
    )
    .concat(own, '.ci/run')
    .filter((file) => !mayName.test(file));
}

/** Reads a file; of the changelog without its code spans, which name wire values by what they were. */
function textOf(file: string): string {
  const text = readFileSync(join(root, file), 'utf8');
  return file === 'CHANGELOG.md' ? text.replace(/`[^`\n]*`/g, '') : text;
}

describe('the words of the glossary', () => {
  it('apply to manifests, scripts and settings too', () => {
    const files = new Set(namedFiles());
    for (const file of [
      ...['.env.example', '.ci/run', 'Dockerfile', 'compose.yaml', 'package.json', 'CHANGELOG.md'],
      ...['packages/server/package.json', 'packages/server/bin/citewell.js', 'packaging/image/build.sh'],
    ])
      assert.ok(files.has(file), file);
    assert.ok(!files.has('package-lock.json'));
  });

  it('are used in texts and comments', () => {
    const found = namedFiles()
      .filter((file) => !prompts.test(file))
      .flatMap((file) => findReplacedWords(textOf(file)).map((words) => `${file}: ${words}`));
    assert.deepEqual(found, []);
  });

  it('are used in the names of files and folders', () => {
    const paths = folders.flatMap(({ path, files }) => [path, ...files.map((name) => `${path}/${name}`)]);
    assert.deepEqual(
      paths.filter((path) => isReplacedName(basename(path)) && !mayName.test(path)),
      [],
    );
  });

  it('are used in the names of code, style sheets and pages', () => {
    const configs = globSync('{.,packages/*}/tsconfig.json', { cwd: root }).map((path) => join(root, path));
    const names = readNames(root, configs);
    const read = (extension: string, namesOf: (text: string) => Iterable<string>) => {
      for (const { path, files } of folders)
        for (const file of files.filter((name) => name.endsWith(extension)))
          names.set(`${path}/${file}`, new Set(namesOf(readFileSync(join(root, path, file), 'utf8'))));
    };
    read('.py', namesInPython);
    read('.css', namesInStyles);
    read('.html', namesInMarkup);
    for (const extension of ['.ts', '.tsx', '.py', '.css', '.html'])
      assert.ok(
        [...names.keys()].some((file) => file.endsWith(extension)),
        extension,
      );
    const found = [...names]
      .filter(([file]) => !mayName.test(file))
      .flatMap(([file, all]) => [...all].filter(isReplacedName).map((name) => `${file}: ${name}`));
    assert.deepEqual(found, []);
  });
});

/** Words that begin a clause or a phrase, never the verb or noun with which a doc comment begins. */
const notFirst = [
  ...[
    'What',
    'Whatever',
    'Whether',
    'Which',
    'Who',
    'Whoever',
    'Whom',
    'Whose',
    'When',
    'Where',
    'Why',
    'How',
  ],
  ...['That', 'Those', 'Then', 'If', 'Unless', 'Until', 'As', 'So', 'Not', 'Neither', 'Instead'],
  ...['Of', 'From', 'To', 'For', 'By', 'In', 'With', 'Without', 'Within', 'At', 'On', 'Under', 'Over'],
  ...['About', 'Against', 'Before', 'After', 'Behind', 'Beside', 'Besides', 'Between', 'Beyond'],
  ...['True', 'False', 'Null', 'Undefined', 'Absent', 'The same', 'Same', 'All that', 'Everybody who'],
  ...['Nobody', 'Nothing', 'Something', 'No', 'Never', 'Only', 'Also', 'Otherwise', 'Mostly'],
  ...['It', 'Its', 'Their', 'This', 'Must', 'May', 'More than', 'Above'],
];

describe('doc comments', () => {
  it('begin with a verb or a noun', () => {
    const start = String.raw`(?:${notFirst.join('|')})\b.*`;
    const pattern = new RegExp(String.raw`\/\*\*\s+(?:\* )?${start}|^[ \t]*(?:r?""")${start}`, 'gm');
    const found = folders
      .filter(({ path }) => !path.startsWith('docs'))
      .flatMap(({ path, files }) => files.map((name) => `${path}/${name}`))
      .filter((file) => /\.(?:tsx?|py)$/.test(file))
      .flatMap((file) =>
        [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(
          ([comment]) => `${file}: ${comment}`,
        ),
      );
    assert.deepEqual(found, []);
  });
});

/** Readers of other authors' texts, which have other citation styles, and of brackets in general. */
const readsOtherTexts =
  /^packages\/(?:simulators\/|sdk\/src\/citation-markers\.ts$|citation-checker\/src\/reading\/|web\/src\/lib\/claims\.ts$|server\/src\/features\/(?:polishing\/meaning\/caller-markers\.ts$|citation-checks\/manuscript\/|reviews\/(?:discussion\/discussion-findings|sections\/to-plain-line)\.ts$))/;

describe('citation markers', () => {
  it('are parsed only by the SDK', () => {
    const pattern =
      /\\\[(?:\(\?[:=!]|\(|\\s\*?|\[[^\]]*\]\*?|\\?\^| )*(?:\\d|\[0-9|E\\|E\()|\[(?!\^)[^\]\s]*[[［【][^\]]*\](?:\(\?:|\(|\\s\*?)*(?:\\d|\[0-9)/;
    const found = folders
      .filter(({ path }) => /^packages\/[\w-]+\/src|^(?:examples|eval|attack|bench|chaos)/.test(path))
      .flatMap(({ path, files }) => files.map((name) => `${path}/${name}`))
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !readsOtherTexts.test(file))
      .flatMap((file) =>
        readFileSync(join(root, file), 'utf8')
          .split('\n')
          .filter((line) => pattern.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      );
    assert.deepEqual(found, []);
  });
});
