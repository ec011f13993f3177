import { medicalEntries } from '@citewell/core/lexicon/chinese.ts';
import { isEnglishWord } from '@citewell/core/lexicon/english-words.ts';
import { otherWordings } from '@citewell/core/lexicon/wordings.ts';
import type { SpellingSuggestion } from '@citewell/core/records/query.ts';
import { editDistance } from '@citewell/core/text/nearest-word.ts';
import { foldText, stemWord } from '@citewell/core/text/words.ts';
import { correctChineseNames } from './chinese-spelling.ts';
import { findHeading } from './mesh/descriptors.ts';
import { isMeshSubject, meshTerms } from './mesh/mesh.ts';
import { shippedFrequencies } from './shipped-frequencies.ts';

/** Minimum length of a word: shorter ones are one edit from too many others. */
const lengthMin = 6;
/** Maximum length of a word. */
const lengthMax = 40;
/** Maximum number of unknown words: a question with more is in another language. */
const suggestionsMax = 3;

const latinWord =
  /(?<![[\p{L}\p{N}'’\-]--\p{Script=Han}])[A-Za-z][a-z]+(?![[\p{L}\p{N}'’\-]--\p{Script=Han}])/gv;

/**
 * Corrects the words of a question that no list knows and that are one edit from a medical word: a missing, additional
 * or wrong letter, or two transposed. Leaves words with several equally near candidates: a new drug's name may be
 * anything. Searching for both spellings at once saves the requests for PubMed's own suggestion.
 */
export function suggestSpellings(text: string): SpellingSuggestion[] {
  const unknown = new Set(
    (text.match(latinWord) ?? [])
      .map(foldText)
      .filter((word) => word.length >= lengthMin && word.length <= lengthMax && !isKnown(word)),
  );
  if (unknown.size > suggestionsMax) return [];
  return [...unknown].flatMap((typed) => {
    const meant = nearest(typed);
    return meant ? [{ typed, meant }] : [];
  });
}

/** Returns the corrections among them that an index cannot tell from what was typed: of a name's last letter only. */
export function ofEndings(suggestions: readonly SpellingSuggestion[]): SpellingSuggestion[] {
  return suggestions.filter(({ typed, meant }) => stemWord(typed) === stemWord(meant));
}

/** Returns a text with its misspelt medical names corrected, by which its scope is judged. */
export function withCorrectNames(text: string): string {
  const names = suggestSpellings(text).filter(({ meant }) => isMeshSubject(meant));
  return correctText(text, [...correctChineseNames(text), ...names]);
}

/** Returns a text with words corrected wherever they stand, whatever their case. */
export function correctText(text: string, corrections: readonly SpellingSuggestion[]): string {
  return corrections.reduce(
    (mended, { typed, meant }) =>
      /\p{Script=Han}/u.test(typed)
        ? mended.replaceAll(typed, meant)
        : mended.replace(latinWord, (word) => (foldText(word) === foldText(typed) ? meant : word)),
    text,
  );
}

/** Returns a text in lower case with its probable misspellings corrected. */
export function correctWords(text: string, suggestions: readonly SpellingSuggestion[] = []): string {
  if (suggestions.length === 0) return text;
  const meant = new Map(suggestions.map(({ typed, meant }) => [typed, meant]));
  return text
    .split(' ')
    .map((word) => meant.get(word) ?? word)
    .join(' ');
}

/** Maximum number of edits between a misspelt word and the one that a source takes it for; in short words, one. */
const editsMax = 2;
const shortMax = 6;

/**
 * Returns the corrections of a source's spelling service that may be searched: of words that no list has (a brand name is none),
 * to words that are nearly the same; in lower case. None if words were split or joined.
 */
export function plausibleCorrections(typedWords: string, meantWords: string): SpellingSuggestion[] {
  const [typed, meant] = [typedWords, meantWords].map((words) => words.toLowerCase().split(/\s+/));
  if (!typed || !meant || typed.length !== meant.length) return [];
  return typed
    .map((word, at) => ({ typed: word, meant: meant[at] ?? word }))
    .filter(
      (pair) =>
        pair.typed !== pair.meant &&
        !isKnown(foldText(pair.typed)) &&
        editDistance(pair.typed, pair.meant) <= (pair.typed.length <= shortMax ? 1 : editsMax),
    );
}

