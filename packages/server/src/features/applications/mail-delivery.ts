import type { Language } from '@citewell/sdk';
import { type ApplicationStore, submissionLimits } from '../../accounting/applications/application.ts';
import type { MailContent } from '../../accounting/applications/mail.ts';
import { type DueMail, type OutboxStore, retryWaitMs } from '../../accounting/applications/outbox.ts';
import { retryWhileUnavailable } from '../../accounting/retry-while-unavailable.ts';
import type { Every } from '../../accounting/running-calls.ts';
import type { Encryption } from '../../identity/encryption.ts';
import { describeError, type Log } from '../../platform/log.ts';

/** E-mail ready to be sent. Its id is the same in every attempt, so that a receiver can recognize a duplicate. */
export type ComposedMail = { id: string; recipient: string; subject: string; text: string };

/**
 * Hands e-mails to a mail server.
 * @throws {MailError} from `send`, within a minute, if the server does not take the e-mail.
 * @example
 * await transport.send(mail, AbortSignal.timeout(60_000));
 */
export interface MailTransport {
  /** Sends an e-mail, and resolves when the server has taken it. */
  send(mail: ComposedMail, signal: AbortSignal): Promise<void>;
  /** Closes its connections. */
  close(): void;
}

/**
 * Failure to deliver an e-mail. `summary` is stored and shown: it names the kind of failure, without addresses or
 * content.
 */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** Indicates that another attempt would not help. */
  readonly permanent: boolean;

  constructor(summary: string, options: { permanent: boolean; cause?: unknown }) {
    super(summary, { cause: options.cause });
    this.permanent = options.permanent;
  }
}

export type Compose = (content: MailContent, language: Language) => { subject: string; text: string };

export type MailDeliveryOptions = {
  store: OutboxStore & Pick<ApplicationStore, 'purgeApplications'>;
  encryption: Encryption;
  compose: Compose;
  transport: MailTransport;
  log: Log;
  every: Every;
  /**
   * Time that a stopping process waits for a mail server, in milliseconds; afterwards the lease expires and another
   * process sends the mail.
   */
  closeWithinMs?: number;
};

export const deliveryIntervalMs = 5_000;
export const purgeIntervalMs = 3_600_000;
const atOnce = 4;
const dayMs = 86_400_000;
/** Retention of unconfirmed applications and of mails that have been delivered or abandoned. */
const keepMs = { sources: submissionLimits.windowMs, unconfirmed: 30 * dayMs, mails: 90 * dayMs };
/** Lease of an e-mail in milliseconds: longer than a transport may take, so that no e-mail is sent twice at once. */
const leaseMs = 120_000;
/**
 * Time within which a delivery is recorded, in milliseconds: within the lease, or the e-mail would be sent twice. A
 * transport takes up to half of the lease.
 */
const noteWithinMs = 50_000;
const closeWithinMsDefault = 3_000;

/**
 * Sends what the outbox holds, at least once each. Any number of processes may do so: an e-mail is sent under a lease,
 * and only a process that dies between the mail server's reply and its own record sends it twice.
 */
export class MailDelivery {
  readonly #options: MailDeliveryOptions;
  readonly #stops: (() => void)[];
  readonly #stopSending = new AbortController();
  #running: Promise<void> | undefined;
  #again = false;
  #closed = false;

  constructor(options: MailDeliveryOptions) {
    this.#options = options;
    this.#stops = [
      options.every(deliveryIntervalMs, () => this.deliver()),
      options.every(purgeIntervalMs, () => this.purge()),
    ];
    void this.deliver();
  }

  /** Sends everything that is due. If called while it runs, it checks once more at the end. */
  deliver(): Promise<void> {
    this.#again = true;
    this.#running ??= this.#deliverAll().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Purges expired applications and e-mails. */
  async purge(): Promise<void> {
    try {
      await this.#options.store.purgeApplications(keepMs);
    } catch (error) {
      this.#options.log('warn', 'cleanup_failed', describeError(error));
    }
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    this.#closed = true;
    const { promise: timeUp, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.#options.closeWithinMs ?? closeWithinMsDefault);
    await Promise.race([this.#running, timeUp]);
    clearTimeout(timer);
    this.#stopSending.abort();
    this.#options.transport.close();
  }

  async #deliverAll(): Promise<void> {
    const { store, encryption, log } = this.#options;
    try {
      while (this.#again && !this.#closed) {
        this.#again = false;
        const mails = await store.takeDueMails({ encryptionId: encryption.id, limit: atOnce, leaseMs });
        await Promise.all(mails.map((mail) => this.#send(mail)));
        if (mails.length === atOnce) this.#again = true;
      }
    } catch (error) {
      log('warn', 'outbox_failed', describeError(error));
    }
  }

  async #send(mail: DueMail): Promise<void> {
    const { store, encryption, compose, transport, log } = this.#options;
    try {
      const { id, recipient, language } = mail;
      const content = openContent(encryption, mail);
      await transport.send({ id, recipient, ...compose(content, language) }, this.#stopSending.signal);
    } catch (error) {
      // A stopping process gave up: the e-mail is tried again when the lease expires.
      if (this.#stopSending.signal.aborted) return;
      await this.#note(mail, error);
      return;
    }
    // Not a failure of the e-mail, which was sent: wait until the ledger can be reached.
    await retryWhileUnavailable(() => store.markMailSent(mail.id), noteWithinMs);
    log('info', 'mail_sent', { mailId: mail.id });
  }

  async #note({ id, attempts }: DueMail, error: unknown): Promise<void> {
    const { store, log } = this.#options;
    const known = error instanceof MailError;
    const retryAfterMs = known && error.permanent ? undefined : retryWaitMs(attempts);
    const summary = known ? error.message : (describeError(error).errorName ?? 'Error');
    log(retryAfterMs === undefined ? 'error' : 'warn', 'mail_failed', {
      mailId: id,
      failure: summary,
      count: attempts,
    });
    const failed = { id, attempts, error: summary, retryAfterMs };
    await retryWhileUnavailable(() => store.markMailFailed(failed), noteWithinMs);
  }
}

function openContent(encryption: Encryption, { id, content }: DueMail): MailContent {
  try {
    return JSON.parse(encryption.decrypt(content, id));
  } catch (cause) {
    throw new MailError('content cannot be decrypted', { permanent: true, cause });
  }
}
