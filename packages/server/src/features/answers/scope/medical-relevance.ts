import { isEnglishWord } from '@citewell/core/lexicon/english-words.ts';
import { isHealthWord, isHealthWordChinese } from '@citewell/core/lexicon/health-words.ts';
import { otherWordings } from '@citewell/core/lexicon/wordings.ts';
import { hanTerms } from '@citewell/core/text/translate.ts';
import { englishConcepts } from '../../../literature/query/english-concepts.ts';
import { endsAsName, isEverydayTerm, isMedicalTerm } from '../../../literature/query/medical-term.ts';
import { isMeshSubject } from '../../../literature/query/mesh/mesh.ts';
import { countHealthPhrases, countHealthWordsChinese, withoutFigures } from './scope-words.ts';

/** Weights of a name that only medicine uses, and of a health word that other subjects share. */
const weights = { name: 2, word: 1 };

/** Matches titles of books and films, which say nothing about health: 《急诊科医生》. Guidelines also have such titles. */
const titles = /《[^》]{0,40}》/g;

/**
 * Measures how much of a message is about medicine or biology, each word counted once: two for the name of a drug,
 * disease, gene or procedure, one for an everyday word for bodies, illness and care. Words that medical lists share
 * with everyday speech ("train", "value", 北京) count nothing.
 */
export function medicalRelevance(message: string): number {
  const text = withoutFigures(message).replace(titles, (title) => (/指南|共识/.test(title) ? title : ' '));
  const seen = new Map<string, number>();
  const add = (name: string, weight: number) => {
    const key = name.toLowerCase();
    seen.set(key, Math.max(seen.get(key) ?? 0, weight));
  };
  for (const { zh, en, general, isUnlisted } of hanTerms(text)) {
    if (isUnlisted) add(zh, weights.name);
    else if (en && !general && ((!isEverydayTerm(zh) && isName(en)) || isDisease(zh, en)))
      add(zh, weights.name);
    else if (isHealthWordChinese(zh) || (en && !general && !isEverydayTerm(zh) && isHeading(en)))
      add(zh, weights.word);
  }
  for (const { term, synonyms } of englishConcepts(text.replace(/\p{Script=Han}+/gu, ' , '))) {
    const isPhrase = /\s/.test(term);
    // "Gallbladder removal": everyday words that together have a medical name.
    const isNamed =
      isName(term) || (isPhrase && synonyms.some((name) => !/\s/.test(name) && endsAsName(name)));
    if (isMedicalTerm(term, synonyms.length > 0) && isNamed) add(term, weights.name);
    else if (isHeading(term)) add(term, weights.word);
    else for (const word of term.split(/[\s-]+/)) if (isHealthWord(word)) add(word, weights.word);
  }
  const sum = [...seen.values()].reduce((total, weight) => total + weight, 0);
  // Health words that the terms above omit, as function words or as parts of unknown terms.
  const latin = text.split(/[^\p{L}\p{N}-]+/u).some(isHealthWord);
  const phrases = countHealthPhrases(text) * weights.word;
  return phrases + Math.max(sum, countHealthWordsChinese(text) * weights.word, Number(latin));
}

/** Returns true for a Chinese name with the ending of a disease whose English is a MeSH heading, even an everyday word ("sepsis"). */
function isDisease(zh: string, en: string): boolean {
  return zh.length > 2 && /[症炎瘤癌]$/.test(zh) && isMeshSubject(en);
}

/** Returns true for a single word that names one medical thing although English dictionaries have it: tamoxifen. */
function isHeading(term: string): boolean {
  return /^\p{L}{5,}$/u.test(term) && isMeshSubject(term) && isMedicalTerm(term, false);
}

/** Returns true if a term in a medical list is a medical name rather than an everyday word or a place. */
function isName(term: string): boolean {
  const words = term.split(/[\s-]+/);
  if (words.length > 1 && (words.some(isHealthWord) || isMeshSubject(term))) return true;
  return words.some(
    (word) => word.length > 1 && (endsAsName(word) || !(isEnglishWord(word) || isProperName(word))),
  );
}

/** Returns true for a capitalized word without other wordings, heading or drug ending, and not written like a gene (Rgs16): the name of a place or person. */
function isProperName(word: string): boolean {
  return (
    /^\p{Lu}\p{Ll}/u.test(word) &&
    !/^\p{L}{2,5}\d{1,2}(?!\d)/u.test(word) &&
    otherWordings(word).length === 0 &&
    !isMeshSubject(word) &&
    !endsAsName(word)
  );
}
