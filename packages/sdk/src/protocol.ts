/**
 * The Citewell protocol: every request, response and event of the service, in the contract's order and words.
 * Wire names are snake_case because the wire is. Years are text of four digits ("2024").
 */

/** One cited article: the five fields an answer shows, and a sixth where it is invented. Unknown fields are the empty string. */
export type Reference = {
  /** PubMed identifier, digits only. */
  pmid: string;
  title: string;
  /** The author list as one text: "Flaherty KT, Robert C, Hersey P". */
  authors: string;
  journal: string;
  year: string;
  /** Present on the invented records that come with the service: no evidence, and not in PubMed. */
  demonstration?: true;
};

/**
 * A cited article with all that reference lists and reference managers use; what is not known is absent. `bibliography.ts`
 * writes files and lists of these, and of the five fields as well.
 */
export type BibliographicRecord = Reference & {
  /** The authors one by one: "Flaherty KT", or the name of a group. */
  author_list?: string[];
  /** The journal as citations abbreviate it: "N Engl J Med". */
  journal_abbreviation?: string;
  /** ISO date of publication where more than its year is known: "2012-07", "2012-07-12". */
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
  /** "LABEL: text" a section, sections separated by a line break. */
  abstract?: string;
  /** Affiliations of the first author. */
  affiliations?: string[];
};

/** POST /ai/api/ask */
export type AskRequest = {
  /** Chinese or English, at most 4,000 characters. */
  question: string;
  date_from?: string;
  date_to?: string;
  /** 1 to 30, default 10. */
  max_refs?: number;
  category_id?: string;
  /** Papers that are not to be cited, at most 100. */
  exclude_pmids?: string[];
  /** False: abstracts alone are read, no open-access full texts. Default true. */
  full_text?: boolean;
  /** Text extracted from a PDF or TXT attachment, at most 2 MB. */
  file_content?: string;
  /** Supplements to include in the reply; in a stream, as events of these names before `done`. */
  include?: Includable[];
};

export type AskResponse = {
  /** Citations stand inline as bracketed ordinals: `[n]` is `references[n - 1]`. */
  answer: string;
  references: Reference[];
  /** Present with `include: ["trust"]`: `trust[n - 1]` is about `references[n - 1]`. */
  trust?: TrustCard[];
  /** Present with `include: ["run"]`. */
  run?: RunRecord;
  /** Present with `include: ["verification"]`. */
  verification?: AnswerVerification;
  /** Present with `include: ["bibliography"]`: `bibliography[n - 1]` is `references[n - 1]`, whole. */
  bibliography?: BibliographicRecord[];
};

/** Results of checking an answer's sentences against the abstracts they cite, before they were sent. */
export type AnswerVerification = {
  /** Every sentence of the answer, in its order. */
  sentences: AnswerSentence[];
  /** Sentences that were written and not let out, because no record supported them. */
  omitted: number;
};

