/**
 * The Citewell protocol: every request, response and event of the service, in the contract's order and terms.
 * Wire names are in snake_case. Years are strings of four digits ("2024").
 */

import type { SourceName } from './sources.ts';

export * from './sources.ts';

/** A cited article: the five fields shown with answers, and a sixth for invented records. Unknown fields are empty strings. */
export type Reference = {
  /** PubMed identifier, digits only. */
  pmid: string;
  title: string;
  /** The author list as one text: "Flaherty KT, Robert C, Hersey P". */
  authors: string;
  journal: string;
  year: string;
  /** Present on the invented records supplied with the service, which are not evidence and not in PubMed. */
  demonstration?: true;
};

/**
 * A cited article with all details for reference lists and reference managers; unknown ones are absent. `bibliography.ts` writes
 * files and lists from these records, or from the five fields alone.
 */
export type BibliographicRecord = Reference & {
  /** The authors one by one: "Flaherty KT", or the name of a group. */
  author_list?: string[];
  /** The abbreviated journal name used in citations: "N Engl J Med". */
  journal_abbreviation?: string;
  /** ISO date of publication if more than the year is known: "2012-07", "2012-07-12". */
  published?: string;
  volume?: string;
  issue?: string;
  /** Pages as the source writes them ("107-14"), or the number of an article without pages ("e1002512"). */
  pages?: string;
  issn?: string;
  doi?: string;
  pmcid?: string;
  /** ISO 639-2 codes as PubMed has them: "eng", "chi". */
  languages?: string[];
  publication_types?: string[];
  /** MeSH headings. */
  mesh?: string[];
  /** The authors' keywords. */
  keywords?: string[];
  /** One "LABEL: text" per section, separated by line breaks. */
  abstract?: string;
  /** Affiliations of the first author. */
  affiliations?: string[];
};

/** Maximum size of `file_content` in megabytes (of 1,048,576 bytes), and in bytes of UTF-8. */
export const fileContentMaxMegabytes = 2;
export const fileContentMaxBytes = fileContentMaxMegabytes * 1024 * 1024;

/** POST /ai/api/ask */
export type AskRequest = {
  /** Chinese or English, at most 4,000 characters. */
  question: string;
  date_from?: string;
  date_to?: string;
  /** 1 to 30, default 10. */
  max_refs?: number;
  category_id?: string;
  /** Papers that must not be cited, at most 100. */
  exclude_pmids?: string[];
  /** Includes open-access full texts (the default); with false, only abstracts are read. */
  full_text?: boolean;
  /** Text extracted from a PDF or TXT attachment, at most `fileContentMaxBytes`. */
  file_content?: string;
  /** Supplements to include in the reply; in a stream, as events of these names before `done`. */
  include?: Includable[];
};

export type AskResponse = AnswerSupplements & {
  /** Text with inline citations: `[n]` is `references[n - 1]`. */
  answer: string;
  references: Reference[];
};

/** Supplements of an answer or a review, each present if `include` names it. */
export type AnswerSupplements = {
  /** `trust[n - 1]` is about `references[n - 1]`. */
  trust?: TrustCard[];
  /** The search log. */
  run?: RunRecord;
  /** Covers every sentence, in a review except those of tables. */
  verification?: AnswerVerification;
  /** `bibliography[n - 1]` is `references[n - 1]`, whole. */
  bibliography?: BibliographicRecord[];
};

/** Results of checking an answer's sentences against the abstracts they cite, before they were sent. */
export type AnswerVerification = {
  /** Every sentence of the answer, in its order. */
  sentences: AnswerSentence[];
  /** Number of sentences that were written but not sent, because no record supported them. */
  omitted: number;
};

export type AnswerSentence = {
  /** Verbatim from the answer, its markers included. */
  sentence: string;
  /** `needs_citation`: a statement without a source. `connective`: a framing sentence, which states no finding. */
  kind: 'cited' | 'needs_citation' | 'connective';
  /** `supports`: this citation supports the sentence alone, or the others do not without it. */
  marks: { n: number; pmid: string; supports: boolean }[];
  /**
   * Verdict over all citations of the sentence; null if it has none. `undetermined`: rules alone cannot decide.
   * Sentences that demonstrably deviate are removed from answers, so only the other two occur in answers.
   */
  verdict: 'supported' | 'deviates' | 'undetermined' | null;
  /** Sentences of the abstracts, verbatim: `text` is the abstract from `start` to `end`, in UTF-16 code units. */
  evidence: { pmid: string; text: string; start: number; end: number }[];
  /** Present if the abstracts do not decide the sentence and a full text supports it. */
  read?: 'full_text';
  /** Present with `read`: the supporting sentences of results sections, or rows and cells of tables. */
  full_text?: (FullTextReading & { pmid: string })[];
  /** `citations_replaced`: its citations did not support it and were replaced by others. */
  repair: 'citations_replaced' | null;
};

