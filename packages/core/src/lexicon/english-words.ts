import { readFileSync } from 'node:fs';
import { foldText, stemWord } from '../text/words.ts';

let stems: ReadonlySet<string> | undefined;

/** Tells whether a dictionary of everyday English holds a word, in any of its forms. A word it lacks may be a name. */
export function isEnglishWord(word: string): boolean {
  stems ??= new Set(
    readFileSync(new URL('./english-words.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .flatMap((line) => line.split(' ')),
  );
  return stems.has(stemWord(foldText(word)));
}