export type AnswerSentence = {
  /** Verbatim from the answer, its markers included. */
  sentence: string;
  /** `needs_citation`: it states something and names no source. `connective`: it leads, joins or weighs. */
  kind: 'cited' | 'needs_citation' | 'connective';
  /** `supports`: it supports the sentence alone, or the others do not without it. */
  marks: { n: number; pmid: string; supports: boolean }[];
  /**
   * Verdict over all its citations; null if it has none. `undetermined` means that rules alone cannot decide.
   * Sentences that certainly deviate are removed from answers, so a sentence of an answer is either of the other two.
   */
  verdict: 'supported' | 'deviates' | 'undetermined' | null;
  /** Sentences of the abstracts, verbatim: `text` is the abstract from `start` to `end`, in UTF-16 code units. */
  evidence: { pmid: string; text: string; start: number; end: number }[];
  /** Present where the abstracts do not decide the sentence and it rests on a full text. */
  read?: 'full_text';
  /** Present with `read`: the sentences of results, or rows and cells of tables, that it rests on. */
  full_text?: (FullTextReading & { pmid: string })[];
  /** `citations_replaced`: its markers did not hold and others took their place. */
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

/** Facts about a cited record from its metadata and abstract; null where neither states them. */
export type TrustCard = {
  pmid: string;
  retracted: boolean;
  /** An expression of concern was published about it. */
  expression_of_concern: boolean;
  /** An erratum was published about it, or it was republished corrected. */
  erratum: boolean;
  preprint: boolean;
  /** The records that say so. */
  notices: { kind: 'retraction' | 'concern' | 'erratum'; pmid: string | null; citation: string }[];
  design: (typeof studyDesigns)[number] | null;
  /** Source of the design: PubMed's publication types, or the words of title and abstract. */
  design_from: 'publication_types' | 'text' | null;
  /**
   * Level of the design alone, 1 (synthesis of studies) to 5 (mechanism, opinion); null for a guideline, which grades
   * its own.
   */
  evidence_level: 1 | 2 | 3 | 4 | 5 | null;
  /** The number, with the words it stands in: verbatim, `text` is `abstract.slice(start, end)`. */
  sample_size: { n: number; text: string; start: number; end: number } | null;
  subjects: 'human' | 'animal' | 'human_and_animal' | 'in_vitro' | null;
  /** The part of the article that was read last. */
  read: 'abstract' | 'title' | 'full_text';
  /** Present where `read` is `full_text`: which one, and the first statement of it that the text rests on, or null. */
  full_text?: FullTextReading;
};

/**
 * Sources of literature with their names as people read them in lists, headings and sentences, in the default order of
 * preference: remote sources, then the local library. The service's settings, commands, health checks and pages take their
 * lists from here.
 */
export const sourceLabels = {
  pubmed: { en: { title: 'PubMed', inText: 'PubMed' }, zh: { title: 'PubMed', inText: 'PubMed' } },
  europepmc: {
    en: { title: 'Europe PMC', inText: 'Europe PMC' },
    zh: { title: 'Europe PMC', inText: 'Europe PMC' },
  },
  library: {
    en: { title: 'Local library', inText: 'the local library' },
    zh: { title: '本地文献库', inText: '本地文献库' },
  },
} as const satisfies Record<string, Record<Language, { title: string; inText: string }>>;
export type SourceName = keyof typeof sourceLabels;
export const sourceNames = Object.keys(sourceLabels) as [SourceName, ...SourceName[]];

/** One query of a run, as it was sent. */
export type RunSearch = {
  source: SourceName;
  query: string;
  total: number;
  /** The source's own reading of the query; absent where it tells none, as for a search remembered from before. */
  translation?: string;
  step?: 'synonyms' | 'words' | 'spelling';
  /** Time of the reply: ISO 8601 in UTC. */
  at: string;
};

/** A sentence that was shown to the writer. */
export type RunEvidence = {
  /** Evidence id of its passage: "E1". */
  id: string;
  pmid: string;
  /** Verbatim from the record's abstract, from its title where it has none, or from its full text. */
  text: string;
  label?: string;
  /** The sentence in one line of Chinese, made by rules, as an answer in Chinese shows it. */
  chinese?: string;
  /** Subjects of the question that the record lacks; absent if it has all. */
  lacks?: string[];
  /** A sentence beside the chosen ones of its abstract: a model was given it, quotations leave it out. */
  context?: true;
  /** Present on a statement of the article's full text: `start` and `end` are offsets in its plain text. */
  full_text?: { pmcid: string; section: string; sha256: string; row?: true };
  start: number;
  end: number;
  /** SHA-256 of `text` in UTF-8, hexadecimal. */
  sha256: string;
};

/** Facts of a study by which a reader weighs its sentences, read from its record. */
export type RunStudy = {
  /** Design, for example `randomized_trial`. */
  kind?: string;
  /** Population studied, or the animals, for example `pregnant women`. */
  group?: string;
  /** Number of participants; in a synthesis, of all its studies together. */
  n?: number;
  /** Number of studies that a synthesis pooled. */
  studies?: number;
  /** True if people were studied besides the animals of `group`. */
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
  /** SHA-256 of title and abstract as read: tells whether the record has changed since. */
  sha256: string;
};

/**
 * Record of how an answer was produced: sufficient for a methods section, and to write it again from the same
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
  /** Inputs of the writer besides the evidence; their content is not stored. */
  inputs: { attachment: boolean; images: number; history: number };
  /** The question as it was searched for. */
  query: {
    language: Language;
    concepts: string[];
    /** The question's Chinese words, where it is Chinese. */
    terms: string[];
    /** Each topic with all its wordings. */
    facets: string[][];
    date_from: string | null;
    date_to: string | null;
    study_types: string[];
    populations: string[];
    pmids: string[];
    dois: string[];
    category_id: string | null;
    category_filter: string | null;
    include_retracted: boolean;
    max_refs: number;
    /** True if a language model's reading of the question was used. */
    planned: boolean;
  };
  searches: RunSearch[];
  /** Sources that could not be asked or did not give all they found, and those there was nothing to ask in. */
  unavailable: string[];
  not_asked: string[];
  /** Sources that were too busy to be asked, in whose place another one was. */
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
  /** The writer that was asked; the text says where another one stood in. */
  engine: string;
  /** SHA-256 of the answer in UTF-8. */
  answer_sha256: string;
};