/** Designs of studies, as far as a record states them. */
export const studyDesigns = [
  'meta_analysis',
  'systematic_review',
  'guideline',
  'randomized_trial',
  'clinical_trial',
  'cohort',
  'case_control',
  'cross_sectional',
  'observational',
  'case_report',
  'review',
  'protocol',
  'opinion',
  'animal',
  'in_vitro',
] as const;

/** Facts about a cited record from its metadata and abstract; null if neither states them. */
export type TrustCard = {
  pmid: string;
  retracted: boolean;
  /** Indicates that an expression of concern was published about it. */
  expression_of_concern: boolean;
  /** Indicates that an erratum was published about it, or it was republished with corrections. */
  erratum: boolean;
  preprint: boolean;
  /** The notices on which these fields are based. */
  notices: { kind: 'retraction' | 'concern' | 'erratum'; pmid: string | null; citation: string }[];
  design: (typeof studyDesigns)[number] | null;
  /** Source of the design: PubMed's publication types, or the text of title and abstract. */
  design_from: 'publication_types' | 'text' | null;
  /**
   * Level of the design alone, 1 (synthesis of studies) to 5 (mechanism, opinion); null for a guideline, which grades
   * its own evidence.
   */
  evidence_level: 1 | 2 | 3 | 4 | 5 | null;
  /** The number and its context, verbatim: `text` is `abstract.slice(start, end)`. */
  sample_size: { n: number; text: string; start: number; end: number } | null;
  subjects: 'human' | 'animal' | 'human_and_animal' | 'in_vitro' | null;
  /** The most complete part of the article that was read. */
  read: 'abstract' | 'title' | 'full_text';
  /** Present if `read` is `full_text`: the full text, and its first statement that supports the text, or null. */
  full_text?: FullTextReading;
};

/** A query of a run, as sent. */
export type RunSearch = {
  source: SourceName;
  query: string;
  total: number;
  /** The source's own interpretation of the query; absent if it returned none, as for a cached search. */
  translation?: string;
  step?: 'synonyms' | 'words' | 'spelling';
  /** Time of the reply: ISO 8601 in UTC. */
  at: string;
};

/** A sentence supplied to the writer. */
export type RunEvidence = {
  /** Evidence id of its passage: "E1". */
  id: string;
  pmid: string;
  /** Verbatim from the record's abstract, from its title if it has none, or from its full text. */
  text: string;
  label?: string;
  /** The sentence translated by rules into one line of Chinese, as shown in a Chinese answer. */
  chinese?: string;
  /**
   * Subjects, people and conditions of the question that the record lacks; empty if it only covers too little of the question.
   * Absent from evidence.
   */
  lacks?: string[];
  /** Everyday words of the question that evidence does not contain, because it probably puts them differently. */
  unmentioned?: string[];
  /** Set on a sentence that was not chosen from its abstract: models receive it as context, quotations omit it. */
  context?: true;
  /** Present on a statement of the article's full text: `start` and `end` are offsets in its plain text. */
  full_text?: { pmcid: string; section: string; sha256: string; row?: true };
  start: number;
  end: number;
  /** SHA-256 of `text` in UTF-8, hexadecimal. */
  sha256: string;
};

/** Facts from a study's record by which readers can weigh its findings. */
export type RunStudy = {
  /** Design, for example `randomized_trial`. */
  kind?: string;
  /** Population studied, or the animals, for example `pregnant women`. */
  group?: string;
  /** Number of participants; in a synthesis, of all its studies together. */
  n?: number;
  /** Number of studies that a synthesis pooled. */
  studies?: number;
  /** Indicates that people were studied in addition to the animals of `group`. */
  is_mixed?: true;
  /** Four digits. */
  year?: string;
};

/** A record that evidence was taken from. */
export type RunArticle = Reference & {
  publication_types: string[];
  retracted: boolean;
  /** Facts that the answer states before quotations from the record; uncertain ones are absent. */
  study?: RunStudy;
  /** SHA-256 of title and abstract as read, to detect later changes of the record. */
  sha256: string;
};

/**
 * Record of how an answer was produced: sufficient for a methods section, and to reproduce it from the same
 * evidence.
 */
