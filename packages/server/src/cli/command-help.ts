import { nearestWord } from '@citewell/core/text/nearest-word.ts';
import type { Language } from '@citewell/sdk';
import { help } from './help.ts';

/** Entry of the help: the words of the command, with `a|b` for alternatives, and its lines. */
type Entry = { words: string[]; lines: string[] };

/**
 * Returns the help of a command: the entries that begin with the given words or the longest matching part of them, or
 * the whole help if there is none.
 *
 * @example
 * helpOf(['keys', 'create'], 'en'); // '  citewell keys create … create an API key; …'
 */
export function helpOf(words: readonly string[], language: Language): string {
  const entries = entriesOf(help[language]);
  const given = words.filter((word) => !word.startsWith('-'));
  for (let length = given.length; length > 0; length--) {
    const matching = entries.filter((entry) => begins(entry, given.slice(0, length)));
    if (matching.length > 0) return `${matching.flatMap(({ lines }) => lines).join('\n')}\n`;
  }
  return help[language];
}

/** Lists the commands with their subcommands and options, from the help. */
export function commandTree(): Map<string, { subcommands: string[]; options: string[] }> {
  const tree = new Map<string, { subcommands: string[]; options: string[] }>();
  for (const { words, lines } of entriesOf(help.en)) {
    const [name = '', second = ''] = words;
    const known = tree.get(name) ?? { subcommands: [], options: [] };
    const subcommands = /^[a-z][a-z|-]*$/.test(second) ? second.split('|') : [];
    const options = lines.flatMap((line) => line.match(/(?<![\w-])--[a-z][a-z-]*/g) ?? []);
    tree.set(name, {
      subcommands: [...new Set([...known.subcommands, ...subcommands])],
      options: [...new Set([...known.options, ...options])],
    });
  }
  return tree;
}

/** Maximum number of letters in which a misspelt word may differ from the intended one. */
const editsMax = 2;

/** Returns the known word that a misspelt one probably stands for; undefined if none is near. */
export function meantWord(word: string, known: readonly string[]): string | undefined {
  return word.length > editsMax ? nearestWord(word, known, editsMax) : undefined;
}

function entriesOf(text: string): Entry[] {
  const entries: Entry[] = [];
  for (const line of text.split('\n')) {
    const command = /^ {2}citewell (\S.*)$/.exec(line)?.[1];
    if (command !== undefined)
      entries.push({ words: command.split(/ {2,}/)[0]?.split(' ') ?? [], lines: [line] });
    else if (line.startsWith('  ')) entries.at(-1)?.lines.push(line);
  }
  return entries;
}

function begins({ words }: Entry, given: readonly string[]): boolean {
  return given.every((word, index) => words[index]?.split('|').includes(word));
}
