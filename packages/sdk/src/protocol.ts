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

export type SearchField =
  | 'title'
  | 'abstract'
  | 'title_abstract'
  | 'keyword'
  | 'author'
  | 'journal'
  | 'publication_type'
  | 'pmid'
  | 'doi'
  | 'language';

export type SearchTerm = { field: SearchField; value: string };

/** POST /ai/api/local_advanced_search */
export type LocalSearchRequest = {
  terms?: SearchTerm[];
  year_from?: string;
  year_to?: string;
  sort?: 'date_desc' | 'relevance';
  /** 1 to 100, default 50. */
  limit?: number;
  offset?: number;
};

export type LocalSearchArticle = Reference & {
  abstract: string;
  keywords: string[];
  publication_types: string[];
  doi: string;
  retracted: boolean;
};

export type LocalSearchResponse = {
  total: number;
  articles: LocalSearchArticle[];
  /** The offset of the next page, or null on the last one. */
  next_offset: number | null;
};

/** GET /ai/api/my_usage */
export type UsageRecord = {
  request_id: string;
  endpoint: string;
  started_at: string;
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  charged: number;
  /** True where a provider reported no usage and the figure is our count of the text. */
  estimated: boolean;
};

export type UsageResponse = {
  totals: { requests: number; prompt_tokens: number; completion_tokens: number; total_tokens: number };
  balance: { granted: number; charged: number; held: number; available: number };
  quota: { day: string; timezone: string; used: number; limit: number | null; resets_at: string };
  trend: { key: string; requests: number; total_tokens: number }[];
  by_endpoint: { endpoint: string; requests: number; total_tokens: number }[];
  records: UsageRecord[];
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
  | { event: 'error'; data: { message: string; code?: string } }
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
