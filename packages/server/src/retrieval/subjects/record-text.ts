import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { foldText, indexTerms, scanTerms } from '@citewell/core/text/words.ts';

/** A record's titles, headings, keywords and sentences as index terms, its whole text without spaces, and the initials of its words. */
export type RecordText = {
  segments: readonly string[][];
  all: ReadonlySet<string>;
  squeezed: string;
  initials: string;
};

/** Cache of texts, for the lifetime of their records, because several subjects are searched for in each. */
const textOfArticle = new WeakMap<Article, RecordText>();

export function readRecordText(article: Article): RecordText {
  const known = textOfArticle.get(article) ?? readAnew(article);
  textOfArticle.set(article, known);
  return known;
}

function readAnew(article: Article): RecordText {
  const { title, vernacularTitle = '', mesh, keywords } = article;
  const abstract = abstractText(article);
  const others = [...mesh, ...keywords];
  const segments = () => [
    ...[title, vernacularTitle, ...others],
    ...splitSentences(abstract).map(({ text }) => text),
  ];
  return readTexts([title, vernacularTitle, ...others, abstract], segments, [title, ...others, abstract]);
}

/** Returns the terms of a text, with adjectives in "-scopic" and "-graphic" replaced by their nouns: endoscopic becomes endoscopy. */
export function termsOf(text: string): string[] {
  return indexTerms(text).map(nounOf);
}

function nounOf(term: string): string {
  return term.endsWith('i') && examination.test(term) ? term.slice(0, -1) : term;
}

const examination = /.(?:scop|graph)i$/;

export function textOf(texts: readonly string[]): RecordText {
  return readTexts(texts, () => texts, texts);
}

/** Reads texts; what only some names need is computed on first use. `split` returns them in segments, and `plain` are those to squeeze. */
function readTexts(
  texts: readonly string[],
  split: () => readonly string[],
  plain: readonly string[],
): RecordText {
  const all = new Set<string>();
  for (const text of texts) scanTerms(text, (term) => all.add(nounOf(term)));
  let segments: string[][] | undefined;
  let squeezed: string | undefined;
  let initials: string | undefined;
  return {
    all,
    get segments() {
      segments ??= split().filter(Boolean).map(termsOf);
      return segments;
    },
    get squeezed() {
      squeezed ??= squeeze(plain.join(' '));
      return squeezed;
    },
    get initials() {
      initials ??= split().map(initialsOf).join(' ');
      return initials;
    },
  };
}

function initialsOf(text: string): string {
  return (foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !/^(?:of|the|and|in|for|to|a)$/.test(word))
    .map((word) => word[0])
    .join('');
}

/** Returns only the letters and digits of a text. */
export function squeeze(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{N}]+/gu, '');
}
