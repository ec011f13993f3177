import { foldText, stemWord } from '@citewell/core/text/words.ts';
import { type EvidenceSentence, oncePerSentence } from '../locate.ts';
import { type Abbreviation, placesOfShortForm } from '../reading/abbreviations.ts';
import type { ReadText } from '../reading/tokens.ts';
import { isSameRoot, keysOf, rootOf } from './keys.ts';
import { type Clause, readClauses } from './statement.ts';

/** Sentence of an abstract, or its title, indexed for the words of a claim. */
export type IndexedSentence = {
  read: ReadText;
  /** Read when first needed: most sentences are not compared completely. */
  readonly clauses: Clause[];
  /** Positions (of tokens) by key. */
  places: Map<string, number[]>;
  /** Initial of each token, a space for one that is not a word; read when first needed. */
  readonly initials: string;
  /**
   * Positions of abbreviations whose long form contains a word that changes its meaning: GFD, the diet free of gluten.
   */
  turned: Map<number, readonly string[]>;
};

/** Reads a sentence once. */
export const indexSentence = oncePerSentence((sentence: EvidenceSentence) =>
  indexText(sentence, sentence.shortForms),
);

/** Indexes a text by stems, synonyms, roots, and the other form of each of its abbreviations. Linear in the text. */
export function indexText(read: ReadText, shortForms: readonly Abbreviation[]): IndexedSentence {
  const places = new Map<string, number[]>();
  const add = (key: string, place: number) => {
    const known = places.get(key);
    if (known) known.push(place);
    else places.set(key, [place]);
  };
  for (const [index, { stem, kind }] of read.tokens.entries()) {
    if (kind === 'number') continue;
    if (kind === 'han') {
      const next = read.tokens[index + 1];
      if (next?.kind === 'han') add(stem + next.stem, index);
      add(stem, index);
      continue;
    }
    // "Non-adenocarcinoma" is everything except adenocarcinoma.
    if (isExcluded(read, index)) {
      add(`non-${stem}`, index);
      continue;
    }
    for (const key of keysOf(stem)) add(key, index);
    // "Nondiabetic" is "non-diabetic".
    if (writtenTogether.test(stem)) add(`non-${stem.slice(3)}`, index);
    add(rootOf(stem), index);
    if (removing.test(stem)) for (const key of removalKeys()) add(key, index);
  }
  const turned = new Map<number, readonly string[]>();
  const lower = read.text.toLowerCase();
  for (const { long, written: shortForm, stems } of shortForms) {
    const at = lower.indexOf(long);
    if (at < 0 && !read.text.includes(shortForm)) continue;
    const turning = [...stems.long].filter((stem) => turningStems.has(stem));
    for (const written of at < 0 ? placesOfShortForm(shortForm, read.text) : [at]) {
      const place = read.tokens.findIndex(({ end }) => end > written);
      if (place < 0) continue;
      for (const stem of at < 0 ? stems.long : stems.short)
        if (!stem.endsWith('*') && !stem.startsWith('~')) for (const key of keysOf(stem)) add(key, place);
      if (at < 0 && turning.length > 0) turned.set(place, turning);
    }
  }
  addWrittenApart(read, add);
  let clauses: Clause[] | undefined;
  let initials: string | undefined;
  return {
    read,
    places,
    turned,
    get clauses() {
      clauses ??= readClauses(read.text);
      return clauses;
    },
    get initials() {
      initials ??= readInitials(read);
      return initials;
    },
  };
}

/** A splenectomy is a removal. */
const removing = /^\p{L}{4,}ectomi$/u;
let removal: readonly string[] | undefined;

function removalKeys(): readonly string[] {
  removal ??= ['remove', 'resect'].flatMap((word) => keysOf(stemWord(word)));
  return removal;
}

/** Matches a word prefixed with "non". */
const writtenTogether = /^non\p{L}{4,}$/u;

/** Words of a long form without which the rest means something else. */
const turningStems = new Set(
  'free non anti without low high reduced preserved negative positive inhibitor antagonist deficiency resistance resistant failure'
    .split(' ')
    .map(stemWord),
);

/** Minimum and maximum number of words of a full form: "basic fibroblast growth factor" can be found as FGF. */
const initialsOf = { least: 3, most: 5 };