export type RunRecord = {
  /** Version of this format. */
  version: 1;
  request_id: string;
  service: { name: 'citewell'; version: string };
  started_at: string;
  finished_at: string;
  question: string;
  /** Language of the answer. */
  language: Language;
  /** Inputs of the writer in addition to the evidence; their content is not stored. */
  inputs: { attachment: boolean; images: number; history: number };
  /** The question as searched. */
  query: {
    language: Language;
    concepts: string[];
    /** The Chinese words of a Chinese question. */
    terms: string[];
    /** Each topic with all its wordings. */
    facets: string[][];
    date_from: string | null;
    date_to: string | null;
    study_types: string[];
    populations: string[];
    /** Words that were searched as they were probably meant; absent if there are none. */
    corrections?: { typed: string; meant: string }[];
    pmids: string[];
    dois: string[];
    category_id: string | null;
    category_filter: string | null;
    include_retracted: boolean;
    max_refs: number;
    /** Indicates that a language model's reading of the question was used. */
    planned: boolean;
  };
  searches: RunSearch[];
  /** Sources that could not be searched, returned only part of their results, or were not searched because no query could be formed. */
  unavailable: string[];
  not_asked: string[];
  /** Sources that were too busy and were replaced by another. */
  busy: string[];
  /** Shortfalls of sources that responded; empty if they returned everything. */
  shortfalls: RunShortfall[];
  /** Numbers of records, from those found to those cited. */
  counts: {
    found: number;
    retracted_excluded: number;
    articles: number;
    passages: number;
    cited: number;
  };
  evidence: RunEvidence[];
  articles: RunArticle[];
  /** Model that was to write the text, or "extractive" without one; the text says if quotations replaced it. */
  engine: string;
  /** SHA-256 of the answer in UTF-8. */
  answer_sha256: string;
};

/** Records that a source announced, or was asked for, but did not return. */
export type RunShortfall = {
  source: string;
  /** Records it named but did not return. */
  missing_pmids: string[];
  /** Number of records it counted but did not name. */
  withheld: number;
  /** Searches it did not run: a query in its syntax, or the name of a relaxation step. */
  failed_searches: string[];
};

/** Supplements that `include` can request. */
export const includable = ['trust', 'run', 'verification', 'bibliography'] as const;
export type Includable = (typeof includable)[number];

/** Supplements that `include` can request of a review. */
export const reviewIncludable = [...includable, 'comparison', 'figures', 'screening'] as const;
export type ReviewIncludable = (typeof reviewIncludable)[number];

/** One earlier round of a dialogue. */
export type HistoryItem = { q: string; a: string };

export type Language = 'zh' | 'en';

/** Number of rounds of `history` that are used, the last ones. */
export const historyRounds = 6;
/** Maximum size of all questions and answers of `history` together in kilobytes (of 1,024 bytes), and in bytes of UTF-8. */
export const historyMaxKilobytes = 64;
export const historyMaxBytes = historyMaxKilobytes * 1024;

/** Maximum number of `images`. */
export const imagesMax = 4;
/** Maximum size of an image in megabytes (of 1,048,576 bytes), and in bytes. */
export const imageMaxMegabytes = 5;
export const imageMaxBytes = imageMaxMegabytes * 1024 * 1024;

/** POST /ai/api/ask_stream */
export type AskStreamRequest = AskRequest & {
  /** Forces the language of the answer; without it, the question's language. */
  lang?: Language;
  /** Earlier rounds, oldest first, at most `historyMaxBytes`; only the last 6 (`historyRounds`) are used. */
  history?: HistoryItem[];
  /** PNG, JPEG or WebP as Base64, with or without a `data:` prefix; at most 4 (`imagesMax`) of `imageMaxBytes` each. */
  images?: string[];
  mode?: 'answer' | 'discussion';
};

/** POST /ai/api/expert */
export type ReviewRequest = {
  /** The topic, Chinese or English, at most 4,000 characters; a specific one gives a better review. */
  question: string;
  date_from?: string;
  date_to?: string;
  /** 1 to 30, default 20. */
  max_refs?: number;
  category_id?: string;
  /** Forces the language of the review; without it, the topic's language. */
  lang?: Language;
  /** Papers that must not be cited, at most 100. */
  exclude_pmids?: string[];
  /** Includes open-access full texts (the default); with false, only abstracts are read. */
  full_text?: boolean;
  include?: ReviewIncludable[];
  /** Rewrites one section of a finished review; the other fields are those of its request. */
  rewrite?: SectionRewrite;
};

/** A section to write again from the same evidence; the rest of the review stays unchanged. */
export type SectionRewrite = {
  /** The `Idempotency-Key` of the review, which finished within the last hour. */
  call: string;
  /** The heading of the section in the review. */
  section: string;
};

/** POST /ai/api/expert_stream */
export type ReviewStreamRequest = ReviewRequest;

/** Parts of a review as data, named by the values of `include` that request them. */
export type ReviewSupplements = {
  /** The comparison table: one row per study, in order. */
  comparison?: ComparisonRow[];
  figures?: ReviewFigures;
  /** Every record that the searches returned, once, with the decision on it; included records come first. */
  screening?: ScreenedRecord[];
};

