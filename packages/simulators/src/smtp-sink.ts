import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { SMTPServer } from 'smtp-server';

export type ReceivedMail = {
  /** Sender as given in the SMTP commands. */
  from: string;
  recipients: string[];
  /** Headers by lower-case name, as in the message. */
  headers: [name: string, value: string][];
  subject: string;
  text: string;
};

export type SmtpSinkOptions = {
  /** Returns the server's reply to a recipient; undefined accepts it. */
  refuseRecipient?: (recipient: string) => SmtpError | undefined;
  /** Returns the server's reply to the whole message; undefined accepts it. */
  refuseMessage?: (mail: ReceivedMail) => SmtpError | undefined;
  /** Offers STARTTLS, with a self-signed certificate. */
  startTls?: boolean;
  /** User who may sign in; signing in is required only if this is given. */
  login?: { user: string; pass: string };
  /** Leaves every command unanswered. */
  silent?: boolean;
};

type SmtpError = { code: number; text: string };

export type SmtpSink = {
  port: number;
  /** Accepted messages, in order. */
  mails: ReceivedMail[];
  /** Returns the number of deliveries that were started. */
  tries(): number;
};

/** Starts a real mail server on loopback that stores messages until the test ends. */
export async function startSmtpSink(t: TestContext, options: SmtpSinkOptions = {}): Promise<SmtpSink> {
  const { refuseRecipient, refuseMessage, startTls = false, login, silent = false } = options;
  const mails: ReceivedMail[] = [];
  let tries = 0;
  const server = new SMTPServer({
    ...(startTls ? testCertificate() : { disabledCommands: ['STARTTLS'] }),
    authOptional: !login,
    allowInsecureAuth: true,
    logger: false,
    closeTimeout: 100,
    onConnect(_session, callback) {
      if (!silent) callback();
    },
    onAuth({ username, password }, _session, callback) {
      const known = username === login?.user && password === login?.pass;
      callback(known ? null : errorOf({ code: 535, text: 'no' }), known ? { user: username } : undefined);
    },
    onMailFrom(_address, _session, callback) {
      tries += 1;
      callback();
    },
    onRcptTo({ address }, _session, callback) {
      const refused = refuseRecipient?.(address);
      callback(refused && errorOf(refused));
    },
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const mail = {
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          recipients: envelope.rcptTo.map(({ address }) => address),
          ...parseMessage(Buffer.concat(chunks).toString('latin1')),
        };
        const refused = refuseMessage?.(mail);
        if (!refused) mails.push(mail);
        callback(refused && errorOf(refused));
      });
    },
  });
  // Clients that disconnect midway are part of the tests.
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  t.after(() => new Promise<void>((resolve) => server.close(resolve)));
  return { port: (listening.address() as AddressInfo).port, mails, tries: () => tries };
}

function errorOf({ code, text }: SmtpError): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

function testCertificate() {
  const read = (name: string) => readFileSync(new URL(`tls/${name}`, import.meta.url));
  return { cert: read('test-only-cert.pem'), key: read('test-only-key.pem') };
}

/** Decodes a text part in any of the encodings of e-mail. */
function parseMessage(source: string): Pick<ReceivedMail, 'headers' | 'subject' | 'text'> {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const header = (name: string) => headers.find(([other]) => other === name)?.[1] ?? '';
  const body = source.slice(end + 4);
  const encoding = header('content-transfer-encoding').toLowerCase();
  const bytes = encoding === 'base64' ? Buffer.from(body, 'base64') : quotedPrintable(body, encoding);
  return {
    headers,
    subject: decodeWords(header('subject')),
    text: bytes.toString('utf8').replaceAll('\r\n', '\n'),
  };
}

function quotedPrintable(body: string, encoding: string): Buffer {
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const joined = body.replace(/=\r\n/g, '');
  const decoded = joined.replace(/=([0-9A-F]{2})/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(decoded, 'latin1');
}

/** RFC 2047. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind, word) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quotedPrintable(word.replaceAll('_', ' '), 'quoted-printable').toString('utf8'),
    );
}
