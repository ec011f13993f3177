import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type SmtpSinkOptions, startSmtpSink } from '@citewell/simulators/smtp-sink.ts';
import { until } from '@citewell/simulators/until.ts';
import type { NewMail } from '../../accounting/applications/mail.ts';
import { retryWaitMs } from '../../accounting/applications/outbox.ts';
import type { Every } from '../../accounting/running-calls.ts';
import { createLog } from '../../platform/log.ts';
import { manualClock } from '../../testing/accounting/accounts-databases.ts';
import { aForm, openOffice, operator, plainTerms } from '../../testing/accounting/applicants.ts';
import { openMemoryStore } from '../../testing/accounting/memory-store.ts';
import { composeFor } from './mail/compose.ts';
import { createSmtpTransport } from './mail/smtp.ts';
import {
  type ComposedMail,
  deliveryIntervalMs,
  MailDelivery,
  MailError,
  type MailTransport,
  purgeIntervalMs,
} from './mail-delivery.ts';

const minuteMs = 60_000;

async function begin(t: TestContext) {
  const clock = manualClock();
  const store = openMemoryStore(clock);
  const office = openOffice(store, clock);
  const log: string[] = [];
  t.after(() => store.close());
  /** Stands for another process that delivers; the test controls its leases. */
  function startDelivery(transport: MailTransport) {
    const tasks = new Map<number, () => Promise<void>>();
    const every: Every = (intervalMs, task) => {
      tasks.set(intervalMs, task);
      return () => tasks.delete(intervalMs);
    };
    const delivery = new MailDelivery({
      ...{
        store,
        encryption: office.encryption,
        compose: composeFor('https://cite.example'),
        transport,
        every,
      },
      closeWithinMs: 50,
      log: createLog((line) => log.push(line), clock.now),
    });
    t.after(() => delivery.close());
    return { delivery, tasks };
  }
  const mails = async () => (await store.searchMails({ limit: 10 })).items;
  return { clock, store, office, log, startDelivery, mails };
}

async function withSink(t: TestContext, options: SmtpSinkOptions = {}) {
  const scene = await begin(t);
  const sink = await startSmtpSink(t, options);
  const transport = createSmtpTransport({
    ...{ host: '127.0.0.1', port: sink.port, tls: 'off', auth: undefined, from: 'no-reply@cite.example' },
  });
  return { ...scene, sink, transport, ...scene.startDelivery(transport) };
}

/** Transport with scripted results that records what it was given. */
function scripted(send: (mail: ComposedMail, signal: AbortSignal) => Promise<void>) {
  const given: ComposedMail[] = [];
  const transport: MailTransport = {
    send(mail, signal) {
      given.push(mail);
      return send(mail, signal);
    },
    close() {},
  };
  return { transport, given };
}