/** A piece of a record's title or abstract, word for word. */
export type RecordSpan = {
  text: string;
  pmid: string;
  field: 'title' | 'abstract';
  /** Offsets in UTF-16 code units, `end` exclusive; in an abstract, offsets in the text that `tool_result` contains. */
  start: number;
  end: number;
  /** The sentence that contains it, word for word; for a title, the title. */
  sentence: string;
};

/** Cells of a review's comparison table that quote a record, in the order of their columns. */
export const comparisonCells = [
  'population',
  'n',
  'intervention',
  'comparator',
  'outcome',
  'effect',
] as const;
export type ComparisonCell = (typeof comparisonCells)[number];

/** Columns of a review's comparison table in order: the study, its design, and the cells. */
export const comparisonColumns = ['study', 'design', ...comparisonCells] as const;
export type ComparisonColumn = (typeof comparisonColumns)[number];

/** Headings of the columns. */
export const comparisonHeadings: Record<ComparisonColumn, Record<Language, string>> = {
  study: { en: 'Study', zh: '研究' },
  design: { en: 'Design', zh: '设计' },
  population: { en: 'Population', zh: '人群' },
  n: { en: 'n', zh: '样本量' },
  intervention: { en: 'Intervention or exposure', zh: '干预或暴露' },
  comparator: { en: 'Compared with', zh: '对照' },
  outcome: { en: 'Outcome', zh: '结局' },
  effect: { en: 'Effect (interval)', zh: '效应量（区间）' },
};

/**
 * A study in the comparison table. A cell is null if no rule can extract it from the record; `effect` is the measure with its
 * value and interval.
 */
export type ComparisonRow = { pmid: string; design: TrustCard['design'] } & Record<
  ComparisonCell,
  RecordSpan | null
>;

/** The figures of a review as data; `drawFlow` and `drawForestPlot` draw them. */
export type ReviewFigures = {
  flow: ReviewFlow;
  /**
   * One plot for each outcome and measure for which at least two studies report an effect, then an overview of the outcomes
   * reported by one study each; nothing is pooled.
   */
  plots: EffectPlot[];
};

/**
 * Numbers of records, from those that the sources returned to the studies included, after PRISMA 2020. Every record is counted
 * once.
 */
export type ReviewFlow = {
  /** The line of the review under which the figure stands. */
  heading: string;
  /** Records that match the searches, each search counted; the sources returned those that rank highest. */
  matched: number;
  /** Records that the sources returned, including duplicates. */
  identified: number;
  duplicates: number;
  screened: number;
  /** Records excluded by a rule, by reason. */
  excluded: Record<Exclude<ScreeningReason, 'ranked_out'>, number>;
  /** Records on the topic that ranked below the permitted number of references. They were not screened. */
  ranked_out: number;
  included: number;
};

/** Effects reported by several studies in one measure, on one outcome or on different ones. */
export type EffectPlot = {
  /** The line of the review under which the figure stands, and the table of the same effects. */
  heading: string;
  /** "HR", "OR", "RR", "IRR", "MD", "SMD" or "RD"; adjusted ones are "aHR" and so on, in plots of their own. */
  measure: string;
  /** Scale of the effects: 1 means no effect in a `ratio`, 0 in a `difference`. */
  kind: 'ratio' | 'difference';
  /** Set if each effect is on a different outcome, named in `study`: do not compare them with one another. */
  several_outcomes?: true;
  studies: PlottedEffect[];
};

export type PlottedEffect = {
  pmid: string;
  /** "Doe J et al. 2021 (statins)", with what the effect is of; if outcomes differ, "Stroke: Doe J et al. 2021 (statins)". */
  study: string;
  value: number;
  /** The bounds of its interval. */
  low: number;
  high: number;
  outcome: RecordSpan;
  comparator: RecordSpan | null;
  effect: RecordSpan;
};

/** Reasons for not including a record, in the order in which they are checked. */
export const screeningReasons = [
  'asked',
  'years',
  'retracted',
  'notice',
  'no_abstract',
  'repeated',
  'off_topic',
  'other_outcome',
  'other_people',
  'people_not_stated',
  'laboratory',
  'ranked_out',
] as const;
export type ScreeningReason = (typeof screeningReasons)[number];

/** A record that the searches returned, and the decision on it. */
export type ScreenedRecord = Reference & { decision: 'included' | ScreeningReason };

export type ReviewResponse = AnswerSupplements &
  ReviewSupplements & {
    title: string;
    /** The whole review as Markdown: "# title", "## heading"; `[n]` is `references[n - 1]`. */
    review: string;
    /** The review divided at its "## " headings. */
    sections: { heading: string; text: string }[];
    references: Reference[];
    /** Code of the error that ended a review early. The sections present are complete, and charged. */
    incomplete?: string;
  };

