import type { Language } from '@citewell/sdk';
import type { Pmid } from './article.ts';

/** Publication years, both inclusive; an absent bound is open. */
export type YearRange = { from?: number; to?: number };

/** A thing a question is about. */
export type Subject = {
  /** Name as the question states it. */
  name: string;
  /** The name and everything else records may call it, in either language. */
  wordings: string[];
  /**
   * `known`: a thing that lists of headings and wordings have. `unknown`: a name that no list has, such as a new drug's: records
   * hold it as it is written or not at all. `phrase`: words of medicine that need not be a thing; a preference.
   */
  kind: 'known' | 'unknown' | 'phrase';
  /** Wordings of the thing within a phrase, "vitamin D" of "vitamin D supplementation": no record is about the phrase without it. */
  core?: string[];
};

/** A word of a question that no list knows, and the listed word that is probably meant; both in lower case. */
export type SpellingSuggestion = { typed: string; meant: string };

/** Search query independent of any source's syntax. Each source renders it in its own. */
export type SearchQuery = {
  /** The question as asked, in its own language, for sources that rank whole questions. */
  text: string;
  language: Language;
  /** Content words and phrases in English, most telling first: ["type 2 diabetes", "metformin"]. */
  concepts: string[];
  /** Words of the question in Chinese, longest match first; empty for English questions. */
  hanConcepts: string[];
  /** Facets of the question, each with all its wordings in either language; a relevant paper addresses them. */
  facets: string[][];
  /**
   * The things the question is about, each with all its wordings: drugs, devices, genes, diseases and procedures as named. A
   * record is evidence only if it holds each of them. Absent: none is known.
   */
  subjects?: Subject[];
  /** True if these are what an attachment is about: the question itself names nothing. */
  isOfAttachment?: true;
  /** Facets that are everyday words, by their first wording: they may rank, they decide nothing. */
  ordinary?: string[];
  /** Words of the question that are probably misspelt: remote sources are searched for both spellings. Absent: none. */
  suggestions?: SpellingSuggestion[];
  years: YearRange;
  /** PubMed publication types the question names: ["Randomized Controlled Trial"]. A preference, never a filter. */
  studyTypes: string[];
  /** Populations of the question, as MeSH headings: ["Child"]. A preference, never a filter. */
  populations: string[];
  /** Identifiers typed into the question: these records are fetched whatever their rank. */
  pmids: Pmid[];
  dois: string[];
  /** The id of the category that the question is restricted to; its filters stand below. */
  categoryId?: string;
  /** A category's filter for PubMed, in PubMed's own syntax, ANDed to every query. */
  pubmedFilter?: string;
  /** The same category for the library: a record matches when any of these words is in its MeSH, keywords or journal. */
  categoryTerms?: string[];
  /** True if the question asks for retracted papers. */
  includeRetracted: boolean;
};