function isKnown(word: string): boolean {
  if (hasOtherEnding(word)) return false;
  return (
    isEnglishWord(word) ||
    otherWordings(word).length > 0 ||
    findHeading(word) !== undefined ||
    shippedFrequencies().documentFrequencies.has(stemWord(word)) ||
    vocabulary().has(word) ||
    stemsOfVocabulary().has(stemWord(word))
  );
}

/** Returns true for a name with or without a last "e" that stemming removes: "pioglitazon", "ciprofloxacine". */
function hasOtherEnding(word: string): boolean {
  const names = vocabulary();
  return (
    endsWithoutE.test(word) &&
    !names.has(word) &&
    names.has(word.endsWith('e') ? word.slice(0, -1) : `${word}e`) &&
    !isEnglishWord(word)
  );
}

const endsWithoutE = /(?:on|id|il|in|an|at|ol)e?$/;

/**
 * Returns the only word of the vocabulary that is one edit away, or in a long name two, whatever its ending; undefined if there are
 * several. The name of a drug counts before an everyday word: "statns" are statins, not a status.
 */
function nearest(word: string): string | undefined {
  const known = vocabulary();
  const near = [...new Set(edits(word))].filter((candidate) => known.has(candidate));
  const names = near.filter((candidate) => !isEnglishWord(candidate));
  return onlyOne(near) ?? onlyOne(names) ?? (near.length === 0 ? onlyOne(atTwoEdits(word)) : undefined);
}

function onlyOne(words: readonly string[]): string | undefined {
  const [first, ...others] = words.toSorted((one, other) => one.length - other.length);
  return first !== undefined && others.every((each) => stemWord(each) === stemWord(first))
    ? first
    : undefined;
}

/** Minimum length of a name in which two letters may be wrong, and of the beginning that is right. */
const longMin = 10;
const beginningLength = 4;

function atTwoEdits(word: string): string[] {
  if (word.length < longMin) return [];
  return (byBeginning().get(word.slice(0, beginningLength)) ?? []).filter(
    (candidate) =>
      Math.abs(candidate.length - word.length) <= editsMax &&
      !isEnglishWord(candidate) &&
      // Only the ending forms other words.
      !candidate.startsWith(word.slice(0, -1)) &&
      editDistance(word, candidate) <= editsMax,
  );
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/**
 * Lists all edits of a word except in its first letter, which is rarely wrong, and replacements of its last, which form other words:
 * "neutropenic" is not a misspelt "neutropenia".
 */
function* edits(word: string): Generator<string> {
  for (let at = 1; at < word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    for (const letter of letters) yield before + letter + after;
    if (after.length === 1) {
      if (before.endsWith(after) || after === 'e') yield before;
      for (const letter of letters) yield word + letter;
      return;
    }
    yield before + after.slice(1);
    yield before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2);
    for (const letter of letters) yield before + letter + after.slice(1);
  }
}

let words: ReadonlySet<string> | undefined;
let beginnings: ReadonlyMap<string, string[]> | undefined;
let stems: ReadonlySet<string> | undefined;

/** Returns the words of the medical names in our lists, in lower case. */
function vocabulary(): ReadonlySet<string> {
  if (words) return words;
  const all = new Set<string>();
  const add = (name: string) => {
    for (const word of foldText(name).split(/[^a-z]+/)) if (word.length >= lengthMin) all.add(word);
  };
  for (const name of meshTerms()) add(name);
  for (const [, wordings] of medicalEntries()) for (const name of wordings) add(name);
  words = all;
  return words;
}

function byBeginning(): ReadonlyMap<string, string[]> {
  beginnings ??= Map.groupBy(vocabulary(), (word) => word.slice(0, beginningLength));
  return beginnings;
}

function stemsOfVocabulary(): ReadonlySet<string> {
  stems ??= new Set([...vocabulary()].map(stemWord));
  return stems;
}