/** Records that a source announced, or was asked for, but did not return. */
export type RunShortfall = {
  source: string;
  /** Records it named without giving them. */
  missing_pmids: string[];
  /** Records it counted without naming them. */
  withheld: number;
  /** Searches it did not run: a query in its syntax, or the name of a looser step. */
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

/** POST /ai/api/ask_stream */
export type AskStreamRequest = AskRequest & {
  /** Forces the language of the answer; without it, the question's language. */
  lang?: Language;
  /** Earlier rounds, oldest first; only the last 6 are used. */
  history?: HistoryItem[];
  /** PNG, JPEG or WebP as Base64, with or without a `data:` prefix; at most 4. */
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
  /** Papers that are not to be cited, at most 100. */
  exclude_pmids?: string[];
  /** False: abstracts alone are read, no open-access full texts. Default true. */
  full_text?: boolean;
  include?: ReviewIncludable[];
  /** Writes one section of a finished review again; the other fields are those of its request. */
  rewrite?: SectionRewrite;
};

/** A section to write again from the same evidence; the rest of the review stays as it was. */
export type SectionRewrite = {
  /** The `Idempotency-Key` of the review, which finished within the last hour. */
  call: string;
  /** The heading of the section, as the review has it. */
  section: string;
};

/** POST /ai/api/expert_stream */
export type ReviewStreamRequest = ReviewRequest;

/** Parts of a review as data, each with the value of `include` that is its name. */
export type ReviewSupplements = {
  /** The comparison table: a row for each of its studies, in its order. */
  comparison?: ComparisonRow[];
  figures?: ReviewFigures;
  /** Every record that the searches gave, once, with what became of it; those included come first. */
  screening?: ScreenedRecord[];
};

/** A piece of a record's title or abstract, word for word. */
export type RecordSpan = {
  text: string;
  pmid: string;
  field: 'title' | 'abstract';
  /** Offsets in UTF-16 code units, `end` exclusive; in an abstract those of its text as `tool_result` gives it. */
  start: number;
  end: number;
  /** The sentence that it stands in, word for word; of a title, the title. */
  sentence: string;
};

/** Cells of a review's comparison table that are words of a record, in the order of their columns. */
export const comparisonCells = [
  'population',
  'n',
  'intervention',
  'comparator',
  'outcome',
  'effect',
] as const;
export type ComparisonCell = (typeof comparisonCells)[number];

/** Columns of a review's comparison table in their order: the study, what its record is, and the cells. */
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
 * A study of the comparison table. A cell is null where no rule can read it out of the record; `effect` is the measure with
 * its value and interval.
 */
export type ComparisonRow = { pmid: string; design: TrustCard['design'] } & Record<
  ComparisonCell,
  RecordSpan | null
>;

/** The figures of a review as data; `drawFlow` and `drawForestPlot` draw them. */
export type ReviewFigures = {
  flow: ReviewFlow;
  /**
   * One for each outcome and measure of which at least two studies report an effect, then an overview of the outcomes that one
   * study each reports; nothing is pooled.
   */
  plots: EffectPlot[];
};

/**
 * Numbers of records, from those that the sources gave to the studies included, after PRISMA 2020. Every record has one
 * count.
 */
export type ReviewFlow = {
  /** The line of the review under which the figure stands. */
  heading: string;
  /** Records the sources gave, each as often as one gave it. */
  identified: number;
  duplicates: number;
  screened: number;
  /** Records that a rule left out, by its reason. */
  excluded: Record<Exclude<ScreeningReason, 'ranked_out'>, number>;
  /** Records on the topic that fit it less well than the number of references allows. Nobody screened them. */
  ranked_out: number;
  included: number;
};

/** Effects of several studies in one measure, on one outcome or each on another, as each study reports it. */
export type EffectPlot = {
  /** The line of the review under which the figure stands, and the table of the same effects. */
  heading: string;
  /** "HR", "OR", "RR", "IRR", "MD", "SMD" or "RD"; adjusted ones are "aHR" and so on, in plots of their own. */
  measure: string;
  /** No effect is 1 in a `ratio` and 0 in a `difference`. */
  kind: 'ratio' | 'difference';
  /** Each effect is on a different outcome, which `study` names: do not compare them with one another. */
  several_outcomes?: true;
  studies: PlottedEffect[];
};

export type PlottedEffect = {
  pmid: string;
  /** "Doe J et al. 2021"; where outcomes differ "Stroke: Doe J et al. 2021". */
  study: string;
  value: number;
  /** The bounds of its interval. */
  low: number;
  high: number;
  outcome: RecordSpan;
  comparator: RecordSpan | null;
  effect: RecordSpan;
};

/** Reasons for which a record is not included, in the order in which they are looked for. */
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
  'ranked_out',
] as const;
export type ScreeningReason = (typeof screeningReasons)[number];

