import { readLexicon } from './read-lexicon.ts';

/** Words in the longest of them: "GLP-1 receptor agonists" is one abbreviation of three. */
export const abbreviationWordsMax = 3;

let known: ReadonlyMap<string, string> | undefined;

/** English abbreviations, as they are written, with what they stand for. */
export function abbreviations(): ReadonlyMap<string, string> {
  known ??= new Map(
    readLexicon(new URL('./abbreviations.tsv', import.meta.url)).map(([short, full]) => [short, full]),
  );
  return known;
}
