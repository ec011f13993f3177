/**
 * The Citewell protocol: every request, response and event of the service, in the contract's order and words.
 * Wire names are snake_case because the wire is. Years are text of four digits ("2024").
 */

/** One cited article, exactly the five fields an answer shows. Unknown fields are the empty string. */
export type Reference = {
  /** PubMed identifier, digits only. */
  pmid: string;
  title: string;
  /** The author list as one text: "Flaherty KT, Robert C, Hersey P". */
  authors: string;
  journal: string;
  year: string;
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
  /** Text extracted from a PDF or TXT attachment, at most 2 MB. */
  file_content?: string;
};

export type AskResponse = {
  /** Citations stand inline as bracketed ordinals: `[n]` is `references[n - 1]`. */
  answer: string;
  references: Reference[];
};

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
  question: string;
  date_from?: string;
  date_to?: string;
  max_refs?: number;
};

/** POST /ai/api/expert_stream */
export type ReviewStreamRequest = ReviewRequest & { lang?: Language; category_id?: string };

export type ReviewResponse = {
  title: string;
  /** The whole review as Markdown. */
  review: string;
  sections: { heading: string; text: string }[];
  references: Reference[];
};

/** POST /ai/api/factcheck_verify */
export type CitationCheckRequest = { sentence: string; pmid: string; abstract?: string };

export type CitationCheckResponse = {
  consistent: boolean;
  is_review_citation: boolean;
  reason: string;
  deviation_analysis: string;
  suggestion?: string;
  pmid: string;
  abstract: string;
};

/** POST /ai/api/polish */
export type PolishRequest = {
  /** At most 20,000 characters. */
  text: string;
  requirement?: string;
  insert_refs?: boolean;
};

/** What a condition can look into. `keyword` is MeSH headings and the authors' keywords. */
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
  /** At most 500 characters, Chinese or English. */
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
  /** How many records match, exactly. */
  total: number;
  articles: LocalSearchArticle[];
  /** The offset of the next page; null on the last one, and where it would be beyond 10,000. */
  next_offset: number | null;
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

/** How a call ended. `ok` is whole; what the others were charged is in the documentation of my_usage. */
export const outcomes = [
  'ok',
  'client_gone',
  'upstream_error',
  'insufficient_balance',
  'key_disabled',
  'deadline',
  'our_fault',
  'lease_expired',
] as const;
export type CallOutcome = (typeof outcomes)[number];

/** The query of GET /ai/api/my_usage. Days are dates of the quota's zone, `2026-01-31`. */
export type UsageRequest = {
  /** The first day, by default the 30th up to `to`; at most 366 days up to it. */
  from?: string;
  /** The last day, included; today by default. */
  to?: string;
  /** What `trend` is added up by; `day` by default. */
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
  /** What the reply carried as X-Request-Id. */
  request_id: string;
  endpoint: string;
  /** `answer` or `discussion` where the endpoint has both, as ask_stream; else null. */
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
  /** Tokens. `held` is reserved by running calls; `available` is `granted - charged - held`. */
  balance: { granted: number; charged: number; held: number; available: number };
  /** Today's calls; `limit` is null where there is none. */
  quota: { day: string; timezone: string; used: number; limit: number | null; resets_at: string };
  /** The days all below is about, the first and the last included. */
  window: { from: string; to: string };
  totals: UsageTotals;
  /** By day, every day of the window in order; by endpoint or model, those there are. */
  trend: UsageGroup[];
  by_endpoint: UsageGroup[];
  /** Newest first, running calls among them. */
  records: UsageRecord[];
  /** Where the next page begins, or null on the last one. */
  next_cursor: string | null;
};

/** POST /ai/api/avatar_chat */
export type AvatarChatRequest = {
  message: string;
  persona?: string;
  history?: HistoryItem[];
  lang?: Language;
  stream?: boolean;
};

export type AvatarChatResponse = { reply: string; references: Reference[] };

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

/** The events of a stream, by name. `done` comes exactly once and last; after a failure one `error` precedes it. */
export type AnswerEvent =
  | { event: 'thinking'; data: { message: string } }
  | { event: 'tool_call'; data: { tool: string; input: Record<string, unknown> } }
  | { event: 'tool_result'; data: ToolResult }
  | { event: 'answer_chunk'; data: { text: string } }
  | { event: 'references'; data: { refs: Reference[] } }
  | { event: 'error'; data: { message: string } }
  | { event: 'done'; data: Record<string, never> };

export type ToolResult = {
  tool: string;
  /** How many records match, of which `items` are the first. */
  total: number;
  items: ToolResultItem[];
  /** The query exactly as the source ran it, where the source says so. */
  translation?: string;
  /** Set when the source could not be reached: then `total` says nothing about the literature. */
  unavailable?: true;
  /** Set when the source was not asked, because no word of the question could be put into English. */
  not_asked?: true;
};

export type AnswerEventName = AnswerEvent['event'];

/** Every refusal: exactly these two strings. */
export type ErrorBody = {
  /** What is wrong and what to do, in the caller's language. */
  error: string;
  /** Machine-readable: `missing_key`, `no_permission:ask_agent`, `quota_exceeded:100/100`, … */
  code: string;
};

/** POST /apply: asks for an API key. */
export type ApplyRequest = {
  /** At most 100 characters, on one line. */
  name: string;
  /** One plain address: the link to confirm the application, and later the key, go there. */
  email: string;
  organisation?: string;
  /** What the key is for, in 10 to 2,000 characters. */
  purpose: string;
  /** All of them by default. */
  modules?: Module[];
  /** Of the mails; by default that of the request. */
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
  /** The end of the third working day after the confirmation. */
  due_at: string | null;
  /** True where it waits for a decision and should have had one. */
  overdue: boolean;
  decided_at: string | null;
  /** Why it was rejected. */
  reason: string | null;
  /** True where a link was mailed that shows the key, and nobody has used it. */
  unclaimed: boolean;
};

/** What a link in a mail stands for: POST /apply/confirm, /apply/withdraw and /apply/claim. */
export type ApplicationTokenRequest = { token: string };

/** POST /apply/claim */
export type ClaimResponse = {
  /** Shown this once and kept nowhere. */
  key: string;
};