/** POST /ai/api/factcheck_verify */
export type CitationCheckRequest = {
  /** The sentence to check, Chinese or English, at most 4,000 characters. */
  sentence: string;
  /** PubMed identifier of the article it cites. */
  pmid: string;
  /** The abstract, at most 50,000 characters; if present, nothing is looked up. */
  abstract?: string;
  /** Consults the full text if the abstract does not decide the sentence (the default). */
  full_text?: boolean;
  /** `verification`: details of the verdict. `bibliography`: the record of the cited article. */
  include?: ('verification' | 'bibliography')[];
};

export type CitationCheckResponse = {
  /** Indicates that the sentence agrees with the abstract; false if it deviates or the abstract does not say. */
  consistent: boolean;
  is_review_citation: boolean;
  /** Reason in the language of the sentence, as are the two fields below. */
  reason: string;
  deviation_analysis: string;
  /** A corrected sentence, all of whose numbers occur in the abstract; empty if there is no correction. */
  suggestion?: string;
  pmid: string;
  /** The abstract the sentence was checked against. */
  abstract: string;
  /** Present if the cited article is an invented demonstration record; `reason` says so first. */
  demonstration?: true;
  /** Verification details, if requested. */
  verification?: Verification;
  /** The record of the cited article, if requested; empty if an abstract was sent and the library has no such record. */
  bibliography?: BibliographicRecord[];
};

/** Reading of a full text in PubMed Central for a sentence that the abstract does not decide. */
export type FullTextReading = {
  pmcid: string;
  /** Address or name of the license, or null if neither article nor record states one. */
  license: string | null;
  /** SHA-256 of the document that was read, in hexadecimal. */
  sha256: string;
  /** Titles of the section, or the label of the table, that contains the sentence; null: no sentence supports the claim. */
  section: string | null;
  /** The sentence that supports the claim; for a table, a cell after its row and column. Null: there is none. */
  sentence: string | null;
};

/** POST /ai/api/factcheck_batch */
export type CitationBatchRequest = {
  /** 1 to 100 pairs; each is checked, counted and billed like a call of factcheck_verify. */
  pairs: Omit<CitationCheckRequest, 'include' | 'full_text'>[];
  /** Permission to read full texts, as in factcheck_verify; applies to all pairs. */
  full_text?: boolean;
  /** `verification`: details of each verdict. */
  include?: 'verification'[];
};

/** Result of one pair: a reply of factcheck_verify, or its error. */
export type CitationVerdict = {
  /** Index in `pairs`, from 0. */
  index: number;
} & (CitationCheckResponse | ({ pmid: string } & ErrorBody));

/** The events of a batch: one verdict per pair, in order; `done` is sent exactly once, as the last event. */
export type CitationBatchEvent =
  | { event: 'verdict'; data: CitationVerdict }
  | { event: 'error'; data: { message: string } }
  | { event: 'done'; data: Record<string, never> };

/** Ways in which a sentence can deviate from its source. */
export const deviationTypes = [
  'numeric',
  'unit',
  'direction',
  'negation',
  'comparator',
  'context',
  'over_extrapolation',
  'causality',
  'design',
  'secondary_source',
  'unsupported',
] as const;
export type DeviationType = (typeof deviationTypes)[number];

/** Details of the verdict on a sentence. */
export type Verification = {
  /** `undetermined`: the abstract does not say. */
  verdict: 'supported' | 'deviates' | 'undetermined';
  /** Sentences of the abstract, verbatim: `text` is `abstract.slice(start, end)`, in UTF-16 code units. */
  evidence: { text: string; start: number; end: number }[];
  /** Every number of the sentence; `evidence` is the abstract's wording of it, or null. */
  numbers: { text: string; found: boolean; evidence: string | null }[];
  /** Deviations that led to the verdict `deviates`: words of the sentence, and of the abstract, or null if it has none. */
  deviations: { type: DeviationType; claim: string; evidence: string | null }[];
  /**
   * The words of the sentence that rules compared, in order. `found`: in the closest passage of the abstract, elsewhere in the
   * abstract, or null if not stated there. Empty if the sentence is verbatim or nothing was compared.
   */
  parts: { text: string; found: 'passage' | 'elsewhere' | null }[];
  /** Decided by rules alone, by a model if the rules left it open, or by rules because the model failed. */
  method: 'rules' | 'model' | 'rules_model_failed';
  /** `full_text` if the abstract did not decide and the article's full text was also read. */
  read: 'abstract' | 'full_text';
  /** Present if `read` is `full_text`. */
  full_text?: FullTextReading;
  /** Share of correct verdicts of this kind, 0 to 1, calibrated on independent sentences; null: not calibrated, as at present. */
  confidence: number | null;
};

/** POST /ai/api/polish */
export type PolishRequest = {
  /** Text of at most 20,000 characters. */
  text: string;
  /** Polishing instructions of at most 2,000 characters; academic polishing by default. */
  requirement?: string;
  /** Adds references to uncited sentences that state findings, if an article supports them (the default). */
  insert_refs?: boolean;
};

