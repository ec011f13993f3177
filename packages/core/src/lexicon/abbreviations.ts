import { readLexicon } from './read-lexicon.ts';

/** Words in the longest abbreviation: "GLP-1 receptor agonists" has three. */
export const abbreviationWordsMax = 3;

let known: ReadonlyMap<string, string> | undefined;

/** Returns English abbreviations, as written, with their long forms. */
export function abbreviations(): ReadonlyMap<string, string> {
  known ??= new Map(
    readLexicon(new URL('./abbreviations.tsv', import.meta.url)).map(([short, full]) => [short, full]),
  );
  return known;
}
