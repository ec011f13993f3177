import type { Attribution } from '../../audit/audit.ts';
import type { Page, PageRequest } from '../operator-store.ts';
import type { NewMail } from './mail.ts';

export const mailStates = ['waiting', 'sent', 'failed'] as const;
export type MailState = (typeof mailStates)[number];

/** An e-mail as shown to operators: without its content, which is deleted once it is sent. */
export type MailRecord = Pick<NewMail, 'id' | 'kind' | 'recipient' | 'language' | 'applicationId'> & {
  state: MailState;
  /** Number of attempts begun. */
  attempts: number;
  createdAt: number;
  /** Time of the next attempt of a waiting e-mail. */
  nextAt: number;
  /** Time at which the mail server accepted the e-mail, or delivery was abandoned. */
  endedAt: number | null;
  /** Kind of the last failure, such as "EENVELOPE 550"; never an address or text of the mail server. */
  lastError: string | null;
};

/** An e-mail taken for sending. */
export type DueMail = Omit<NewMail, 'dedupe' | 'encryptionId'> & { attempts: number };

/** A failed attempt; `retryAfterMs` in milliseconds: if undefined, the e-mail becomes undeliverable. */
type FailedAttempt = { id: string; attempts: number; error: string; retryAfterMs: number | undefined };

export type MailSearch = PageRequest & {
  state?: MailState | undefined;
  applicationId?: string | undefined;
};

/**
 * Stores e-mails, from the transaction of the change they report until a mail server has accepted them.
 * @throws {ServiceError} `overloaded` from every method while the database cannot be reached, or its disk is full.
 * @example
 * for (const mail of await outbox.takeDueMails({ encryptionId, limit: 10, leaseMs: 120_000 }))
 *   await outbox.markMailSent(mail.id);
 */
export interface OutboxStore {
  /** Finds e-mails, newest first. */
  searchMails(search: MailSearch): Promise<Page<MailRecord>>;
  /**
   * Takes at most `limit` e-mails that are due and were encrypted with this key. No other process gets them for `leaseMs`
   * milliseconds.
   */
  takeDueMails(request: { encryptionId: string; limit: number; leaseMs: number }): Promise<DueMail[]>;
  /** Marks an e-mail as sent and deletes its content. */
  markMailSent(id: string): Promise<void>;
  /** Schedules the next attempt, or marks the e-mail as undeliverable; does nothing if it was sent or taken again meanwhile. */
  markMailFailed(failed: FailedAttempt): Promise<void>;
  /** Makes an unsent e-mail due at once, with all attempts available again. `gone`: its content has been deleted. */
  retryMail(id: string, by: Attribution): Promise<MailRecord | 'gone' | undefined>;
}

/**
 * First wait in milliseconds. Attempts are at 0, 3, 9, 21, 45, … minutes, the last after a day: greylisting takes minutes, repairing
 * a server hours.
 */
const firstWaitMs = 180_000;
const triesAtMost = 10;

/** Returns the wait before the next attempt in milliseconds, or undefined after the last one. */
export function retryWaitMs(attempts: number): number | undefined {
  return attempts >= triesAtMost ? undefined : firstWaitMs * 2 ** (attempts - 1);
}