/** A record that the searches gave, and the decision on it. */
export type ScreenedRecord = Reference & { decision: 'included' | ScreeningReason };

export type ReviewResponse = ReviewSupplements & {
  title: string;
  /** The whole review as Markdown: "# title", "## heading"; `[n]` is `references[n - 1]`. */
  review: string;
  /** The same by its "## " headings. */
  sections: { heading: string; text: string }[];
  references: Reference[];
  /** Code of the error that ended a review early. The sections present are complete, and charged. */
  incomplete?: string;
  /** Present with `include: ["trust"]`: `trust[n - 1]` is about `references[n - 1]`. */
  trust?: TrustCard[];
  /** Present with `include: ["run"]`: the search log. */
  run?: RunRecord;
  /** Present with `include: ["verification"]`: covers every sentence except those of tables. */
  verification?: AnswerVerification;
  /** Present with `include: ["bibliography"]`: `bibliography[n - 1]` is `references[n - 1]`, whole. */
  bibliography?: BibliographicRecord[];
};

/** POST /ai/api/factcheck_verify */
export type CitationCheckRequest = {
  /** The sentence to check, Chinese or English, at most 4,000 characters. */
  sentence: string;
  /** PubMed identifier of the article it cites. */
  pmid: string;
  /** The abstract, at most 50,000 characters: nothing is looked up then. */
  abstract?: string;
  /** False: a sentence that the abstract does not decide is not looked up in the full text. Default true. */
  full_text?: boolean;
  /** `verification`: how the verdict came about. `bibliography`: the record of the cited article. */
  include?: ('verification' | 'bibliography')[];
};

export type CitationCheckResponse = {
  /** True when the sentence agrees with the abstract; false when it deviates, and when the abstract does not say. */
  consistent: boolean;
  is_review_citation: boolean;
  /** Reason in the language of the sentence, as are the two fields below. */
  reason: string;
  deviation_analysis: string;
  /** A corrected sentence whose every number stands in the abstract; empty where there is none to propose. */
  suggestion?: string;
  pmid: string;
  /** The abstract the sentence was checked against. */
  abstract: string;
  /** Present where the cited article is an invented demonstration record; `reason` says so first. */
  demonstration?: true;
  /** Verification details, if requested. */
  verification?: Verification;
  /** The record of the cited article, if requested; empty where an abstract was sent and the library has no such record. */
  bibliography?: BibliographicRecord[];
};

/** Reading of a full text in PubMed Central for a sentence that the abstract does not decide. */
export type FullTextReading = {
  pmcid: string;
  /** Address or words of the licence, or null where neither article nor record states one. */
  licence: string | null;
  /** SHA-256 of the document that was read, in hexadecimal. */
  sha256: string;
  /** Titles of the section, or the label of the table, in which the sentence stands; null: no sentence supports the claim. */
  section: string | null;
  /** The sentence that supports the claim; of a table a cell behind its row and column. Null: there is none. */
  sentence: string | null;
};

