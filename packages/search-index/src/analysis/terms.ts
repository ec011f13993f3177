import type { Article } from '@citewell/core/records/article.ts';
import { foldText, scanText, stemWord, type TermKind } from '@citewell/core/text/words.ts';
import { abstractField, type Field, keywordField, type Space, titleField } from './fields.ts';

/**
 * Takes the terms of a record; see createRecordScanner.
 *
 * @throws nothing
 * @example
 * sink.word('text', 'Statins in sepsis', 0, 7, titleField, 0);
 * sink.term('language', 'eng', abstractField, 0);
 */
export interface TermSink {
  /**
   * Takes an ASCII word as it is in `text`; its term is `termOf(space, word)`.
   *
   * @param start Offset of the word in `text`, in UTF-16 code units, as is `end`.
   * @param position Position in the field; see createRecordScanner.
   */
  word(space: Space, text: string, start: number, end: number, field: Field, position: number): void;
  /** Takes a term that is already normalized, at a `position` like a word's. */
  term(space: Space, term: string, field: Field, position: number): void;
}

/**
 * Creates a function that passes every term of a record to `sink`, fields in the order title, keyword, abstract,
 * positions ascending in each, and returns the record's length for BM25F: the index terms of title, subjects and
 * abstract. Positions count words, and characters within a Han run. Between two texts of a field (a title and its
 * original, two keywords, two sections) one is skipped, so that no phrase crosses from one to the next.
 */
export function createRecordScanner(sink: TermSink): (article: Article) => number {
  let space: Space = 'text';
  let field: Field = titleField;
  const placer = new Placer(
    {
      word: (text, start, end, position) => sink.word(space, text, start, end, field, position),
      term: (term, position) => sink.term(space, term, field, position),
    },
    true,
  );
  const begin = (newSpace: Space, newField: Field) => {
    space = newSpace;
    field = newField;
    placer.position = 0;
  };
  const scan = (text: string) => {
    const length = placer.scan(text);
    placer.position++;
    return length;
  };

  return (article) => {
    begin('text', titleField);
    let length = scan(article.title);
    if (article.vernacularTitle) length += scan(article.vernacularTitle);
    begin('text', keywordField);
    for (const subject of article.mesh) length += scan(subject);
    for (const subject of article.keywords) length += scan(subject);
    begin('text', abstractField);
    for (const { label, text } of article.abstract) length += (label ? scan(label) : 0) + scan(text);
    begin('journal', abstractField);
    scan(article.journal);
    if (article.journalAbbreviation) scan(article.journalAbbreviation);
    begin('type', abstractField);
    for (const type of article.publicationTypes) scan(type);
    begin('language', abstractField);
    for (const language of article.languages) {
      sink.term(space, wholeTerm(language), field, placer.position);
      placer.position++;
    }
    begin('author', abstractField);
    for (const author of article.authors) {
      placer.name(author, true);
      placer.position++;
    }
    return length;
  };
}

/** Term of a text with its position. */
export type PlacedTerm = { term: string; position: number };

/** Returns the terms of a search value, with positions like a record's. */
export function placedTerms(space: Space, text: string): PlacedTerm[] {
  const terms: PlacedTerm[] = [];
  const placer = new Placer(
    {
      word: (text, start, end, position) =>
        terms.push({ term: termOf(space, text.slice(start, end)), position }),
      term: (term, position) => terms.push({ term, position }),
    },
    false,
  );
  if (space === 'author') placer.name(text, false);
  else placer.scan(text);
  return terms;
}

/** Returns the term of an ASCII word. Words of names are not stemmed: Williams is not William. */
export function termOf(space: Space, word: string): string {
  return space === 'author' ? cutTerm(word.toLowerCase()) : stemWord(word);
}

/** Returns a value that is a term as a whole, without splitting it into words. */
export function wholeTerm(text: string): string {
  return cutTerm(foldText(text.trim()));
}

/** Cuts a folded word to the length of the longest term. */
export function cutTerm(word: string): string {
  return word.slice(0, termMax);
}

const termMax = 40;

type PlacedSink = {
  word(text: string, start: number, end: number, position: number): void;
  term(term: string, position: number): void;
};

/**
 * Assigns positions to terms. With `characters`, every character of a Han run is a term in addition to the pairs, which
 * do not find a single one: for records, and for a value of one character.
 */
class Placer {
  position = 0;
  readonly #sink: PlacedSink;
  readonly #characters: boolean;
  #runEnd: string | undefined;
  #count = 0;

  constructor(sink: PlacedSink, characters: boolean) {
    this.#sink = sink;
    this.#characters = characters;
  }

  /** Returns the number of index terms. */
  scan(text: string): number {
    this.#count = 0;
    scanText(text, this);
    this.#endRun();
    return this.#count;
  }

  /** Splits a name into its words. With `shortened`, "Smith JA" also becomes "Smith J", at the same position. */
  name(text: string, shortened: boolean): void {
    const initials = shortened ? initialsOf(text) : undefined;
    if (ascii.test(text))
      for (const { index, 0: word } of text.matchAll(asciiWord)) {
        const end = index + Math.min(word.length, termMax);
        if (initials === index)
          for (let shorter = index + 1; shorter < end; shorter++)
            this.#sink.word(text, index, shorter, this.position);
        this.word(text, index, end);
      }
    else {
      const last = initials === undefined ? undefined : foldText(text.slice(initials).split(' ')[0] ?? '');
      for (const [whole] of foldText(text).matchAll(/[\p{L}\p{N}]+/gu)) {
        const word = whole.slice(0, termMax);
        if (word === last)
          for (let shorter = 1; shorter < word.length; shorter++)
            this.#sink.term(word.slice(0, shorter), this.position);
        if (hasHan.test(word)) this.scan(word);
        else this.term(word, 'word');
      }
    }
  }

  word(text: string, start: number, end: number): void {
    this.#endRun();
    this.#count++;
    this.#sink.word(text, start, end, this.position++);
  }

  term(term: string, kind: TermKind): void {
    if (kind !== 'han-goes-on') this.#endRun();
    this.#count++;
    this.#sink.term(term, this.position);
    if (kind !== 'word') {
      const first = (term.codePointAt(0) ?? 0) > 0xffff ? 2 : 1;
      if (term.length > first) {
        if (this.#characters) this.#sink.term(term.slice(0, first), this.position);
        this.#runEnd = term.slice(first);
      }
    }
    this.position++;
  }

  #endRun(): void {
    if (this.#runEnd === undefined) return;
    if (this.#characters) this.#sink.term(this.#runEnd, this.position);
    this.position++;
    this.#runEnd = undefined;
  }
}

const hasHan = /\p{Script=Han}/u;
const ascii = /^[\0-\x7f]*$/;

const asciiWord = /[A-Za-z0-9]+/g;
const capitals = /^\p{Lu}{2,5}$/u;
const suffix = /^(?:Jr|Sr|II|III|IV|\d(?:st|nd|rd|th))\.?$/;

/** Finds where the initials begin in "van der Berg JA" or "Smith JA Jr". */
function initialsOf(author: string): number | undefined {
  let end = author.length;
  for (;;) {
    const start = author.lastIndexOf(' ', end - 1) + 1;
    if (start === 0) return undefined;
    const word = author.slice(start, end);
    if (capitals.test(word)) return start;
    if (end < author.length || !suffix.test(word)) return undefined;
    end = start - 1;
  }
}
