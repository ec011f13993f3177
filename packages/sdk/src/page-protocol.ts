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
  /** Null where nobody is signed in. */
  session: PageSession | null;
  /** True if people may use the pages without a key of their own. */
  guest: boolean;
};

/** A person at the pages; the key itself is in a cookie that no script can read. */
export type PageSession = {
  label: string;
  /** The beginning and the end of the key. */
  hint: string;
  modules: Module[];
  guest: boolean;
  expires_at: string | null;
};

/** POST /web/session: a key that was pasted, or the operator's guest key. */
export type SessionRequest = { key: string } | { guest: true };

/** GET /web/service: what this installation can do. */
export type ServiceResponse = {
  version: string;
  /** `extractive` where it quotes and no model writes. */
  engine: string;
  model: string | null;
  images: boolean;
  discussion: boolean;
  review: boolean;
  polish: boolean;
  sources: string[];
  quota_timezone: string;
  categories: Pick<Category, 'id' | 'name'>[];
  /** Null where it could not be counted. */
  library: {
    records: number;
    demonstration: number;
    newest: string | null;
    changed_at: string | null;
  } | null;
};

/** GET /web/abstract?pmid=…: what a citation rests on, as a page shows it. */
export type AbstractResponse = Reference & {
  /** "LABEL: text" a section, sections separated by a line break: what `start` and `end` of evidence count in. */
  abstract: string;
  /** Empty where there is none. */
  doi: string;
};

/** POST /web/document: a text with its references, to be made a file for word processors. */
export type DocumentRequest = {
  review: string;
  language: Language;
  references: BibliographicRecord[];
  /** ISO day on which the text was made. */
  date?: string;
  /** Searches to list behind the text, and sources that could not be searched. */
  searches?: RunSearch[];
  unavailable?: string[];
  comparison?: ComparisonRow[];
  figures?: ReviewFigures;
  /** Cards of the references whose full texts were read. */
  trust?: Pick<TrustCard, 'pmid' | 'full_text'>[];
};
