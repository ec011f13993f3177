import type { Language } from '@citewell/sdk';
import type { Pmid } from './article.ts';

/** Publication years, both inclusive; an absent bound is open. */
export type YearRange = { from?: number; to?: number };

/** A subject of a question. */
export type Subject = {
  /** Name as the question states it. */
  name: string;
  /** The name and all wordings that records may use for it, in either language. */
  wordings: string[];
  /**
   * `known`: in the lists of headings and wordings. `unknown`: a name that is in no list, such as a new drug's, which records
   * contain exactly as written or not at all. `phrase`: medical words that may not be a subject; a preference.
   */
  kind: 'known' | 'unknown' | 'phrase';
  /** Wordings of the subject within a phrase, "vitamin D" in "vitamin D supplementation": no record is about the phrase without it. */
  core?: string[];
  /** Set if records hold it only with all words of its name: a liver disease is more than the liver. */
  isWhole?: true;
};

/** Words of a question for what the people in it do not have: "without diabetes". */
export type AbsentCondition = {
  words: string;
  /** Wordings of the condition, in whose negation records state that people do not have it; none if no list has it. */
  wordings: string[];
};

/** A word of a question that is in no list, and the listed word probably meant; both in lower case. */
export type SpellingSuggestion = { typed: string; meant: string };

/** Search query independent of any source's syntax, which each source converts to its own. */
export type SearchQuery = {
  /** The original question, in its own language, for sources that rank whole questions. */
  text: string;
  /** The question on which a dialogue was before this message, without what the message adds to it; absent if it begins a subject. */
  study?: string;
  language: Language;
  /** Content words and phrases in English, most specific first: ["type 2 diabetes", "metformin"]. */
  concepts: string[];
  /** Words of the question in Chinese, longest match first; empty for English questions. */
  hanConcepts: string[];
  /** Facets of the question, each with all its wordings in either language; a relevant paper addresses them. */
  facets: string[][];
  /**
   * Subjects of the question, each with all its wordings: drugs, devices, genes, diseases and procedures as named. A record is
   * evidence only if it mentions each of them. Absent if no subject is known.
   */
  subjects?: Subject[];
  /**
   * Drugs and complaints that a message only mentions about the people in it: a record need not mention them, but an answer says that it does
   * not. Absent if there are none.
   */
  circumstances?: Subject[];
  /** Indicates that these are the subjects of an attachment, because the question itself names none. */
  isOfAttachment?: true;
  /** Facets that are everyday words, by their first wording: they affect ranking only. */
  ordinary?: string[];
  /** Words that a note has only before its question, and that name none of its subjects: a record need not have them. Absent if there are none. */
  asides?: string[];
  /** Conditions that a note says its people do not have. Absent if there are none. */
  denied?: string[];
  /** Words of the question that are probably misspelt: remote sources are searched for both spellings. Absent if there are none. */
  suggestions?: SpellingSuggestion[];
  /** Names that the question misspells and this query has as they are meant. Absent if there are none. */
  corrected?: SpellingSuggestion[];
  years: YearRange;
  /** PubMed publication types the question names: ["Randomized Controlled Trial"]. A preference, never a filter. */
  studyTypes: string[];
  /** Populations of the question, as MeSH headings: ["Child"]. A preference, never a filter. */
  populations: string[];
  /** Conditions that the people of a review's topic do not have. Absent if it denies none. */
  absent?: AbsentCondition[];
  /** Identifiers in the question: these records are fetched whatever their rank. */
  pmids: Pmid[];
  dois: string[];
  /** Id of the category to which the question is restricted; its filters are below. */
  categoryId?: string;
  /** A category's filter for PubMed, in PubMed's own syntax, combined with every query by AND. */
  pubmedFilter?: string;
  /** The category's terms for the library: a record matches if any of them is in its MeSH headings, keywords or journal. */
  categoryTerms?: string[];
  /** Indicates that the question asks for retracted papers. */
  includeRetracted: boolean;
};
