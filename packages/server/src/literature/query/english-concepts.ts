import { abbreviations, abbreviationWordsMax } from '@citewell/core/lexicon/abbreviations.ts';
import { isEnglishWord } from '@citewell/core/lexicon/english-words.ts';
import { otherWordings, wordingWordsMax } from '@citewell/core/lexicon/wordings.ts';
import { isStopWord } from '@citewell/core/text/stop-words.ts';
import { englishPhrases } from '@citewell/core/text/translate.ts';
import { foldText } from '@citewell/core/text/words.ts';
import { isMeshPhrase, shortForms } from './mesh/mesh.ts';
import { tumourNames } from './mesh/tumour-names.ts';

/** Concept of a question as typed, with other wordings of it. */
export type Concept = { term: string; synonyms: string[] };

const quotedPhrase = /["“]([^"“”]{3,80})["”]/g;
/** "H. pylori", "E. coli": the full stop belongs to the name. */
const species = /\b([A-Z])\.\s?([a-z]{4,})/g;
const clauseEnd = /[\p{Script=Han},;:.?!()[\]{}/，。；：？！（）、|]+/u;
const latinWord = /[\p{Script=Latin}\p{Script=Greek}\p{N}][\p{Script=Latin}\p{Script=Greek}\p{N}'’+-]*/gu;

/**
 * Extracts the Latin-script concepts of a question: quoted phrases, abbreviations and phrases of the lexicons as
 * wholes, without stop words. `isInChinese`: the text is what a Chinese one has in Latin script.
 */
export function englishConcepts(text: string, isInChinese = false): Concept[] {
  const concepts: Concept[] = [];
  const take = (pattern: RegExp, from: string) =>
    from.replace(pattern, (match: string, ...groups: string[]) => {
      const phrase = groups.slice(0, -2).join(' ').trim();
      if (/[A-Za-z]/.test(phrase)) concepts.push({ term: phrase, synonyms: [] });
      return ' , '.padEnd(match.length);
    });
  const rest = take(species, take(quotedPhrase, text));
  // If everything is in capitals, they distinguish nothing, except in a Chinese question.
  const spelled = isInChinese || /\p{Ll}|\p{Script=Han}/u.test(rest);
  for (const clause of rest.split(clauseEnd)) {
    const typed = clause.match(latinWord) ?? [];
    const words = spelled ? typed.map(asAbbreviation) : typed;
    for (let i = 0; i < words.length; ) {
      const phrase = phraseAt(words, i, spelled);
      const short = spelled ? abbreviationAt(words, i) : undefined;
      // A heading may begin with an abbreviation: "IgA nephropathy".
      const isHeading = phrase !== undefined && isMeshPhrase(words.slice(i, i + phrase.length).join(' '));
      const { length, synonyms } = (short && isHeading && phrase.length > short.length ? phrase : short) ??
        oldPeopleAt(words, i) ??
        phrase ?? { length: 1, synonyms: [] };
      const term = words
        .slice(i, i + length)
        .join(' ')
        .replace(/['’]s$|(?<![-'’])[-'’]+$/, '');
      if (length > 1 || synonyms.length > 0 || (!isStopWord(foldText(term)) && /\p{L}/u.test(term)))
        concepts.push({ term, synonyms });
      i += length;
    }
  }
  return concepts.filter(({ term }) => term.length > 1 && !measure.test(term));
}

let byLowerCase: ReadonlyMap<string, string> | undefined;

/**
 * Keeps "copd" and "phq-9" as they are written; everyday English words ("all", "aids") and two letters ("ms") are not
 * expanded.
 */
function asAbbreviation(word: string): string {
  if (!/^[a-z][a-z\d-]{2,}$/.test(word) || isEnglishWord(word) || isStopWord(word)) return word;
  byLowerCase ??= new Map(
    [...shortForms(), ...abbreviations().keys()]
      .filter((short) => /^\p{Lu}[\p{Lu}\d-]{2,}$/u.test(short))
      .map((short) => [short.toLowerCase(), short]),
  );
  // A colloquial short form ("med", "doc") is not an abbreviation of a thing.
  return otherWordings(word).length > 0 ? word : (byLowerCase.get(word) ?? word);
}

/** Matches individual values: "67mg", "24h", "dL". */
const measure = /^(?:\d+(?:\.\d+)?)?(?:mg|g|kg|ug|µg|ml|dl|l|mmol|umol|iu|h|min|cm|mm|mmhg)$/i;

/** Maps "older women" and "elderly people" to one condition. */
const old = /^(?:older|elderly|aged) (?:adults?|people|persons?|patients?|individuals|subjects|women|men)$/i;

/** Returns true for a population such as "older women", which is not a subject of its own. */
export function isOldPeople(term: string): boolean {
  return old.test(term);
}

function oldPeopleAt(words: readonly string[], at: number): Match | undefined {
  const candidate = words.slice(at, at + 2).join(' ');
  if (!isOldPeople(candidate)) return undefined;
  const wordings = ['older adults', ...otherWordings('older adults')];
  return { length: 2, synonyms: wordings.filter((each) => each !== candidate.toLowerCase()) };
}

type Match = { length: number; synonyms: string[] };

/** Matches an abbreviation exactly as listed: "MI" is an infarction, "mi" is not. */
function abbreviationAt(words: readonly string[], at: number): Match | undefined {
  const known = abbreviations();
  for (let length = Math.min(abbreviationWordsMax, words.length - at); length > 0; length--) {
    const full = known.get(words.slice(at, at + length).join(' '));
    if (full) return { length, synonyms: [full] };
  }
  return undefined;
}

const phraseWordsMax = 6;
const article = /^(?:an?|the|my|your|his|her|our|their|on)$/i;

/**
 * Returns true for "my gallbladder removed" and "heart attack on a", where the name begins after the first word or ends before the
 * last. "The pill" is a name itself.
 */
function addsArticle(words: readonly string[]): boolean {
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  const isListed = (name: readonly string[]) => otherWordings(name.join(' ')).length > 0;
  return (
    (article.test(first) && isListed(words.slice(1))) || (article.test(last) && isListed(words.slice(0, -1)))
  );
}

function phraseAt(words: readonly string[], at: number, spelled: boolean): Match | undefined {
  for (let length = Math.min(wordingWordsMax, words.length - at); length > 0; length--) {
    const candidate = words.slice(at, at + length).join(' ');
    const synonyms = [...otherWordings(spelled ? candidate : candidate.toLowerCase())];
    // A function word is not an abbreviation: "ms" is, "it" is not.
    if (
      synonyms.length > 0 &&
      !addsArticle(words.slice(at, at + length)) &&
      (length > 1 || !isStopWord(foldText(candidate)))
    )
      return { length, synonyms };
    if (length > phraseWordsMax || length < 2) continue;
    const phrase = candidate.toLowerCase();
    const tumours = tumourNames(phrase);
    if (tumours.length > 0 || englishPhrases().has(phrase) || isMeshPhrase(phrase))
      return { length, synonyms: tumours };
  }
  return undefined;
}