/** Fields that a condition can address. `keyword` is MeSH headings and the authors' keywords. */
export const searchFields = [
  'title',
  'abstract',
  'title_abstract',
  'keyword',
  'author',
  'journal',
  'publication_type',
  'pmid',
  'doi',
  'language',
] as const;
export type SearchField = (typeof searchFields)[number];

/**
 * A search condition: every word of `value` must occur in the field; text in double quotes is a phrase, and a word
 * followed by `*` a prefix. There is no other syntax.
 */
export type SearchTerm = {
  field: SearchField;
  /** Value of at most 500 characters, Chinese or English. */
  value: string;
};

/** POST /ai/api/local_advanced_search */
export type LocalSearchRequest = {
  /** Conditions, at most 20, all of which must match; without any, every record matches. */
  terms?: SearchTerm[];
  year_from?: string;
  year_to?: string;
  /** Newest first by default. */
  sort?: 'date_desc' | 'relevance';
  /** 1 to 100, default 50. */
  limit?: number;
  /** 0 to 10,000, default 0. */
  offset?: number;
  /** `bibliography`: complete records in addition to `articles`. */
  include?: 'bibliography'[];
};

/** A record of the library. Unknown texts are empty strings. */
export type LocalSearchArticle = Reference & {
  /** One "LABEL: text" per section, separated by line breaks. */
  abstract: string;
  /** MeSH headings, then the authors' keywords. */
  keywords: string[];
  publication_types: string[];
  doi: string;
  retracted: boolean;
};

export type LocalSearchResponse = {
  /** Exact number of matching records. */
  total: number;
  articles: LocalSearchArticle[];
  /** Offset of the next page; null on the last page, or if it would exceed 10,000. */
  next_offset: number | null;
  /** Present with `include: ["bibliography"]`: `bibliography[n - 1]` is `articles[n - 1]`, whole. */
  bibliography?: BibliographicRecord[];
};

/** The metered endpoints, as named in usage records. */
export const endpoints = [
  'ask',
  'ask_stream',
  'expert',
  'expert_stream',
  'factcheck_verify',
  'polish',
  'local_advanced_search',
  'avatar_chat',
] as const;
export type Endpoint = (typeof endpoints)[number];

/** Outcomes of a call. `ok` means complete; the documentation of my_usage states the charges of the others. */
export const outcomes = [
  'ok',
  'not_found',
  'client_disconnected',
  'upstream_error',
  'insufficient_balance',
  'key_disabled',
  'deadline',
  'internal_error',
  'interrupted',
] as const;
export type CallOutcome = (typeof outcomes)[number];

/** The query of GET /ai/api/my_usage. Days are dates of the quota's zone, `2026-01-31`. */
export type UsageRequest = {
  /** The first day; by default, the period is the 30 days up to `to`, and at most 366 days. */
  from?: string;
  /** The last day, inclusive; today by default. */
  to?: string;
  /** Dimension by which `trend` is summed; `day` by default. */
  group_by?: 'day' | 'endpoint' | 'model';
  /** Restricts totals, groups and records to calls of this endpoint. */
  endpoint?: Endpoint;
  /** Restricts totals, groups and records to calls with this outcome. */
  outcome?: CallOutcome;
  /** Records a page, 1 to 200, default 50. */
  limit?: number;
  /** The `next_cursor` of the previous page. Its period applies if `from` and `to` are omitted. */
  cursor?: string;
};

/** A call. Figures are 0 while it runs and final once it has ended, which is before its reply has been fully sent. */
export type UsageRecord = {
  /** Value of X-Request-Id in the reply. */
  request_id: string;
  endpoint: string;
  /**
   * `answer` or `discussion` for ask_stream, `batch` for a check in factcheck_batch, `chat_completions` and `responses` for
   * calls through `/v1/chat/completions` and `/v1/responses`; otherwise null.
   */
  mode: string | null;
  /** ISO 8601, in UTC. */
  started_at: string;
  /** End of the call, ISO 8601 in UTC; null while it runs, as are `duration_ms` and `outcome`. */
  ended_at: string | null;
  duration_ms: number | null;
  outcome: CallOutcome | null;
  /** An ended call that used tokens is `settled`, one that used none `released`, whatever its outcome. */
  state: 'running' | 'settled' | 'released';
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  /** Tokens deducted from the balance. `charged + unbilled` is `total_tokens`. */
  charged: number;
  /** Tokens that were used and not charged. */
  unbilled: number;
  /**
   * Indicates that a provider reported no usage for a part of the call, and the figure is our own count of the text.
   */
  estimated: boolean;
};

export type UsageTotals = {
  /** Calls that have ended. */
  requests: number;
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  charged: number;
  unbilled: number;
};

