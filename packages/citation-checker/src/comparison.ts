import { detectLanguage } from '@citewell/core/text/language.ts';
import { alignTokens, type TokenAlignment } from './align-tokens.ts';
import {
  coverage,
  type EvidenceSentence,
  locateQuote,
  type Ranked,
  type ReadAbstract,
  rankSentences,
  readAbstract,
  type Span,
} from './locate.ts';
import { type CheckedNumber, checkNumbers } from './numbers/check-numbers.ts';
import { removeSourcePointers } from './reading/remove-source-pointers.ts';
import { headingLength } from './reading/sections.ts';
import { readTerms, type Term } from './reading/terms.ts';
import { type ReadText, readText } from './reading/tokens.ts';

/** Cited article: its text, and further facts from its record. */
export type CheckedArticle = {
  title: string;
  abstract: string;
  /** PubMed's publication types; undefined if only the text is known. */
  publicationTypes: readonly string[] | undefined;
};

/** Similarity of a sentence and the abstract it cites: words, numbers, and their positions. */
export type Comparison = {
  claim: ReadText;
  terms: Term[];
  abstract: ReadAbstract;
  /** PubMed's publication types; undefined if only the text is known. */
  publicationTypes: readonly string[] | undefined;
  /** Indicates that sentence and abstract are in different languages. */
  isCrossLingual: boolean;
  ranked: Ranked[];
  /** Span that contains the sentence verbatim. */
  verbatimSpan: Span | undefined;
  /** Sentence of the abstract from which this one was derived, and their differences. */
  derivedFrom: { sentence: EvidenceSentence; alignment: TokenAlignment } | undefined;
  /** Numbers of the sentence, looked up in the abstract. */
  numbers: CheckedNumber[];
  /** Weighted share of the sentence's terms in its best sentence, and in abstract and title, 0 to 1. */
  termCoverage: { best: number; all: number };
};

/** Minimum share of common words in common order at which one sentence counts as a modification of another. */
const nearVerbatim = 0.7;
const fewestWords = 5;
/** Number of best sentences that are aligned. */
const aligned = 3;

/** Cache of the last result: the correction of a sentence begins with the comparison that its check made. */
let last: { sentence: string; article: CheckedArticle; comparison: Comparison } | undefined;

export function compare(sentence: string, article: CheckedArticle): Comparison {
  if (last?.sentence !== sentence || last.article !== article)
    last = { sentence, article, comparison: compareAnew(sentence, article) };
  return last.comparison;
}

function compareAnew(sentence: string, article: CheckedArticle): Comparison {
  const claim = readText(removeSourcePointers(sentence));
  const isCrossLingual = detectLanguage(claim.text) !== detectLanguage(article.abstract);
  const across = isCrossLingual ? 'english' : 'same';
  const abstract = readAbstract(article, across);
  const terms = readTerms(claim, across);
  const ranked = rankSentences(terms, abstract);
  const verbatimSpan =
    quoted(sentence, abstract) ?? (sentence === claim.text ? undefined : quoted(claim.text, abstract));
  const derivedFrom = isCrossLingual ? undefined : findOriginal(claim, ranked);
  return {
    claim,
    terms,
    abstract,
    numbers: checkNumbers({ claim, abstract, ranked, derivedFrom }),
    publicationTypes: article.publicationTypes,
    isCrossLingual,
    ranked,
    verbatimSpan,
    derivedFrom,
    termCoverage: { best: ranked[0]?.coverage ?? 0, all: coverage(terms, abstract.stems) },
  };
}

/**
 * Returns the span in which the abstract states exactly this, from the beginning of a sentence to the end of one: part
 * of a sentence can mean its opposite ("no evidence that …"), and a question states nothing.
 */
function quoted(sentence: string, { abstract, sentences }: ReadAbstract): Span | undefined {
  const span = locateQuote(sentence.trim().replace(/(?<![.。;；\s])[.。;；\s]+$/, ''), abstract);
  if (!span) return undefined;
  const first = sentences.find(({ start, end }) => start <= span.start && span.start < end);
  const last = sentences.find(({ start, end }) => start < span.end && span.end <= end);
  if (!first || !last) return undefined;
  const before = abstract.slice(first.start, span.start);
  const after = abstract.slice(span.end, last.end);
  const begins = before.trim().length <= headingLength(abstract.slice(first.start, first.end));
  return begins && closing.test(after) ? span : undefined;
}

/** Characters that may follow the last word of a statement. */
const closing = /^[\s.。;；!！"”’'»)）\]】]*$/;

function findOriginal(claim: ReadText, ranked: readonly Ranked[]): Comparison['derivedFrom'] {
  if (claim.tokens.length < fewestWords) return undefined;
  let found: Comparison['derivedFrom'];
  for (const { sentence } of ranked.slice(0, aligned)) {
    const alignment = alignTokens(claim.tokens, sentence.tokens);
    if (alignment && alignment.shared >= nearVerbatim && alignment.shared > (found?.alignment.shared ?? 0))
      found = { sentence, alignment };
  }
  return found;
}