describe('e-mail delivery', () => {
  it('sends due e-mails in the applicant’s language and then deletes their content', async (t) => {
    const { office, delivery, sink, mails } = await withSink(t);
    await office.applications.submit(aForm(), '192.0.2.1');
    await office.applications.submit(aForm({ language: 'en', email: 'b@example.org' }), '192.0.2.1');
    await delivery.deliver();
    assert.deepEqual(sink.mails.map(({ subject }) => subject).sort(), [
      'Confirm your application for a Citewell API key',
      '请确认您的 Citewell API 密钥申请',
    ]);
    assert.deepEqual(
      (await mails()).map(({ state }) => state),
      ['sent', 'sent'],
    );
  });

  it('sends a greylisted e-mail again after 3 minutes', async (t) => {
    const seen = new Set<string>();
    const { office, delivery, sink, clock, mails } = await withSink(t, {
      refuseRecipient(recipient) {
        if (seen.has(recipient)) return undefined;
        seen.add(recipient);
        return { code: 450, text: 'greylisted, come back later' };
      },
    });
    await office.applications.submit(aForm(), '192.0.2.1');
    await delivery.deliver();
    const [waiting] = await mails();
    assert.deepEqual([waiting?.state, waiting?.lastError], ['waiting', 'EENVELOPE RCPT TO 450']);
    await delivery.deliver();
    assert.equal(sink.tries(), 1, 'not at once');
    clock.advance(3 * minuteMs);
    await delivery.deliver();
    assert.deepEqual([sink.mails.length, (await mails())[0]?.state], [1, 'sent']);
  });

  it('stops after a permanent rejection of the recipient and logs it', async (t) => {
    const { office, delivery, clock, mails, log } = await withSink(t, {
      refuseRecipient: (recipient) => ({ code: 550, text: `${recipient} does not exist` }),
    });
    await office.applications.submit(aForm(), '192.0.2.1');
    await delivery.deliver();
    clock.advance(24 * 60 * minuteMs);
    await delivery.deliver();
    const [mail] = await mails();
    assert.deepEqual([mail?.state, mail?.attempts, mail?.lastError], ['failed', 1, 'EENVELOPE RCPT TO 550']);
    const { level, event, mailId, failure } = JSON.parse(log.at(-1) ?? '');
    assert.deepEqual([level, event, mailId, failure], ['error', 'mail_failed', mail?.id, mail?.lastError]);
    assert.ok(!log.join().includes('example.org'));
  });

  it('attempts ten times within about a day, doubling each pause', async (t) => {
    const { office, clock, startDelivery, mails } = await begin(t);
    const { transport, given } = scripted(async () => {
      throw new MailError('ECONNECTION', { permanent: false });
    });
    const { delivery } = startDelivery(transport);
    await office.applications.submit(aForm(), '192.0.2.1');
    await delivery.deliver();
    for (let tries = 1; tries < 10; tries += 1) {
      const waitMs = retryWaitMs(tries) ?? assert.fail();
      assert.equal(waitMs, 3 * minuteMs * 2 ** (tries - 1));
      clock.advance(waitMs - 1);
      await delivery.deliver();
      assert.equal(given.length, tries);
      clock.advance(1);
      await delivery.deliver();
      assert.equal(given.length, tries + 1);
    }
    assert.equal(new Set(given.map(({ id }) => id)).size, 1, 'one mail, ten times');
    const [mail] = await mails();
    assert.deepEqual([mail?.state, mail?.attempts], ['failed', 10]);
    assert.ok(clock.now() - (mail?.createdAt ?? 0) < 26 * 60 * minuteMs);
  });

  it('sends each e-mail once with two processes running', async (t) => {
    const { office, startDelivery, mails } = await begin(t);
    const { transport, given } = scripted(() => new Promise((resolve) => setImmediate(resolve)));
    const deliveries = [startDelivery(transport), startDelivery(transport)];
    for (let index = 0; index < 30; index += 1)
      await office.applications.submit(aForm({ email: `p${index}@example.org` }), `192.0.2.${index}`);
    await Promise.all(deliveries.map(({ delivery }) => delivery.deliver()));
    assert.deepEqual([given.length, new Set(given.map(({ id }) => id)).size], [30, 30]);
    assert.ok((await mails()).every(({ state }) => state === 'sent'));
  });

  it('sends an e-mail again under the same id if a process died before recording it', async (t) => {
    const { office, clock, startDelivery, mails } = await begin(t);
    let dying = true;
    const { transport, given } = scripted(() => (dying ? new Promise(() => {}) : Promise.resolve()));
    const dead = startDelivery(transport);
    await office.applications.submit(aForm(), '192.0.2.1');
    void dead.delivery.deliver();
    await until(() => given.length === 1);
    dying = false;
    const { delivery } = startDelivery(transport);
    await delivery.deliver();
    assert.equal(given.length, 1, 'the lease runs');
    clock.advance(2 * minuteMs);
    await delivery.deliver();
    assert.deepEqual([given[1]?.id, (await mails())[0]?.state], [given[0]?.id, 'sent']);
  });

  it('looks for new e-mails after sending and every five seconds', async (t) => {
    const { office, startDelivery } = await begin(t);
    const { promise: taken, resolve: release } = Promise.withResolvers<void>();
    const { transport, given } = scripted(() => taken);
    const { delivery, tasks } = startDelivery(transport);
    await office.applications.submit(aForm({ email: 'a@example.org' }), '192.0.2.1');
    const first = delivery.deliver();
    await until(() => given.length === 1);
    await office.applications.submit(aForm({ email: 'b@example.org' }), '192.0.2.1');
    const second = delivery.deliver();
    release();
    await Promise.all([first, second]);
    assert.equal(given.length, 2);
    await office.applications.submit(aForm({ email: 'c@example.org' }), '192.0.2.1');
    await tasks.get(deliveryIntervalMs)?.();
    assert.equal(given.length, 3);
  });

  it('aborts the transport on shutdown and leaves the e-mail to the next process', async (t) => {
    const { office, clock, startDelivery, mails } = await begin(t);
    const { transport, given } = scripted(
      (_mail, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    const { delivery, tasks } = startDelivery(transport);
    await office.applications.submit(aForm(), '192.0.2.1');
    void delivery.deliver();
    await until(() => given.length === 1);
    await delivery.close();
    assert.equal(tasks.size, 0);
    clock.advance(2 * minuteMs);
    const ok = scripted(async () => {});
    await startDelivery(ok.transport).delivery.deliver();
    assert.deepEqual([ok.given.length, (await mails())[0]?.lastError], [1, null]);
  });

  it('gives up undecryptable content at once and continues with the other e-mails', async (t) => {
    const { office, store, startDelivery, mails } = await begin(t);
    const { transport, given } = scripted(async () => {});
    const { id } = await office.confirmed();
    const mail: NewMail = {
      ...{
        id: 'mail_x',
        recipient: 'a@b.c',
        applicationId: 'app_y',
        dedupe: 'x',
        encryptionId: office.encryption.id,
      },
      ...{ kind: 'rejected', language: 'en', content: new Uint8Array(40) },
    };
    await store.changeApplication({ id }, (application) => ({
      ...{ application, action: 'application.resend', by: operator, mail },
    }));
    await office.applications.approve(id, plainTerms, operator);
    await startDelivery(transport).delivery.deliver();
    assert.equal(given.length, 1);
    const found = (await mails()).find((one) => one.id === 'mail_x');
    assert.deepEqual([found?.state, found?.lastError], ['failed', 'content cannot be decrypted']);
  });

  it('continues after store failures and purges old rows once an hour', async (t) => {
    const { store, office, log, clock } = await begin(t);
    let broken = true;
    const failing = {
      ...store,
      takeDueMails: async () => {
        throw new Error('the database is away');
      },
      purgeApplications: async (keep: Parameters<typeof store.purgeApplications>[0]) => {
        if (broken) throw new Error('the database is away');
        return store.purgeApplications(keep);
      },
    };
    const tasks = new Map<number, () => Promise<void>>();
    const { transport } = scripted(async () => {});
    const delivery = new MailDelivery({
      ...{ store: failing, encryption: office.encryption, compose: composeFor(''), transport },
      every: (intervalMs, task) => {
        tasks.set(intervalMs, task);
        return () => {};
      },
      log: (_level, event) => log.push(event),
    });
    t.after(() => delivery.close());
    await delivery.deliver();
    await tasks.get(purgeIntervalMs)?.();
    assert.deepEqual([...new Set(log)].sort(), ['cleanup_failed', 'outbox_failed']);
    const { status } = await office.submitted();
    broken = false;
    clock.advance(31 * 24 * 60 * minuteMs);
    await tasks.get(purgeIntervalMs)?.();
    await assert.rejects(office.applications.find('status', status));
  });
});