export type UsageGroup = {
  /** A day, an endpoint or a model, as `group_by` says. */
  key: string;
  requests: number;
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  /** Amount charged; null when grouped by model, since a call is charged as a whole, whichever models it used. */
  charged: number | null;
};

/** GET /ai/api/my_usage. All figures are from one point in time: `totals` is the sum of all records in the requested period. */
export type UsageResponse = {
  key: {
    id: string;
    label: string;
    /** The beginning and the end of the key used for this request. */
    hint: string;
    status: 'enabled' | 'disabled';
    /** ISO 8601, or null for never. */
    expires_at: string | null;
    modules: Module[];
  };
  /** Tokens. `held` is what running calls hold; `available` is `granted - charged - held`. */
  balance: { granted: number; charged: number; held: number; available: number };
  /** Today's calls; `limit` is null if there is no limit. */
  quota: { day: string; timezone: string; used: number; limit: number | null; resets_at: string };
  /** The period of all fields below, first and last day included. */
  window: { from: string; to: string };
  totals: UsageTotals;
  /** Groups by day, every day of the window in order; by endpoint or model, those with usage. */
  trend: UsageGroup[];
  by_endpoint: UsageGroup[];
  /** Newest first, running calls among them. */
  records: UsageRecord[];
  /** Cursor of the next page; null on the last one. */
  next_cursor: string | null;
};

/** GET /ai/api/my_usage/steps?request_id=…: the steps of one of the key's calls. */
export type UsageStepsResponse = {
  request_id: string;
  /** Steps in order. A call without requests to models has none. */
  steps: UsageStep[];
};

/**
 * Purposes of a step: planning the search, ordering the records found, writing, checking, viewing images, chatting,
 * polishing; or a priced search.
 */
export const stepKinds = ['plan', 'rank', 'write', 'verify', 'vision', 'chat', 'polish', 'search'] as const;
export type StepKind = (typeof stepKinds)[number];

/** One request to a model; each attempt is a step. */
export type UsageStep = {
  /** Number, counted from 1. */
  number: number;
  kind: StepKind;
  model: string;
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  /**
   * Tokens of the prompt that the provider served from its cache: part of `prompt_tokens`, and charged like them; null
   * if not reported.
   */
  cached_tokens: number | null;
  /** `running` until its figures are known; `interrupted` if the call ended before the provider reported them. */
  state: 'running' | 'finished' | 'interrupted';
  /** Indicates that the figures are our own count of the text. */
  estimated: boolean;
};

/** POST /ai/api/avatar_chat */
export type AvatarChatRequest = {
  /** Chinese or English, at most 4,000 characters. */
  message: string;
  /** An `id` of GET /ai/api/personas; by default the first one. */
  persona?: string;
  /** Earlier rounds, oldest first, at most `historyMaxBytes`; only the last 6 (`historyRounds`) are used. */
  history?: HistoryItem[];
  lang?: Language;
  stream?: boolean;
};

export type AvatarChatResponse = { reply: string; references: Reference[] };

/** GET /ai/api/personas: the personas available to avatar_chat. */
export type PersonasResponse = { personas: Persona[] };
export type Persona = {
  id: string;
  name: Record<Language, string>;
  description: Record<Language, string>;
  /** Marks the persona used by default. */
  default: boolean;
};

/** GET /ai/api/categories: the values of `category_id`. */
export type CategoriesResponse = { categories: Category[] };
export type Category = {
  id: string;
  name: Record<Language, string>;
  /** Filter in PubMed's syntax, combined with every query by AND. */
  pubmed_filter: string;
  /** Terms of which a library record must contain one, in title, keywords or journal, to belong to the category. */
  library_terms: string[];
};

/** Modules for which a key can be authorized. */
export const modules = ['ask_agent', 'expert_agent', 'factcheck'] as const;
export type Module = (typeof modules)[number];

/** An article found by a tool, in compact form, with the beginning of the abstract. */
export type ToolResultItem = {
  pmid: string;
  title: string;
  journal: string;
  year: string;
  abstract: string;
  retracted?: true;
};

/** Progress of an answer. */
export type Thinking = {
  message: string;
  /**
   * Set once the evidence is chosen, before the first word: the papers that the text may cite, best first. `references` later
   * lists those it does cite, in citation order. Each replaces the previous one: a discussion may add papers.
   */
  sources?: Reference[];
  /** Set once a review or discussion has an outline; each replaces the previous one. */
  progress?: WritingProgress;
  /** Sections finished since the last `progress` whose turn in the text has not come: an earlier one is still being written. */
  finished?: FinishedSection[];
  /** Set if there is no news and `message` repeats the current activity: its duration so far, in seconds. */
  elapsed_seconds?: number;
};

/** State of each section of a long text, in reading order. */
export type WritingProgress = { sections: SectionProgress[] };

