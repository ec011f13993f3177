import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type SmtpSinkOptions, startSmtpSink } from '@citewell/simulators/smtp-sink.ts';
import type { SmtpConfig } from '../../../platform/config.ts';
import { hostileAddresses, plainAddresses } from '../../../testing/accounting/email-addresses.ts';
import { MailError } from '../mail-delivery.ts';
import { createSmtpTransport, type SmtpTimeouts } from './smtp.ts';

const mail = {
  id: 'mail_1',
  recipient: 'li.wei@example.cn',
  subject: '您的密钥',
  text: '您好：\n\n  cw_x\n',
};
const plain: SmtpConfig = {
  ...{ host: '127.0.0.1', port: 0, tls: 'off', auth: undefined },
  from: 'Citewell 文献 <no-reply@cite.example>',
};
const never = new AbortController().signal;

async function begin(
  t: TestContext,
  sinkOptions: SmtpSinkOptions = {},
  server: Partial<SmtpConfig> = {},
  timeouts?: SmtpTimeouts,
) {
  const sink = await startSmtpSink(t, sinkOptions);
  const transport = createSmtpTransport({ ...plain, ...server, port: sink.port }, timeouts);
  t.after(() => transport.close());
  return { sink, transport };
}

async function failureOf(sending: Promise<void>): Promise<MailError> {
  const error = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof MailError, 'it should have failed');
  return error;
}

describe('an e-mail sent by SMTP', () => {
  it('arrives unchanged, Chinese included, with one sender, one recipient and a constant id', async (t) => {
    const { sink, transport } = await begin(t);
    await transport.send(mail, never);
    await transport.send(mail, never);
    const [received, again] = sink.mails;
    assert.ok(received && again);
    assert.deepEqual(
      [received.from, received.recipients, received.subject, received.text],
      ['no-reply@cite.example', ['li.wei@example.cn'], mail.subject, mail.text],
    );
    const header = (name: string) =>
      received.headers.filter(([other]) => other === name).map(([, value]) => value);
    assert.deepEqual(header('to'), ['li.wei@example.cn']);
    assert.match(String(header('from')), /^=\?.*\?= <no-reply@cite\.example>$/);
    assert.deepEqual(header('message-id'), ['<mail_1@cite.example>']);
    assert.deepEqual(header('auto-submitted'), ['auto-generated']);
  });

  it('is not sent if the recipient is not a single plain address', async (t) => {
    const { sink, transport } = await begin(t);
    for (const recipient of hostileAddresses)
      assert.equal((await failureOf(transport.send({ ...mail, recipient }, never))).permanent, true);
    assert.equal(sink.tries(), 0);
  });

  it('has the same headers and one recipient for every valid address', async (t) => {
    const { sink, transport } = await begin(t);
    for (const recipient of plainAddresses) await transport.send({ ...mail, recipient }, never);
    assert.deepEqual(
      sink.mails.map(({ recipients }) => recipients.length),
      plainAddresses.map(() => 1),
    );
    const names = sink.mails.map(({ headers }) => headers.map(([name]) => name).join());
    assert.equal(new Set(names).size, 1);
  });

  it('fails permanently on a 5xx for recipient or message, and temporarily otherwise', async (t) => {
    let answer = { code: 250, text: '' };
    const { transport } = await begin(t, {
      refuseRecipient: () => (answer.code === 250 ? undefined : answer),
    });
    for (const [code, permanent] of [
      [450, false],
      [451, false],
      [550, true],
      [552, true],
    ] as const) {
      answer = { code, text: `${mail.recipient}: go away` };
      const failure = await failureOf(transport.send(mail, never));
      assert.deepEqual([failure.permanent, failure.message], [permanent, `EENVELOPE RCPT TO ${code}`]);
    }
    const { transport: second } = await begin(t, {
      refuseMessage: () => ({ code: 554, text: 'spam: cw_x' }),
    });
    const failure = await failureOf(second.send(mail, never));
    assert.deepEqual([failure.permanent, failure.message], [true, 'EMESSAGE DATA 554']);
  });

  it('fails temporarily if the login is rejected', async (t) => {
    const login = { user: 'u', pass: 'right' };
    const wrong = await begin(t, { login }, { auth: { user: 'u', pass: 'wrong' } });
    const failure = await failureOf(wrong.transport.send(mail, never));
    assert.deepEqual([failure.permanent, failure.message], [false, 'EAUTH AUTH PLAIN 535']);
    const right = await begin(t, { login }, { auth: login });
    await right.transport.send(mail, never);
    assert.equal(right.sink.mails.length, 1);
  });

  it('is not sent without encryption if that is required, nor to an untrusted certificate', async (t) => {
    const offersNone = await begin(t, {}, { tls: 'required' });
    const refused = await failureOf(offersNone.transport.send(mail, never));
    assert.deepEqual([refused.permanent, refused.message.split(' ')[0]], [false, 'ETLS']);
    const selfSigned = await begin(t, { startTls: true }, { tls: 'required' });
    const unknown = await failureOf(selfSigned.transport.send(mail, never));
    assert.deepEqual([unknown.permanent, /^E(TLS|SOCKET)/.test(unknown.message)], [false, true]);
    assert.deepEqual([offersNone.sink.tries(), selfSigned.sink.tries()], [0, 0]);
  });

  it('fails temporarily if the server is silent, unreachable or too slow', async (t) => {
    const timeouts = { connectMs: 200, silenceMs: 200, totalMs: 5_000 };
    const silent = await begin(t, { silent: true }, {}, timeouts);
    assert.match((await failureOf(silent.transport.send(mail, never))).message, /^ETIMEDOUT/);
    const slow = await begin(t, { silent: true }, {}, { connectMs: 60_000, silenceMs: 60_000, totalMs: 200 });
    assert.match((await failureOf(slow.transport.send(mail, never))).message, /^EABORT/);
    const gone = createSmtpTransport({ ...plain, port: 1 });
    const failure = await failureOf(gone.send(mail, never));
    assert.deepEqual([failure.permanent, /^E(SOCKET|CONN)/.test(failure.message)], [false, true]);
  });

  it('fails temporarily on shutdown', async (t) => {
    const { transport } = await begin(t, { silent: true });
    const ending = new AbortController();
    const sending = transport.send(mail, ending.signal);
    ending.abort();
    assert.equal((await failureOf(sending)).permanent, false);
  });
});