/** POST /ai/api/factcheck_batch */
export type CitationBatchRequest = {
  /** 1 to 100; each is checked, counted and billed as a call of factcheck_verify. */
  pairs: Omit<CitationCheckRequest, 'include' | 'full_text'>[];
  /** The same as in factcheck_verify, for all pairs. */
  full_text?: boolean;
  /** `verification`: how each verdict came about. */
  include?: 'verification'[];
};

/** Result of one pair: a reply of factcheck_verify, or its error. */
export type CitationVerdict = {
  /** Its place in `pairs`, from 0. */
  index: number;
} & (CitationCheckResponse | ({ pmid: string } & ErrorBody));

/** The events of a batch: a verdict a pair, in their order; `done` comes exactly once and last. */
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

/** Details of how the verdict on a sentence was reached. */
export type Verification = {
  /** `undetermined`: the abstract does not say. */
  verdict: 'supported' | 'deviates' | 'undetermined';
  /** Sentences of the abstract, verbatim: `text` is `abstract.slice(start, end)`, in UTF-16 code units. */
  evidence: { text: string; start: number; end: number }[];
  /** Every number of the sentence; `evidence` is the abstract's wording of it, or null. */
  numbers: { text: string; found: boolean; evidence: string | null }[];
  /** Deviations behind the verdict `deviates`: words of the sentence, and of the abstract, or null if it has none. */
  deviations: { type: DeviationType; claim: string; evidence: string | null }[];
  /**
   * The words of the sentence in order, as far as rules compared them: in the passage of the abstract that comes closest to it,
   * elsewhere in the abstract, or null: not stated there. Empty where the sentence is verbatim or nothing was compared.
   */
  parts: { text: string; found: 'passage' | 'elsewhere' | null }[];
  /** Decided by rules alone, by a model where rules left it open, or by rules because the model could not be asked. */
  method: 'rules' | 'model' | 'rules_model_failed';
  /** `full_text` where the abstract did not decide and the article's full text was read as well. */
  read: 'abstract' | 'full_text';
  /** Present where `read` is `full_text`. */
  full_text?: FullTextReading;
  /** Share of such verdicts that are right, 0 to 1, calibrated on sentences of others; null: not calibrated, as it is now. */
  confidence: number | null;
};

/** POST /ai/api/polish */
export type PolishRequest = {
  /** Text of at most 20,000 characters. */
  text: string;
  /** Polishing instructions of at most 2,000 characters; academic polishing by default. */
  requirement?: string;
  /**
   * True (the default) to add references to uncited sentences that state findings, where an article supports them.
   */
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

/** Every word of `value` must stand in the field; a part in double quotes is a phrase. Nothing in it is syntax. */
export type SearchTerm = {
  field: SearchField;
  /** Value of at most 500 characters, Chinese or English. */
  value: string;
};

/** POST /ai/api/local_advanced_search */
export type LocalSearchRequest = {
  /** All of them must hold, at most 20; without any, every record matches. */
  terms?: SearchTerm[];
  year_from?: string;
  year_to?: string;
  /** Newest first by default. */
  sort?: 'date_desc' | 'relevance';
  /** 1 to 100, default 50. */
  limit?: number;
  /** 0 to 10,000, default 0. */
  offset?: number;
  /** `bibliography`: whole records beside `articles`. */
  include?: 'bibliography'[];
};

/** A record of the library. Unknown texts are the empty string. */
export type LocalSearchArticle = Reference & {
  /** "LABEL: text" a section, sections separated by a line break. */
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
  /** The offset of the next page; null on the last one, and where it would be beyond 10,000. */
  next_offset: number | null;
  /** Present with `include: ["bibliography"]`: `bibliography[n - 1]` is `articles[n - 1]`, whole. */
  bibliography?: BibliographicRecord[];
};

/** The metered endpoints, as records of usage name them. */
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
  /** The first day, by default the 30th up to `to`; at most 366 days up to it. */
  from?: string;
  /** The last day, included; today by default. */
  to?: string;
  /** Dimension by which `trend` is summed; `day` by default. */
  group_by?: 'day' | 'endpoint' | 'model';
  /** Only calls of this endpoint. */
  endpoint?: Endpoint;
  /** Only calls that ended so. */
  outcome?: CallOutcome;
  /** Records a page, 1 to 200, default 50. */
  limit?: number;
  /** The `next_cursor` of the page before. It keeps that page's days where `from` and `to` are left out. */
  cursor?: string;
};

