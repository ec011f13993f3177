import { type Article, type Pmcid, toReference } from '@citewell/core/records/article.ts';
import type { Reference } from '@citewell/sdk';
import type { StudySummary } from '../studies/read-study.ts';

/**
 * Article as an answer needs it while it streams: its reference and the facts that weigh its study. The whole record
 * is many times larger, and is read again if needed.
 */
export type CitableArticle = Reference & Pick<Article, 'pmid' | 'publicationTypes' | 'retracted'>;

export function toCitable(article: Article): CitableArticle {
  const { pmid, publicationTypes, retracted } = article;
  return { ...toReference(article), pmid, publicationTypes, retracted };
}

/** The reference alone, as it goes over the wire. */
export function referenceOf(article: CitableArticle): Reference {
  const { pmid, title, authors, journal, year, demonstration } = article;
  return { pmid, title, authors, journal, year, ...(demonstration && { demonstration }) };
}

/** A verbatim excerpt that can support a sentence of the answer: the only thing an engine may cite. */
export type Passage = {
  /** Evidence id that an engine writes, without brackets: "E1", "E2", … */
  id: string;
  article: CitableArticle;
  /** Verbatim from the abstract (or the title, where a record has no abstract). */
  text: string;
  /** The abstract section it stands in: "RESULTS". */
  label?: string;
  /** Character offsets in `abstractText` of the record: `text` is what stands between them. */
  start: number;
  end: number;
  /** Higher fits the question better; comparable within one question only. */
  score: number;
  /** A sentence of English, said in one line of Chinese by code, for a reader of Chinese; absent where it cannot be said whole. */
  chinese?: string;
  /** Facts that weigh its study, from its record. */
  study?: StudySummary;
  /** Subjects of the question that the record lacks, none of a record that has little of it; absent where it is evidence. */
  lacks?: readonly string[];
  /** A sentence beside the chosen ones of its abstract: a model reads it and may cite it, quotations leave it out. */
  isContext?: true;
  /** Its place, where it stands in the full text of the article: `start` and `end` are offsets in the text of `layOut`. */
  fullText?: FullTextPlace;
};

/** Place of a passage in a full text. */
export type FullTextPlace = {
  pmcid: Pmcid;
  /** SHA-256 of the document, in hexadecimal. */
  sha256: string;
  /** "Results > Primary outcome", "Table 2". */
  section: string;
  /** A row of a table: its numbers mean nothing without the words of their columns. */
  isRow?: true;
};

/** A verbatim excerpt of the caller's attachment: quoted as "the attachment", never numbered. */
export type AttachmentPassage = { text: string; start: number; end: number; score: number };

/** Lists the papers that passages come from, each once, in the order of its first passage. */
export function citableOf(passages: readonly Pick<Passage, 'article'>[]): CitableArticle[] {
  return [...new Map(passages.map(({ article }) => [article.pmid, article])).values()];
}
