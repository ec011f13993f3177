import type { ApplicationState, Language, Module } from '@citewell/sdk';
import type { Attribution, AuditAction } from '../../audit/audit.ts';
import type { Reissue } from '../keys/secret-record.ts';
import type { NewKeyRecord } from '../ledger-store.ts';
import type { Page, PageRequest } from '../operator-store.ts';
import type { NewMail } from './mail.ts';

/**
 * A person's application for a key: submitted → confirmed (by a link in an e-mail) → approved or rejected (by an operator), or
 * withdrawn (by the applicant) from either of the first two. Times are epoch milliseconds, null if the event has not happened.
 */
export type Application = {
  id: string;
  name: string;
  email: string;
  organisation: string | null;
  purpose: string;
  modules: Module[];
  /** Language of e-mails to the applicant. */
  language: Language;
  state: ApplicationState;
  submittedAt: number;
  confirmedAt: number | null;
  /** Time by which it must be decided. */
  dueAt: number | null;
  /** Time of approval, rejection or withdrawal. */
  decidedAt: number | null;
  decidedBy: string | null;
  reason: string | null;
  keyId: string | null;
  /** Expiry of the claim link; null if the key itself was sent by e-mail. */
  claimUntil: number | null;
  claimedAt: number | null;
};

/** The links by which applicants reach their application, each with a token of its own. */
export type LinkKind = 'status' | 'confirm' | 'claim';

export type ApplicationRef = { id: string } | { link: LinkKind; tokenHash: Uint8Array };

export type NewApplication = Pick<
  Application,
  'id' | 'name' | 'email' | 'organisation' | 'purpose' | 'modules' | 'language'
> & {
  statusHash: Uint8Array;
  confirmHash: Uint8Array;
  /** Identifies the sender's network for an hour, to limit submissions. */
  source: Uint8Array;
  /** E-mail with the link to confirm it; not sent if the address had one within the hour. */
  mail: NewMail;
};

/** Maximum number of applications within `windowMs`, per source and overall. */
export type SubmissionLimits = { bySource: number; overall: number; windowMs: number };

/** Default limits: a person applies once or twice; the overall limit bounds the e-mails that many addresses together can trigger. */
export const submissionLimits: SubmissionLimits = { bySource: 5, overall: 100, windowMs: 3_600_000 };

/** Result of an event, written in a single transaction. */
export type ApplicationChange = {
  application: Application;
  action: AuditAction;
  by: Attribution;
  /** Application from the same address that this one replaces. */
  replaced?: Application;
  key?: NewKeyRecord;
  /** A new secret for the key, which replaces all earlier ones. */
  secret?: Reissue;
  /** SHA-256 of the token in a new link to the key. */
  claimHash?: Uint8Array;
  mail?: NewMail;
};

/** Rule that decides on an application read under the lock. `open` is another confirmed application from the same address. */
export type DecideChange = (
  application: Application,
  now: number,
  open: Application | undefined,
) => ApplicationChange | undefined;

export type ApplicationSearch = PageRequest & {
  state?: ApplicationState | undefined;
  /** A part of the name, the address, the organisation or the id; case does not matter. */
  text?: string | undefined;
};

/**
 * Stores applications. Methods resolve to undefined for an application that does not exist.
 * @throws {ServiceError} `overloaded` from every method while the database cannot be reached, or its disk is full.
 * @example
 * const application = await store.findApplication(ref);
 * await store.changeApplication(ref, decide);
 */
export interface ApplicationStore {
  /**
   * Stores an application and returns undefined; if the limits are reached, writes nothing and returns the milliseconds to wait.
   */
  submitApplication(
    application: NewApplication,
    limits: SubmissionLimits,
  ): Promise<{ waitMs: number } | undefined>;
  /** Finds an application by its id or by the hash of a token. */
  findApplication(ref: ApplicationRef): Promise<Application | undefined>;
  /** Lists applications that await a decision first, by due date; then the newest. */
  searchApplications(search: ApplicationSearch): Promise<Page<Application>>;
  /**
   * Changes an application according to `rule`, which must be pure, because it may be called twice; its errors are thrown. If it
   * returns undefined, nothing changes.
   */
  changeApplication(ref: ApplicationRef, rule: DecideChange): Promise<Application | undefined>;
  /**
   * Deletes old data: the `sources` of applications, `unconfirmed` applications, and `mails` that were sent or are
   * undeliverable.
   * @param keepMs Milliseconds for which each is kept.
   */
  purgeApplications(keepMs: { sources: number; unconfirmed: number; mails: number }): Promise<void>;
}
