import { createTransport } from 'nodemailer';
import type { SmtpConfig } from '../../../platform/config.ts';
import { isEmailAddress } from '../../../platform/text/email-address.ts';
import { MailError, type MailTransport } from '../mail-delivery.ts';

/** Milliseconds: until an encrypted connection is there and greeted, between two words, and for all of one mail. */
export type SmtpTimeouts = { connectMs: number; silenceMs: number; totalMs: number };

const defaultTimeouts: SmtpTimeouts = { connectMs: 30_000, silenceMs: 30_000, totalMs: 60_000 };

/** Properties of nodemailer's errors that identify the kind of failure. */
type SmtpFailure = Error & { code?: string; responseCode?: number; command?: string };

/** Sends mails through a mail server, a connection each. Rejects with a MailError. */
export function createSmtpTransport(
  { host, port, tls, auth, from }: SmtpConfig,
  { connectMs, silenceMs, totalMs }: SmtpTimeouts = defaultTimeouts,
): MailTransport {
  const sender = /<([^<>]+)>$/.exec(from)?.[1] ?? from;
  const transport = connectTo({ host, port, tls, auth }, { connectMs, silenceMs });
  return {
    async send({ id, recipient, subject, text }, signal) {
      // Addresses are validated with the request. Here as well: of one that holds another, the library picks what it likes.
      if (!isEmailAddress(recipient)) throw new MailError('not an address', { permanent: true });
      try {
        await transport.sendMail({
          from,
          to: recipient,
          envelope: { from: sender, to: [recipient] },
          messageId: `<${id}@${sender.split('@')[1]}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          ...{ subject, text },
          signal: AbortSignal.any([signal, AbortSignal.timeout(totalMs)]),
        });
      } catch (error) {
        throw toMailError(error as SmtpFailure);
      }
    },
    close: () => transport.close(),
  };
}

/**
 * Connects to a mail server and logs in, sending nothing. Returns the reason where that fails or takes too long, in words
 * that quote no address; undefined where it works.
 */
export async function verifyMailServer(smtp: SmtpConfig, signal: AbortSignal): Promise<string | undefined> {
  const transport = connectTo(smtp, defaultTimeouts);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const expire = () => reject(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' }));
  signal.addEventListener('abort', expire, { once: true });
  try {
    await Promise.race([transport.verify(), late]);
    return undefined;
  } catch (error) {
    return toMailError(error as SmtpFailure).message;
  } finally {
    signal.removeEventListener('abort', expire);
    transport.close();
  }
}

function connectTo(
  { host, port, tls, auth }: Omit<SmtpConfig, 'from'>,
  { connectMs, silenceMs }: Pick<SmtpTimeouts, 'connectMs' | 'silenceMs'>,
) {
  return createTransport({
    ...{ host, port, ...(auth && { auth }) },
    ...{ secure: tls === 'implicit', requireTLS: tls === 'required', ignoreTLS: tls === 'off' },
    ...{
      dnsTimeout: connectMs,
      connectionTimeout: connectMs,
      greetingTimeout: silenceMs,
      socketTimeout: silenceMs,
    },
    // A mail is text of ours: nothing in it may name a file or an address to read from.
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
}

/**
 * A server that refuses the recipient or the message for good has decided about this mail; every other refusal, of the
 * login or of the sender for example, is about us, and may be mended while the mail waits. Its words stay out: they
 * quote addresses.
 */
function toMailError(error: SmtpFailure): MailError {
  const { code = error.name, responseCode, command } = error;
  const aboutMail = command === 'RCPT TO' || command === 'DATA';
  const permanent = aboutMail && responseCode !== undefined && responseCode >= 500;
  const summary = [code, command, responseCode]
    .filter(Boolean)
    .join(' ')
    .replace(/[^\w ]/g, '')
    .slice(0, 100);
  return new MailError(summary, { permanent, cause: error });
}
