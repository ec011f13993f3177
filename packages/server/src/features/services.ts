import type { Clock } from '@citewell/core/clock.ts';
import type { Library } from '@citewell/core/records/library.ts';
import type { Accounts, KeyAdministration } from '../accounting/accounts.ts';
import type { ApiKey } from '../accounting/keys/api-key.ts';
import type { UsageReader } from '../accounting/usage/usage.ts';
import type { AbandonedWork } from '../http/calls/abandoned-work.ts';
import type { RequestFailures } from '../http/server/request-failures.ts';
import type { PageSessions } from '../identity/page-session.ts';
import type { LanguageWorkers } from '../language-work/language-work.ts';
import type { Category } from '../literature/query/category.ts';
import type { Reranker } from '../literature/ranking/reranker.ts';
import type { FullTexts } from '../literature/sources/full-text/full-texts.ts';
import type { Retriever } from '../literature/sources/retriever.ts';
import type { Model } from '../llm/model.ts';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import type { Administration } from './admin/administration.ts';
import type { CategoryList } from './admin/operations/category-list.ts';
import type { DataFiles } from './admin/operations/data-files.ts';
import type { Health } from './admin/operations/health.ts';
import type { LibraryJobs } from './admin/operations/library-jobs.ts';
import type { Applications } from './applications/applications.ts';
import type { Persona } from './chat/persona.ts';
import type { Verifier } from './citation-checks/verifier/verifier.ts';

/** Dependencies of the routes, built once from the Config by `app/services.ts`. */
export type Services = {
  config: Config;
  clock: Clock;
  log: Log;
  accounts: Accounts;
  keys: KeyAdministration;
  usage: UsageReader;
  administration: Administration;
  applications: Applications;
  pageSessions: PageSessions;
  /** Starts sending e-mails, which only a long-running process should do; without a mail server they are printed. */
  deliverMails(print: (text: string) => void): Promise<void>;
  /**
   * Adds the demonstration records to a new library, or removes them if they do not belong there; only the starting
   * service does this.
   */
  prepareDemonstration(): Promise<void>;
  /** Inspects the library at start-up, separately from the threads that search it later. */
  inspectLibrary(): ReturnType<Library['stats']>;
  /** Creates a demo key on an empty database; its secret is only visible here. */
  ensureDemoKey(): Promise<{ key: ApiKey; secret: string } | undefined>;
  /** Model for the tasks of features and searches; undefined if none is configured, so that evidence is quoted. */
  model?: Model | undefined;
  /** Permits the model a second search after it has seen the titles found by the first. */
  secondSearch?: boolean | undefined;
  /** Workers that process text off the event loop. */
  languageWorkers: LanguageWorkers;
  /** Verifies citations instead of the model; undefined if no classifier is configured. */
  entailment?: Verifier | undefined;
  /** Reranks records; undefined if no reranker is configured. */
  reranker?: Reranker | undefined;
  literature: Literature;
  /** Local library, for direct searches. */
  library: Library;
  categories: ReadonlyMap<string, Category>;
  /** Local library, for changes. */
  categoryList: CategoryList;
  /** Library jobs that the operator's pages and the schedule start. */
  libraryJobs: LibraryJobs;
  /** State of the sources and models that answers depend on. */
  health: Health;
  /** Monitor of the files in the data folder. */
  dataFiles: DataFiles;
  /** Counter of the work that ended calls have left running in this process. */
  abandoned: AbandonedWork;
  /** Log and counter of requests that failed in this process. */
  failures: RequestFailures;
  /** Personas for chats; the first one is the default. */
  personas: ReadonlyMap<string, Persona>;
  close(): Promise<void>;
};

/** Sources by role. The remote ones are asked in order until one answers, in parallel with the library. */
export type Literature = {
  remote: Retriever[];
  library: Retriever | undefined;
  /** Full texts of open-access papers; absent if they are not read. */
  fullTexts?: FullTexts | undefined;
  /** Deadlines of the sources; absent for the defaults. */
  sourceTimeouts?: Config['sourceTimeouts'];
};