/** Reads the initials of all words, with a space for other tokens; abbreviations consist of runs of them. */
const readInitials = ({ tokens }: ReadText): string =>
  tokens.map(({ kind, text }) => (kind === 'word' ? (text[0]?.toLowerCase()[0] ?? ' ') : ' ')).join('');

/** Returns the places at which words begin whose initials are the given letters. */
function placesOfInitials(letters: string, { initials, read }: IndexedSentence): number[] {
  const places: number[] = [];
  for (let at = initials.indexOf(letters); at >= 0; at = initials.indexOf(letters, at + 1))
    if (!read.tokens[at]?.empty) places.push(at);
  return places;
}

/** Matches the name of a knock-out line: "Fancd2(-/-)". */
const nullSign = /\s?[([]?[-−–‐]\s?\/\s?[-−–‐][)\]]?/gu;
const nullWords = ['deficient', 'null', 'knockout'].map(stemWord);
/** Matches "Hypoxia-inducible factor (HIF)-1α", which is HIF-1α. */
const splitName = /\((\p{Lu}[\p{L}\d]{1,7})\)[-‐–]?(\p{N}[\p{L}\p{N}]{0,4})(?![\p{L}\p{N}%]|[.,]\d)/gu;

/** Adds the meaning of signs and brackets in a name as keys. */
function addWrittenApart({ text, tokens }: ReadText, add: (key: string, place: number) => void): void {
  for (const { index } of text.matchAll(nullSign)) {
    const place = tokens.findLastIndex(({ end }) => end <= index);
    if (place >= 0 && tokens[place]?.end === index) for (const word of nullWords) add(word, place);
  }
  for (const { index, 0: whole, 1: letter = '' } of text.matchAll(/\(Ig\) ?([GMAED])\b/gu)) {
    const place = tokens.findLastIndex(({ start }) => start < index + whole.length);
    if (place >= 0) add(`ig${letter.toLowerCase()}`, place);
  }
  for (const { index, 0: whole, 1: name = '', 2: number = '' } of text.matchAll(splitName)) {
    const place = tokens.findLastIndex(({ start }) => start < index + whole.length);
    if (place >= 0)
      add(
        foldText(`${name}${number}`)
          .replace(/[^\p{L}\p{N}]/gu, '')
          .toLowerCase(),
        place,
      );
  }
}

/** Returns true for a word after "non-". */
export function isExcluded({ text, tokens }: ReadText, index: number): boolean {
  const start = tokens[index]?.start ?? 0;
  return /(?:\bnon[-‐‑ ]?|非)$/i.test(text.slice(Math.max(0, start - 5), start));
}

/** Returns the positions of a unit in a sentence, in any of its wordings; empty if none occurs completely. */
export function placesOf(
  { wordings }: { wordings: readonly (readonly string[])[] },
  indexed: IndexedSentence,
): number[] {
  const found = new Set<number>();
  for (const stems of wordings) {
    const each = stems.map((stem) => placesOfStem(stem, indexed));
    if (each.length === 0 || each.some((places) => places.length === 0)) continue;
    // An abbreviation of the whole term is the term: of NSCLC and SCLC only one is "non-small cell lung cancer".
    const whole = each.reduce((common, places) => common.filter((place) => places.includes(place)));
    for (const place of whole.length > 0 ? whole : each.flat()) found.add(place);
  }
  return [...found];
}

/** Returns the positions of a stem, its synonyms and its other forms in a sentence. */
function placesOfStem(stem: string, indexed: IndexedSentence): number[] {
  const { places, read } = indexed;
  if (stem.startsWith('han:')) return placesOfHan(stem.slice(4), read);
  const found = new Set<number>();
  for (const key of keysOf(stem)) for (const place of places.get(key) ?? []) found.add(place);
  if (found.size === 0)
    for (const place of places.get(rootOf(stem)) ?? [])
      if (isSameRoot(stem, read.tokens[place]?.stem ?? '')) found.add(place);
  if (found.size === 0 && stem.length >= initialsOf.least && stem.length <= initialsOf.most)
    for (const place of placesOfInitials(stem, indexed)) found.add(place);
  return [...found];
}

/** Returns the positions of a Chinese word, each that of its first character. */
function placesOfHan(word: string, { text, tokens }: ReadText): number[] {
  const at = text.indexOf(word);
  if (at < 0) return [];
  const place = tokens.findIndex(({ start }) => start >= at);
  return place < 0 ? [] : [place];
}
