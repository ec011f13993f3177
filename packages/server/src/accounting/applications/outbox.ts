import type { Attribution } from '../../audit/audit.ts';
import type { Page, PageRequest } from '../operator-store.ts';
import type { NewMail } from './mail.ts';

export const mailStates = ['waiting', 'sent', 'failed'] as const;
export type MailState = (typeof mailStates)[number];

/** A mail as an operator sees it: without its content, which is gone once it is sent. */
export type MailRecord = Pick<NewMail, 'id' | 'kind' | 'recipient' | 'language' | 'applicationId'> & {
  state: MailState;
  /** Tries begun. */
  attempts: number;
  createdAt: number;
  /** The next try of a mail that waits. */
  nextAt: number;
  /** Time at which the mail server accepted the mail, or delivery was abandoned. */
  endedAt: number | null;
  /** Kind of the last failure, such as "EENVELOPE 550"; never an address or text of the mail server. */
  lastError: string | null;
};

/** A mail taken for sending. */
export type DueMail = Omit<NewMail, 'dedupe' | 'sealId'> & { attempts: number };

/** Attempt that failed; `retryAfterMs` in milliseconds: undefined gives the e-mail up. */
type FailedAttempt = { id: string; attempts: number; error: string; retryAfterMs: number | undefined };

export type MailSearch = PageRequest & {
  state?: MailState | undefined;
  applicationId?: string | undefined;
};

/**
 * Stores e-mails from the moment they are decided on, in the transaction that decides, until a mail server has taken them.
 * @throws {ServiceError} `overloaded` from every method while the database cannot be reached, or its disk is full.
 */
export interface OutboxStore {
  /** Finds e-mails, newest first. */
  searchMails(search: MailSearch): Promise<Page<MailRecord>>;
  /**
   * Takes at most `limit` e-mails that are due and that were encrypted with this key. Nobody else is given them for
   * `leaseMs` milliseconds.
   */
  takeDueMails(request: { encryptionId: string; limit: number; leaseMs: number }): Promise<DueMail[]>;
  /** Marks an e-mail as sent and deletes its content. */
  markMailSent(id: string): Promise<void>;
  /** Schedules the next attempt, or gives the e-mail up; does nothing if it was sent or taken again meanwhile. */
  markMailFailed(failed: FailedAttempt): Promise<void>;
  /** Makes a mail that was not sent due at once, with all its tries before it. `gone`: its content is not kept any more. */
  retryMail(id: string, by: Attribution): Promise<MailRecord | 'gone' | undefined>;
}

/** Tries at 0, 3, 9, 21, 45, … minutes, the last after a day: greylisting takes minutes, a broken server hours. */
const firstWaitMs = 180_000;
const triesAtMost = 10;

/** Returns the wait before the next attempt in milliseconds, or undefined after the last one. */
export function retryWaitMs(attempts: number): number | undefined {
  return attempts >= triesAtMost ? undefined : firstWaitMs * 2 ** (attempts - 1);
}
