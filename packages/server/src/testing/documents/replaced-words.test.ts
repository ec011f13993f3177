import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../process/temporary-folder.ts';
import { repositoryFile } from './markdown.ts';
import { namesInMarkup, namesInPython, namesInStyles, readNames } from './read-names.ts';
import { findReplacedWords, isReplacedName, replacedWords } from './replaced-words.ts';

/** Words of the glossary's last column, without duplicates. */
function wordsOfGlossary(): string[] {
  const rows = readFileSync(repositoryFile('docs/glossary.md'), 'utf8').matchAll(/^\|(.*)\|(.*)\|(.*)\|$/gm);
  const columns = Array.from(rows, ([, , , formerly = '']) => formerly.trim());
  const listed = columns.filter((text) => text !== '' && text !== 'formerly' && !text.startsWith('---'));
  // One entry contains commas itself.
  const whole = 'what leads, joins or weighs';
  return [
    ...new Set(
      listed.flatMap((text) => (text === whole ? [text] : text.split(',').map((word) => word.trim()))),
    ),
  ];
}

/** Writes a word as a name in code: "own turn" as `ownTurn`. */
function camelCase(word: string): string {
  return word.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
}

describe('the list of replaced words', () => {
  const { everywhere, inIdentifiers, firstInNames, partOfNames, leftToReaders } = replacedWords();

  it('has every word of the last column of docs/glossary.md', () => {
    const listed = new Set([
      ...everywhere,
      ...inIdentifiers,
      ...firstInNames,
      ...partOfNames,
      ...leftToReaders,
    ]);
    assert.deepEqual(
      wordsOfGlossary().filter((word) => !listed.has(word)),
      [],
    );
    assert.deepEqual(
      leftToReaders.filter((word) => everywhere.includes(word) || inIdentifiers.includes(word)),
      [],
    );
  });

  for (const word of everywhere)
    it(`fails on “${word}” in comments, strings and pages`, () => {
      const text = word === 'door' ? 'as the door' : word === 'books' ? 'the books' : word;
      for (const sample of [`// It has ${text} here.`, `const a = '${text}';`, `| ${text} | a page |`])
        assert.equal(findReplacedWords(sample).length > 0, true, sample);
    });

  for (const word of everywhere.filter((each) => /^[a-z]+(?: [a-z]+)+$/.test(each)))
    it(`fails on “${word}” inside a name`, () => {
      for (const name of [
        camelCase(`is ${word}`),
        `is_${word.replaceAll(' ', '_')}`,
        `${word.replaceAll(' ', '-')}.ts`,
      ])
        assert.equal(isReplacedName(name), true, name);
    });

  for (const word of inIdentifiers)
    it(`fails on “${word}” in names alone`, () => {
      for (const name of [
        camelCase(word),
        `${camelCase(word)}Now`,
        `${word.replaceAll(' ', '_')}_now`,
        `a-${word}.ts`,
      ])
        assert.equal(isReplacedName(name), true, name);
      if (!everywhere.includes(word)) assert.deepEqual(findReplacedWords(`// It may ${word} so.`), []);
    });

  for (const word of firstInNames)
    it(`fails on “${word}” at the beginning of a name alone`, () => {
      for (const name of [`${word}Group`, `${word}_group`, `${word}-group.ts`])
        assert.equal(isReplacedName(name), true, name);
      for (const name of [word, `openHolds`, `the_${word}`]) assert.equal(isReplacedName(name), false, name);
    });

  for (const word of partOfNames)
    it(`fails on “${word}” as part of a name alone`, () => {
      for (const name of [`${word}Of`, camelCase(`smtp ${word}`), `${word}_of`, `${word}-error.ts`])
        assert.equal(isReplacedName(name), true, name);
      assert.equal(isReplacedName(word), false, word);
    });
});

describe('the names in code', () => {
  it('are those of constants, parameters, bindings, properties, methods, types and JSX attributes', (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      '{ "compilerOptions": { "jsx": "preserve", "types": [] }, "files": ["a.tsx"] }',
    );
    const source = `
      // comment
      import { imported as alias } from 'text';
      const constant = /text/.test('text');
      function called(parameter: Type, { key: binding, ...rest }: { property: string }, [item = \`text \${constant}\`]) {}
      class Thing { #hidden = 1; method(own: string) {} }
      const page = <p title="text" className={\`one \${rest ? 'two-words' : ''} three\`} data-note="text">text</p>;`;
    writeFileSync(join(folder, 'a.tsx'), source);
    const names = readNames(folder, [join(folder, 'tsconfig.json')]).get('a.tsx');
    assert.deepEqual([...(names ?? [])].filter((name) => !/^(?:p|test|title|className)$/.test(name)).sort(), [
      ...[
        '#hidden',
        'Thing',
        'Type',
        'alias',
        'binding',
        'called',
        'constant',
        'data-note',
        'imported',
        'item',
      ],
      ...['key', 'method', 'one', 'own', 'page', 'parameter', 'property', 'rest', 'three', 'two-words'],
    ]);
  });

  it('are read from Python, style sheets and pages too', () => {
    const python = 'def name(parameter: int = 1) -> "text":\n    """Text."""\n    return other  # text\n';
    assert.deepEqual(namesInPython(python), ['def', 'name', 'parameter', 'int', 'return', 'other']);
    const styles =
      '/* text */ .block-part:hover, #main { color: var(--ink); margin: 1.5rem } @keyframes turning {}';
    assert.deepEqual(namesInStyles(styles), ['block-part', 'main', '--ink', 'turning']);
    assert.deepEqual(namesInMarkup('<p class="one two" id="three">text</p>'), ['one', 'two', 'three']);
  });
});
