import { readFileSync } from 'node:fs';
import { foldText, stemWord } from '../text/words.ts';

let stems: ReadonlySet<string> | undefined;

/** Returns true if a dictionary of everyday English contains a word, in any of its forms. Other words may be names. */
export function isEnglishWord(word: string): boolean {
  stems ??= new Set(
    readFileSync(new URL('./english-words.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .flatMap((line) => line.split(' ')),
  );
  return stems.has(stemWord(foldText(word)));
}
