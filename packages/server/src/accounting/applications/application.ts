import type { ApplicationState, Language, Module } from '@citewell/sdk';
import type { Attribution, AuditAction } from '../../audit/audit.ts';
import type { Reissue } from '../keys/secret-record.ts';
import type { Page, PageRequest } from '../operator-store.ts';
import type { NewKeyRecord } from '../store.ts';
import type { NewMail } from './mail.ts';

/**
 * A person's request for a key: submitted → confirmed (by a link in a mail) → approved or rejected (by an operator), or
 * withdrawn (by the applicant) from either of the first two. Times are epoch milliseconds, null if it has not come to
 * that.
 */
export type Application = {
  id: string;
  name: string;
  email: string;
  organisation: string | null;
  purpose: string;
  modules: Module[];
  /** Language of the mails to the applicant. */
  language: Language;
  state: ApplicationState;
  submittedAt: number;
  confirmedAt: number | null;
  /** Time by which it is to be decided. */
  dueAt: number | null;
  /** Approved, rejected or withdrawn. */
  decidedAt: number | null;
  decidedBy: string | null;
  reason: string | null;
  keyId: string | null;
  /** The end of the link that shows the key; null if the key itself was mailed. */
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
  /** Stands for where it came from, for an hour. */
  source: Uint8Array;
  /** E-mail with the link to confirm it; not sent if the address had one within the hour. */
  mail: NewMail;
};

/** Maximum number of applications within `windowMs`, per source and overall. */
export type SubmissionLimits = { bySource: number; overall: number; windowMs: number };

/** A person applies once or twice; the sum bounds what a crowd of addresses can make us mail. */
export const submissionLimits: SubmissionLimits = { bySource: 5, overall: 100, windowMs: 3_600_000 };

/** Result of an event, written in a single transaction. */
export type ApplicationChange = {
  application: Application;
  action: AuditAction;
  by: Attribution;
  /** The application of the same address that this one takes the place of. */
  replaced?: Application;
  key?: NewKeyRecord;
  /** A new secret for the key, in place of all before it. */
  secret?: Reissue;
  /** SHA-256 of the token in a new link to the key. */
  claimHash?: Uint8Array;
  mail?: NewMail;
};

/** Decides on an application read under the lock. `open` is another confirmed application of the same address. */
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
 */
export interface ApplicationStore {
  /**
   * Stores an application; returns undefined, or the milliseconds to wait if the limits are reached: then nothing is
   * written.
   */
  submitApplication(
    application: NewApplication,
    limits: SubmissionLimits,
  ): Promise<{ waitMs: number } | undefined>;
  /** Finds the application of an id or of a token's hash. */
  findApplication(ref: ApplicationRef): Promise<Application | undefined>;
  /** Lists applications that await a decision first, by due date; then the newest. */
  searchApplications(search: ApplicationSearch): Promise<Page<Application>>;
  /**
   * Changes an application as `rule` decides. The rule is pure, as it may be called twice; its errors are thrown.
   * Undefined from it changes nothing.
   */
  changeApplication(ref: ApplicationRef, rule: DecideChange): Promise<Application | undefined>;
  /**
   * Deletes the sources of applications, applications never confirmed and e-mails sent or given up, each after its
   * milliseconds in `keepMs`.
   */
  purgeApplications(keepMs: { sources: number; unconfirmed: number; mails: number }): Promise<void>;
}