/** One call. Its figures are 0 while it runs and final when it has ended, which is before its reply is through. */
export type UsageRecord = {
  /** Value of X-Request-Id in the reply. */
  request_id: string;
  endpoint: string;
  /**
   * `answer` or `discussion` of ask_stream, `batch` of a check that came by factcheck_batch, `chat_completions` of a call
   * that came by `/v1/chat/completions`, `responses` of one by `/v1/responses`; else null.
   */
  mode: string | null;
  /** ISO 8601, in UTC. */
  started_at: string;
  /** Null while the call runs; so are `duration_ms` and `outcome`. */
  ended_at: string | null;
  duration_ms: number | null;
  outcome: CallOutcome | null;
  /** `released`: it ended without having used a token. */
  state: 'running' | 'settled' | 'released';
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  /** Tokens taken off the balance. `charged + unbilled` is `total_tokens`. */
  charged: number;
  /** Tokens that were used and not charged. */
  unbilled: number;
  /** True where a provider reported no usage for a part of it, and the figure is our count of the text. */
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
  /** Null by model: a call is charged as a whole, whichever models it used. */
  charged: number | null;
};

/** GET /ai/api/my_usage. All figures are of one moment: `totals` is the sum of all records of the days asked for. */
export type UsageResponse = {
  key: {
    id: string;
    label: string;
    /** The beginning and the end of the key this was asked with. */
    hint: string;
    status: 'enabled' | 'disabled';
    /** ISO 8601, or null for never. */
    expires_at: string | null;
    modules: Module[];
  };
  /** Tokens. `held` is what running calls hold; `available` is `granted - charged - held`. */
  balance: { granted: number; charged: number; held: number; available: number };
  /** Today's calls; `limit` is null where there is none. */
  quota: { day: string; timezone: string; used: number; limit: number | null; resets_at: string };
  /** The days all below is about, the first and the last included. */
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

/** GET /ai/api/my_usage/steps?request_id=…: what a call of the key consisted of. */
export type UsageStepsResponse = {
  request_id: string;
  /** Steps in their order. A call that asked no model has none. */
  steps: UsageStep[];
};

/**
 * Purposes of a step: planning the search, ordering the records found, writing, checking, viewing images, chatting,
 * polishing; or a priced search.
 */
export const stepKinds = ['plan', 'rank', 'write', 'verify', 'vision', 'chat', 'polish', 'search'] as const;
export type StepKind = (typeof stepKinds)[number];

/** One request to a model, each attempt by itself. */
export type UsageStep = {
  /** Number, counted from 1. */
  number: number;
  kind: StepKind;
  model: string;
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  /**
   * Tokens of the prompt that the provider served from its cache: part of `prompt_tokens`, and charged as they are; null
   * where it did not say.
   */
  cached_tokens: number | null;
  /** `running` until its figures are there; `interrupted` if the call ended before the provider reported them. */
  state: 'running' | 'finished' | 'interrupted';
  /** True where the figures are our count of the text. */
  estimated: boolean;
};

/** POST /ai/api/avatar_chat */
export type AvatarChatRequest = {
  /** Chinese or English, at most 4,000 characters. */
  message: string;
  /** An `id` of GET /ai/api/personas; by default the first one. */
  persona?: string;
  /** Earlier rounds, oldest first; only the last 6 are used. */
  history?: HistoryItem[];
  lang?: Language;
  stream?: boolean;
};

export type AvatarChatResponse = { reply: string; references: Reference[] };

/** GET /ai/api/personas: who avatar_chat can speak as. */
export type PersonasResponse = { personas: Persona[] };
export type Persona = {
  id: string;
  name: Record<Language, string>;
  description: Record<Language, string>;
  /** True for the persona that answers if none is named. */
  default: boolean;
};

/** GET /ai/api/categories: what `category_id` can be. */
export type CategoriesResponse = { categories: Category[] };
export type Category = {
  id: string;
  name: Record<Language, string>;
  /** Filter in PubMed's syntax, combined with every query by AND. */
  pubmed_filter: string;
  /** A record of the library belongs where its title, keywords or journal has one of these. */
  library_terms: string[];
};

/** The permission modules a key can be given. */
export const modules = ['ask_agent', 'expert_agent', 'factcheck'] as const;
export type Module = (typeof modules)[number];

/** An article as a tool found it: compact, the abstract cut to its beginning. */
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
   * Set once the evidence is chosen, before the first word: the papers that the text may cite, best first. `references`
   * tells later which of them it does cite, and in what order.
   */
  sources?: Reference[];
  /** Set from the outline of a review or discussion on: each replaces the one before. */
  progress?: WritingProgress;
  /** Set where nothing is new, and `message` says again what is being worked on: for how many seconds by now. */
  elapsed_seconds?: number;
};

