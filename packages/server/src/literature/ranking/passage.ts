import { type Article, type Pmcid, toReference } from '@citewell/core/records/article.ts';
import type { Reference } from '@citewell/sdk';
import type { StudySummary } from '../studies/read-study.ts';

/**
 * Data of an article that an answer needs while it streams: its reference and the facts that weigh its study. The whole
 * record is many times larger, and is read again if needed.
 */
export type CitableArticle = Reference & Pick<Article, 'pmid' | 'publicationTypes' | 'retracted'>;

export function toCitable(article: Article): CitableArticle {
  const { pmid, publicationTypes, retracted } = article;
  return { ...toReference(article), pmid, publicationTypes, retracted };
}

/** Returns the reference in its wire form. */
export function referenceOf(article: CitableArticle): Reference {
  const { pmid, title, authors, journal, year, demonstration } = article;
  return { pmid, title, authors, journal, year, ...(demonstration && { demonstration }) };
}

/** Verbatim excerpt that can support a sentence of the answer: the only thing that may be cited. */
export type Passage = {
  /** Evidence id that a model writes, without brackets: "E1", "E2", … */
  id: string;
  article: CitableArticle;
  /** Verbatim from the abstract, or from the title of a record without one. */
  text: string;
  /** Section of the abstract: "RESULTS". */
  label?: string;
  /** Character offsets of `text` in `abstractText` of the record. */
  start: number;
  end: number;
  /** Relevance, comparable within one question only; higher is better. */
  score: number;
  /** Chinese translation of an English sentence, by code, for a reader of Chinese; absent if it cannot be complete. */
  chinese?: string;
  /** Facts that weigh its study, from its record. */
  study?: StudySummary;
  /**
   * Subjects, people and conditions of the question that the record lacks, empty if rules know nothing of the kind and it only covers too little; absent if it
   * is evidence.
   */
  lacks?: readonly string[];
  /** Everyday words of the question that evidence does not contain, because it probably puts them differently; absent if there are none. */
  unmentioned?: readonly string[];
  /** Set for a sentence of the abstract that was not chosen: a model reads it and may cite it, quotations omit it. */
  isContext?: true;
  /** Location in the full text, if it comes from there: `start` and `end` are offsets in the text of `layOut`. */
  fullText?: FullTextPlace;
};

/** Location of a passage in a full text. */
export type FullTextPlace = {
  pmcid: Pmcid;
  /** SHA-256 of the document, in hexadecimal. */
  sha256: string;
  /** "Results > Primary outcome", "Table 2". */
  section: string;
  /** Set for a table row, whose numbers mean nothing without the column headings. */
  isRow?: true;
};

/** Verbatim excerpt of the caller's attachment: quoted as "the attachment", never numbered. */
export type AttachmentPassage = { text: string; start: number; end: number; score: number };

/** Lists the papers of passages, each once, in the order of its first passage. */
export function citableOf(passages: readonly Pick<Passage, 'article'>[]): CitableArticle[] {
  return [...new Map(passages.map(({ article }) => [article.pmid, article])).values()];
}
