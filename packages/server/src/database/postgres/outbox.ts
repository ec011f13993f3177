import type { NewMail } from '../../accounting/applications/mail.ts';
import type { DueMail, OutboxStore } from '../../accounting/applications/outbox.ts';
import { auditOfResend, isWaiting, type MailRow, mailColumns, toMailRecord } from '../rows/mail.ts';
import { page } from '../rows/page.ts';
import { appendAudit } from './audit.ts';
import type { StoreClock } from './clock.ts';
import type { PostgresDatabase, Run, Statement } from './database.ts';

const insert: Statement = {
  text: `INSERT INTO outbox (id, kind, recipient, language, application_id, dedupe, seal_id, content, created_at, next_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) ON CONFLICT (dedupe) DO NOTHING RETURNING id`,
};
// An unsent e-mail is out of date by now, and a link in it may be as well.
const replace: Statement = {
  text: `UPDATE outbox SET failed_at = coalesce(failed_at, $1), content = NULL, last_error = 'replaced'
    WHERE application_id = $2 AND sent_at IS NULL AND id <> $3`,
};
const lockById: Statement = {
  text: `SELECT ${mailColumns}, content IS NULL AS gone FROM outbox WHERE id = $1 FOR NO KEY UPDATE`,
};
const list: Statement = {
  text: `SELECT ${mailColumns} FROM outbox
    WHERE ($1::text IS NULL
        OR $1 = CASE WHEN sent_at IS NOT NULL THEN 'sent' WHEN failed_at IS NOT NULL THEN 'failed' ELSE 'waiting' END)
      AND ($2::text IS NULL OR application_id = $2)
      AND ($3::text IS NULL OR (created_at, id) < (SELECT created_at, id FROM outbox WHERE id = $3))
    ORDER BY created_at DESC, id DESC LIMIT $4`,
};
// The lease is the time of the next attempt: if a process dies, its e-mails become due again by themselves.
// A WITH is evaluated once, while a plan may repeat a subquery with its limit for each row.
const take: Statement = {
  text: `WITH due AS MATERIALIZED (
      SELECT id FROM outbox WHERE ${isWaiting} AND seal_id = $3 AND next_at <= now_ms($1)
      ORDER BY next_at, id LIMIT $4 FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE outbox SET attempts = attempts + 1, next_at = now_ms($1) + $2 WHERE id IN (SELECT id FROM due)
    RETURNING id, kind, recipient, language, application_id AS "applicationId", content, attempts`,
};
const sent: Statement = {
  text: `UPDATE outbox SET sent_at = now_ms($2), failed_at = NULL, content = NULL WHERE id = $1 AND sent_at IS NULL`,
};
const failed: Statement = {
  text: `UPDATE outbox SET last_error = $3, next_at = coalesce(now_ms($5) + $4, next_at),
      failed_at = CASE WHEN $4::bigint IS NULL THEN now_ms($5) END
    WHERE id = $1 AND attempts = $2 AND ${isWaiting}`,
};
const retry: Statement = {
  text: `UPDATE outbox SET attempts = 0, failed_at = NULL, next_at = $2 WHERE id = $1 RETURNING ${mailColumns}`,
};

/** Adds an e-mail to the outbox, in the transaction of the change it reports. */
export async function insertMail(run: Run, mail: NewMail, at: number): Promise<void> {
  const { id, kind, recipient, language, applicationId, dedupe, encryptionId, content } = mail;
  const taken = await run(insert, [
    ...[id, kind, recipient, language, applicationId],
    ...[dedupe, encryptionId, content, at],
  ]);
  if (taken.length === 1) await run(replace, [at, applicationId, id]);
}

/** Opens the store of e-mails to be sent and already sent. */
export function openOutbox(database: PostgresDatabase, clock: StoreClock): OutboxStore {
  return {
    async searchMails({ state, applicationId, after, limit }) {
      const rows = await database.run<MailRow>(list, [state, applicationId, after, limit + 1]);
      return page(rows.map(toMailRecord), limit);
    },

    takeDueMails: ({ encryptionId, limit, leaseMs }) =>
      database.run<DueMail>(take, [clock.now(), leaseMs, encryptionId, limit]),

    async markMailSent(id) {
      await database.run(sent, [id, clock.now()]);
    },

    async markMailFailed({ id, attempts, error, retryAfterMs }) {
      await database.run(failed, [id, attempts, error, retryAfterMs, clock.now()]);
    },

    retryMail: (id, by) =>
      database.transact(async (run) => {
        const [row] = await run<MailRow & { gone: boolean }>(lockById, [id]);
        if (!row) return undefined;
        if (row.gone) return 'gone';
        const at = await clock.read(run);
        const [retried = row] = await run<MailRow>(retry, [id, at]);
        await appendAudit(run, auditOfResend(row, by, at));
        return toMailRecord(retried);
      }),
  };
}