/** State of each section of a long text, in reading order. */
export type WritingProgress = { sections: SectionProgress[] };

export type SectionProgress = {
  /** The section's heading in the text; level 3 for a theme of the findings. */
  heading: string;
  level: 2 | 3;
  /** `finished`: written and checked, and sent as soon as those before it are; `failed`: will be missing. */
  state: 'writing' | 'finished' | 'failed';
};

/** The events of a stream, by name. `done` comes exactly once and last; after a failure one `error` precedes it. */
export type AnswerEvent =
  | { event: 'thinking'; data: Thinking }
  | { event: 'tool_call'; data: { tool: string; input: Record<string, unknown> } }
  | { event: 'tool_result'; data: ToolResult }
  | { event: 'answer_chunk'; data: { text: string } }
  | { event: 'references'; data: { refs: Reference[] } }
  /** Only where asked for. */
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
  /** The query exactly as the source ran it, where the source says so. */
  translation?: string;
  /** Every query sent, in the source's syntax, with its count and the source's own reading of it. */
  searches?: ToolSearch[];
  /** Present if too little was found and the search was broadened: by synonyms and headings, by words, by spelling. */
  step?: 'synonyms' | 'words' | 'spelling';
  /** Set when the source could not be reached: then `total` says nothing about the literature. */
  unavailable?: true;
  /** Set when the source was not asked because it would have had to be waited for: another one is asked instead. */
  busy?: true;
  /** Set when the source answered and did not give all it found. */
  shortfall?: RunShortfall;
  /** Set when the source was not asked, because no word of the question could be put into English. */
  not_asked?: true;
};

export type AnswerEventName = AnswerEvent['event'];

/** Every refusal: exactly these two strings. */
export type ErrorBody = {
  /** Error message in the caller's language, with a remedy. */
  error: string;
  /** Machine-readable: `missing_key`, `no_permission:ask_agent`, `quota_exceeded:100/100`, … */
  code: string;
};

/** POST /apply: asks for an API key. */
export type ApplyRequest = {
  /** Name of at most 100 characters, on one line. */
  name: string;
  /** One plain address: the link to confirm the application, and later the key, go there. */
  email: string;
  organisation?: string;
  /** Intended use of the key, in 10 to 2,000 characters. */
  purpose: string;
  /** All of them by default. */
  modules?: Module[];
  /** Language of the mails; by default that of the request. */
  lang?: Language;
};

/** The same for every address, whatever is known of it. */
export type ApplyResponse = {
  /** Follows and withdraws the application. */
  status_token: string;
  /** The page that does so. */
  status_url: string;
  state: 'submitted';
};

/** `submitted` until the link in the mail was followed, `confirmed` until an operator decides. */
export const applicationStates = ['submitted', 'confirmed', 'approved', 'rejected', 'withdrawn'] as const;
export type ApplicationState = (typeof applicationStates)[number];

/** GET /apply/status, and what confirming and withdrawing answer. Times are ISO 8601 in UTC. */
export type ApplicationStatus = {
  state: ApplicationState;
  modules: Module[];
  submitted_at: string;
  confirmed_at: string | null;
  /** The end of the third business day after the confirmation. */
  due_at: string | null;
  /** True where it waits for a decision and should have had one. */
  overdue: boolean;
  decided_at: string | null;
  /** Reason for the rejection. */
  reason: string | null;
  /** True where a link was mailed that shows the key, and nobody has used it. */
  unclaimed: boolean;
};

/** Token from a link in a mail, for POST /apply/confirm, /apply/withdraw and /apply/claim. */
export type ApplicationTokenRequest = { token: string };

/** POST /apply/claim */
export type ClaimResponse = {
  /** Shown this once and kept nowhere. */
  key: string;
};
