import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { repositoryFile } from './markdown.ts';
import { findReplacedIdentifiers, findReplacedWords, replacedWords } from './replaced-words.ts';

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
  const { everywhere, inIdentifiers, leftToReaders } = replacedWords();

  it('has every word of the last column of docs/glossary.md', () => {
    const listed = new Set([...everywhere, ...inIdentifiers, ...leftToReaders]);
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
      const name = camelCase(`is ${word}`);
      for (const sample of [`const ${name} = 1;`, `def ${name}() -> None:`])
        assert.deepEqual(findReplacedIdentifiers(sample), [name]);
    });

  for (const word of inIdentifiers)
    it(`fails on “${word}” in names alone`, () => {
      const name = camelCase(word);
      const declarations = [
        `const ${name} = 1;`,
        `function ${name}Now() {}`,
        `  readonly ${name}: string;`,
        `def ${word.replaceAll(' ', '_')}_now() -> None:`,
      ];
      for (const sample of declarations) assert.equal(findReplacedIdentifiers(sample).length, 1, sample);
      assert.deepEqual(findReplacedIdentifiers(`// It may ${word} so.\nconst text = plain;`), []);
    });
});
