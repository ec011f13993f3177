import { indexTerms } from '../text/words.ts';
import { readLexicon } from './read-lexicon.ts';

/** Words in the longest wording that is looked for in a question. */
export const wordingWordsMax = 10;

let known: ReadonlyMap<string, readonly string[]> | undefined;

/**
 * The other wordings of a term: what records call what people say, and the usual names of one thing for each other. Forms of
 * a word count as the same. Empty where the list has none.
 */
export function otherWordings(term: string): readonly string[] {
  known ??= readWordings();
  return known.get(keyOf(term)) ?? [];
}

/** A short form in capitals counts only as it is written: "MS" is a disease, "ms" is not. */
const shortForm = /^[A-Z][A-Z0-9]{1,5}s?$/;
/** Short forms that folded text cannot tell from a word or a unit. */
const isAlsoAWord =
  /^(?:[A-Z]{2}s?|ART|CAT|ASA|SIDS|ME\/CFS|the pill|the coil|having|content with|a cold|mono|nits|pop|songs)$/;

function keyOf(term: string): string {
  return shortForm.test(term) ? term : indexTerms(term).join(' ');
}

function readWordings(): ReadonlyMap<string, readonly string[]> {
  const wordings = new Map<string, Set<string>>();
  const add = (term: string, others: readonly string[]) => {
    const key = keyOf(term);
    const set = wordings.get(key) ?? new Set<string>();
    for (const other of others) if (keyOf(other) !== key && !isAlsoAWord.test(other)) set.add(other);
    wordings.set(key, set);
  };
  for (const [head, ...others] of readLexicon(new URL('./wordings.tsv', import.meta.url))) {
    if (!head.startsWith('~')) {
      const names = head.split(' = ');
      for (const name of names) add(name, [...names, ...others]);
    } else {
      const ring = [head.slice(1), ...others];
      for (const term of ring) add(term, ring);
    }
  }
  return new Map([...wordings].map(([key, set]) => [key, [...set]]));
}
