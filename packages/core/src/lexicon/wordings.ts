import { americanSpelling, inAmericanSpelling } from '../text/spelling.ts';
import { foldText, indexTerms } from '../text/words.ts';
import { readLexicon } from './read-lexicon.ts';
import { removalPhrases } from './removal-phrases.ts';

/** Maximum number of words in a wording that is matched in a question. */
export const wordingWordsMax = 10;

let known: Wordings | undefined;

type Wordings = {
  /** Maps the terms of a wording to the other wordings of the same thing. */
  others: ReadonlyMap<string, readonly string[]>;
  /** Everyday wordings that name no subject by themselves. */
  preferences: ReadonlySet<string>;
};

/**
 * Returns the other wordings of a term: the terms of the literature for lay words, and the usual names of one thing for each
 * other. Singular and plural of a word count as the same, as do all forms of the words of a phrase. Empty if there are none.
 */
export function otherWordings(term: string): readonly string[] {
  known ??= readWordings();
  return known.others.get(keyOf(term)) ?? [];
}

/** Returns true if the list marks a wording as a preference (people, places, outcomes and the like): a record may match without it. */
export function isPreferredWording(term: string): boolean {
  known ??= readWordings();
  return known.preferences.has(keyOf(term));
}

/** An abbreviation in capitals counts only as written: "MS" is a disease, "ms" is not. */
const shortForm = /^[A-Z][A-Z0-9]{1,5}s?$/;
/** Abbreviations that folded text cannot distinguish from a word or a unit. */
const isAlsoAWord =
  /^(?:[A-Z]{2}s?|ART|CAT|ASA|SIDS|ME\/CFS|the pill|the coil|having|content with|a cold|mono|nits|pop|songs)$/;

/** "My gallbladder" and "the gallbladder" are one; "the pill" and "pill" are not. */
const determiners = new Set(['a', 'an', 'the', 'my', 'your', 'his', 'her', 'our', 'their', 'on']);
const tellingMin = 2;

/**
 * Returns the key of a term. A single word matches its singular and plural only: by stems, "age" would match "aged", "immune"
 * immunization, and "secondary" the secondaries of a cancer. Verb forms with the same meaning are in the lists.
 */
function keyOf(term: string): string {
  if (shortForm.test(term)) return term;
  if (singleWord.test(term)) return singularOf(americanSpelling(foldText(term)));
  const terms = indexTerms(inAmericanSpelling(term));
  const telling = terms.filter((each) => !determiners.has(each));
  return (telling.length >= tellingMin ? telling : terms).join(' ');
}

const singleWord = /^\p{L}+$/u;
/** Plurals that differ in meaning from their singular, or are also verbs. */
const onlyAsWritten = new Set(
  'alerts boils braces calls cavities colds falls films fits germs glasses growths hives pounds returns secondaries shingles spots texts'.split(
    ' ',
  ),
);

/** Removes a plural ending, including spelling changes before it: "boxes" becomes "box", "allergies" becomes "allergy". */
function singularOf(word: string): string {
  if (onlyAsWritten.has(word) || word.length < 4) return word;
  return word
    .replace(/(?<=[^sui])s$/, '')
    .replace(/(?:ie|y)$/, 'i')
    .replace(/(?<=[sxz]|[cs]h)e$/, '');
}

function readWordings(): Wordings {
  const preferences = new Set<string>();
  const wordings = new Map<string, Set<string>>();
  // Every name of a line is compared with every other, so keys are computed once.
  const keys = new Map<string, string>();
  const keyOfOne = (term: string) => {
    let key = keys.get(term);
    if (key === undefined) {
      key = keyOf(term);
      keys.set(term, key);
    }
    return key;
  };
  const add = (term: string, others: readonly string[]) => {
    const key = keyOfOne(term);
    const set = wordings.get(key) ?? new Set<string>();
    for (const other of others) if (keyOfOne(other) !== key && !isAlsoAWord.test(other)) set.add(other);
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
  for (const [line, ...others] of readLexicon(new URL('./everyday.tsv', import.meta.url))) {
    const names = line.startsWith('%') ? removalPhrases(line.slice(1)) : line.replace(/^\?/, '').split(' = ');
    for (const name of names) {
      const isNew = !wordings.has(keyOf(name));
      if (line.startsWith('?') && isNew) preferences.add(keyOf(name));
      add(name, others);
    }
  }
  return { others: new Map([...wordings].map(([key, set]) => [key, [...set]])), preferences };
}
