import { americanSpelling, inAmericanSpelling } from '../text/spelling.ts';
import { foldText, indexTerms } from '../text/words.ts';
import { readLexicon } from './read-lexicon.ts';
import { removalPhrases } from './removal-phrases.ts';
import { determiners, TermIndex } from './term-index.ts';

/** Maximum number of words in a wording that is matched in a question. */
export const wordingWordsMax = 10;

let known: TermIndex<Naming> | undefined;

/** Line that contains a name: its wordings, and if it is an everyday one that names no subject by itself. */
type Naming = { wordings: readonly string[]; isPreference: boolean };

/** Other wordings of the terms looked up, by their key. */
const othersByKey = new Map<string, readonly string[]>();

/**
 * Returns the other wordings of a term: the terms of the literature for lay words, and the usual names of one thing for each
 * other. Singular and plural of a word count as the same, as do all forms of the words of a phrase. Empty if there are none.
 */
export function otherWordings(term: string): readonly string[] {
  known ??= readWordings();
  const lines = known.get(term);
  if (!lines) return [];
  const key = keyOf(term);
  let found = othersByKey.get(key);
  if (!found) {
    found = [...new Set(lines.flatMap(({ wordings }) => wordings))].filter(
      (other) => keyOf(other) !== key && !isAlsoAWord.test(other),
    );
    othersByKey.set(key, found);
  }
  return found;
}

/** Returns true if the list marks a wording as a preference (people, places, outcomes and the like): a record may match without it. */
export function isPreferredWording(term: string): boolean {
  known ??= readWordings();
  return known.get(term)?.[0]?.isPreference === true;
}

/** An abbreviation in capitals counts only as written: "MS" is a disease, "ms" is not. */
const shortForm = /^[A-Z][A-Z0-9]{1,5}s?$/;
/** Abbreviations that folded text cannot distinguish from a word or a unit. */
const isAlsoAWord =
  /^(?:[A-Z]{2}s?|ART|CAT|ASA|SIDS|ME\/CFS|the pill|the coil|having|content with|a cold|mono|nits|pop|songs)$/;

/** Words beside a determiner from which on it counts no more: "the pill" and "pill" are two. */
const distinctiveMin = 2;

/**
 * Returns the key of a term. A single word matches its singular and plural only: by stems, "age" would match "aged", "immune"
 * immunization, and "secondary" the secondaries of a cancer. Verb forms with the same meaning are in the lists.
 */
function keyOf(term: string): string {
  if (shortForm.test(term)) return term;
  if (singleWord.test(term)) return singularOf(americanSpelling(foldText(term)));
  const terms = indexTerms(inAmericanSpelling(term));
  const distinctive = terms.filter((each) => !determiners.has(each));
  return (distinctive.length >= distinctiveMin ? distinctive : terms).join(' ');
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

function readWordings(): TermIndex<Naming> {
  const names = new TermIndex<Naming>(keyOf);
  for (const [head, ...others] of readLexicon(new URL('./wordings.tsv', import.meta.url))) {
    const ring = head.startsWith('~');
    const own = ring ? [head.slice(1), ...others] : head.split(' = ');
    const wordings = ring ? own : [...own, ...others];
    for (const name of own) names.add(name, { wordings, isPreference: false });
  }
  for (const [line, ...wordings] of readLexicon(new URL('./everyday.tsv', import.meta.url))) {
    const own = line.startsWith('%') ? removalPhrases(line.slice(1)) : line.replace(/^\?/, '').split(' = ');
    for (const name of own) names.add(name, { wordings, isPreference: line.startsWith('?') });
  }
  return names;
}
