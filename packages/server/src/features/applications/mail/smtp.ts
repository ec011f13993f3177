import { createTransport } from 'nodemailer';
import type { SmtpConfig } from '../../../platform/config.ts';
import { isEmailAddress } from '../../../platform/text/email-address.ts';
import { MailError, type MailTransport } from '../mail-delivery.ts';

/**
 * Time limits in milliseconds: for an encrypted and greeted connection, between two replies, and for a whole e-mail.
 */
export type SmtpTimeouts = { connectMs: number; silenceMs: number; totalMs: number };

const defaultTimeouts: SmtpTimeouts = { connectMs: 30_000, silenceMs: 30_000, totalMs: 60_000 };

/** Properties of nodemailer's errors that identify the kind of failure. */
type SmtpFailure = Error & { code?: string; responseCode?: number; command?: string };

/** Sends e-mails through a mail server, one connection each. Rejects with a MailError. */
export function createSmtpTransport(
  { host, port, tls, auth, from }: SmtpConfig,
  { connectMs, silenceMs, totalMs }: SmtpTimeouts = defaultTimeouts,
): MailTransport {
  const sender = /<([^<>]+)>$/.exec(from)?.[1] ?? from;
  const transport = connectTo({ host, port, tls, auth }, { connectMs, silenceMs });
  return {
    async send({ id, recipient, subject, text }, signal) {
      // Addresses are validated with the request, and again here: from an ambiguous one the library picks a part.
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
 * Connects to a mail server and logs in without sending anything. Returns undefined on success, otherwise the reason,
 * without addresses, if that fails or takes too long.
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
    // The text is ours: it must not make the library read a file or an address.
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
}

/**
 * Classifies an SMTP error. A permanent refusal of the recipient or the message concerns this e-mail; any other, such
 * as that of the login or sender, concerns us and may be fixed while the e-mail waits. The server's words are left out,
 * since they quote addresses.
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
