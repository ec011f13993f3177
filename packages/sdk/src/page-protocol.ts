import type {
  BibliographicRecord,
  Category,
  ComparisonRow,
  Language,
  Module,
  Reference,
  ReviewFigures,
  RunSearch,
  TrustCard,
} from './protocol.ts';

/** Types of the endpoints that serve the built pages: the session and the capabilities of the installation. */

/** GET, POST and DELETE /web/session */
export type SessionResponse = {
  /** Session of the signed-in key; null if nobody is signed in. */
  session: PageSession | null;
  /** Indicates that the pages can be used without a key. */
  guest: boolean;
};

/** The session of a page's user; the key itself is in a cookie that no script can read. */
export type PageSession = {
  label: string;
  /** The beginning and the end of the key. */
  hint: string;
  modules: Module[];
  guest: boolean;
  expires_at: string | null;
};

/** POST /web/session: a pasted key, or the operator's guest key. */
export type SessionRequest = { key: string } | { guest: true };

/** GET /web/service: capabilities of this installation. */
export type ServiceResponse = {
  version: string;
  /** `extractive` if answers are quotations, without a model. */
  engine: string;
  model: string | null;
  images: boolean;
  discussion: boolean;
  review: boolean;
  polish: boolean;
  sources: string[];
  quota_timezone: string;
  categories: Pick<Category, 'id' | 'name'>[];
  /** Size of the local library; null if its records could not be counted. */
  library: {
    records: number;
    demonstration: number;
    newest: string | null;
    changed_at: string | null;
  } | null;
};

/** GET /web/abstract?pmid=…: the abstract of a cited article, for display. */
export type AbstractResponse = Reference & {
  /** One "LABEL: text" per section, separated by line breaks; `start` and `end` of evidence are offsets in it. */
  abstract: string;
  /** Empty if there is none. */
  doi: string;
};

/** POST /web/document: a text with its references, to convert to a file for word processors. */
export type DocumentRequest = {
  review: string;
  language: Language;
  references: BibliographicRecord[];
  /** ISO date on which the text was written. */
  date?: string;
  /** Searches to list after the text, and sources that could not be searched. */
  searches?: RunSearch[];
  unavailable?: string[];
  comparison?: ComparisonRow[];
  figures?: ReviewFigures;
  /** Cards of the references whose full texts were read. */
  trust?: Pick<TrustCard, 'pmid' | 'full_text'>[];
};