export type SectionProgress = {
  /** The section's heading in the text; level 3 for a theme of the findings. */
  heading: string;
  level: 2 | 3;
  /** `finished`: written and checked, and sent as soon as earlier sections have been; `failed`: will be missing. */
  state: 'writing' | 'finished' | 'failed';
};

/**
 * A section to read before its turn. `answer_chunk` sends it again in its place, with the text's own citation numbers and, before
 * a theme, the paragraph that leads into it; its sentences are the same.
 */
export type FinishedSection = {
  /** Heading that it has in `progress`. */
  heading: string;
  /** Markdown; `[n]` cites the n-th paper of `sources`. */
  text: string;
};

/** The events of a stream, by name. `done` is sent exactly once, as the last event; after a failure, one `error` precedes it. */
export type AnswerEvent =
  | { event: 'thinking'; data: Thinking }
  | { event: 'tool_call'; data: { tool: string; input: Record<string, unknown> } }
  | { event: 'tool_result'; data: ToolResult }
  | { event: 'answer_chunk'; data: { text: string } }
  | { event: 'references'; data: { refs: Reference[] } }
  /** Supplement: sent if `include` requests it. */
  | { event: 'trust'; data: { cards: TrustCard[] } }
  | { event: 'run'; data: RunRecord }
  | { event: 'verification'; data: AnswerVerification }
  | { event: 'bibliography'; data: { records: BibliographicRecord[] } }
  | { event: 'comparison'; data: { rows: ComparisonRow[] } }
  | { event: 'figures'; data: ReviewFigures }
  | { event: 'screening'; data: { records: ScreenedRecord[] } }
  | { event: 'error'; data: { message: string } }
  | { event: 'done'; data: Record<string, never> };

export type ToolSearch = {
  query: string;
  total: number;
  translation?: string;
  /** Words that the source does not know. */
  not_found?: string[];
};

export type ToolResult = {
  tool: string;
  /** Number of matching records, of which `items` are the first. */
  total: number;
  items: ToolResultItem[];
  /** The query exactly as the source ran it, if reported. */
  translation?: string;
  /** Every query sent, in the source's syntax, with its count and the source's own interpretation. */
  searches?: ToolSearch[];
  /** Present if too little was found and the search was broadened: by synonyms and headings, by words, by spelling. */
  step?: 'synonyms' | 'words' | 'spelling';
  /** Set if the source could not be reached; `total` then says nothing about the literature. */
  unavailable?: true;
  /** Set if the source was not searched because its queue was too long; another one is searched instead. */
  busy?: true;
  /** Set if the source returned only part of its results. */
  shortfall?: RunShortfall;
  /** Set if the source was not searched, because no word of the question could be translated into English. */
  not_asked?: true;
};

export type AnswerEventName = AnswerEvent['event'];

/** Body of every error response: exactly these two strings. */
export type ErrorBody = {
  /** Error message in the caller's language, with a remedy. */
  error: string;
  /** Machine-readable: `missing_key`, `no_permission:ask_agent`, `quota_exceeded:100/100`, … */
  code: string;
};

/** POST /apply: an application for an API key. */
export type ApplyRequest = {
  /** Name of at most 100 characters, on one line. */
  name: string;
  /** A single address, to which the confirmation link and later the key are sent. */
  email: string;
  organisation?: string;
  /** Intended use of the key, in 10 to 2,000 characters. */
  purpose: string;
  /** All modules by default. */
  modules?: Module[];
  /** Language of the e-mails; by default that of the request. */
  lang?: Language;
};

/** Reply to an application; identical for every address, so that it reveals nothing about it. */
export type ApplyResponse = {
  /** Token to view and withdraw the application. */
  status_token: string;
  /** Page on which to do so. */
  status_url: string;
  state: 'submitted';
};

/** States of an application: `submitted` until the link in the e-mail is used, `confirmed` until an operator decides. */
export const applicationStates = ['submitted', 'confirmed', 'approved', 'rejected', 'withdrawn'] as const;
export type ApplicationState = (typeof applicationStates)[number];

/** GET /apply/status, and the reply to confirming and withdrawing. Times are ISO 8601 in UTC. */
export type ApplicationStatus = {
  state: ApplicationState;
  modules: Module[];
  submitted_at: string;
  confirmed_at: string | null;
  /** End of the third business day after confirmation. */
  due_at: string | null;
  /** Indicates that it is still undecided after `due_at`. */
  overdue: boolean;
  decided_at: string | null;
  /** Reason for the rejection. */
  reason: string | null;
  /** Indicates that a link to the key was e-mailed and has not been used. */
  unclaimed: boolean;
};

/** Token from a link in an e-mail, for POST /apply/confirm, /apply/withdraw and /apply/claim. */
export type ApplicationTokenRequest = { token: string };

/** POST /apply/claim */
export type ClaimResponse = {
  /** The API key, shown only this once and not stored. */
  key: string;
};
