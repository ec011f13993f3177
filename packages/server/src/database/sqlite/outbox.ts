import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '@citewell/core/clock.ts';
import type { NewMail } from '../../accounting/applications/mail.ts';
import type { DueMail, MailSearch, OutboxStore } from '../../accounting/applications/outbox.ts';
import { auditOfResend, isWaiting, type MailRow, mailColumns, toMailRecord } from '../rows/mail.ts';
import { page } from '../rows/page.ts';
import { appendAudit } from './audit.ts';
import type { SqliteDatabase } from './database.ts';

/** Prepares adding e-mails to the outbox. Must run inside the transaction of the change they report. */
export function prepareMailInsert(connection: DatabaseSync): (mail: NewMail, now: number) => void {
  // An unsent e-mail is out of date by now, and a link in it may be as well.
  const replace = connection.prepare(
    `UPDATE outbox SET failed_at = coalesce(failed_at, ?), content = NULL, last_error = 'replaced'
     WHERE application_id = ? AND sent_at IS NULL AND id <> ?`,
  );
  const insert = connection.prepare(
    `INSERT INTO outbox (id, kind, recipient, language, application_id, dedupe, seal_id, content, created_at, next_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?9, ?9) ON CONFLICT (dedupe) DO NOTHING`,
  );
  return ({ id, kind, recipient, language, applicationId, dedupe, encryptionId, content }, now) => {
    const { changes } = insert.run(
      ...[id, kind, recipient, language, applicationId, dedupe, encryptionId],
      ...[content, now],
    );
    if (changes === 1) replace.run(now, applicationId, id);
  };
}

/** Opens the store of e-mails to be sent and already sent. */
export function openOutbox(database: SqliteDatabase, clock: Clock): OutboxStore {
  const { connection } = database;
  const byId = connection.prepare(`SELECT ${mailColumns}, content IS NULL AS gone FROM outbox WHERE id = ?`);
  const list = connection.prepare(
    `SELECT ${mailColumns} FROM outbox
     WHERE (?1 IS NULL OR ?1 = CASE WHEN sent_at IS NOT NULL THEN 'sent' WHEN failed_at IS NOT NULL THEN 'failed' ELSE 'waiting' END)
       AND (?2 IS NULL OR application_id = ?2)
       AND (?3 IS NULL OR (created_at, id) < (SELECT created_at, id FROM outbox WHERE id = ?3))
     ORDER BY created_at DESC, id DESC LIMIT ?4`,
  );
  const anyDue = connection.prepare(
    `SELECT 1 FROM outbox WHERE ${isWaiting} AND seal_id = ? AND next_at <= ? LIMIT 1`,
  );
  // The lease is the time of the next attempt: if a process dies, its e-mails become due again by themselves.
  const take = connection.prepare(
    `UPDATE outbox SET attempts = attempts + 1, next_at = ?1 WHERE id IN (
       SELECT id FROM outbox WHERE ${isWaiting} AND seal_id = ?2 AND next_at <= ?3 ORDER BY next_at, id LIMIT ?4)
     RETURNING id, kind, recipient, language, application_id AS applicationId, content, attempts`,
  );
  const sent = connection.prepare(
    'UPDATE outbox SET sent_at = ?, failed_at = NULL, content = NULL WHERE id = ? AND sent_at IS NULL',
  );
  const failed = connection.prepare(
    `UPDATE outbox SET last_error = ?, next_at = coalesce(?, next_at), failed_at = ?
     WHERE id = ? AND attempts = ? AND ${isWaiting}`,
  );
  const retry = connection.prepare(
    'UPDATE outbox SET attempts = 0, failed_at = NULL, next_at = ? WHERE id = ?',
  );

  return {
    searchMails: ({ state = null, applicationId = null, after = null, limit }: Nullable<MailSearch>) =>
      database.read(() => {
        const rows = list.all(state, applicationId, after, limit + 1) as unknown as MailRow[];
        return page(rows.map(toMailRecord), limit);
      }),

    async takeDueMails({ encryptionId, limit, leaseMs }) {
      if (!anyDue.get(encryptionId, clock.now())) return [];
      return database.transact(() => {
        const now = clock.now();
        return take.all(now + leaseMs, encryptionId, now, limit) as unknown as DueMail[];
      });
    },

    markMailSent: (id) => database.transact(() => void sent.run(clock.now(), id)),

    markMailFailed: ({ id, attempts, error, retryAfterMs }) =>
      database.transact(() => {
        const now = clock.now();
        const [nextAt, failedAt] = retryAfterMs === undefined ? [null, now] : [now + retryAfterMs, null];
        failed.run(error, nextAt, failedAt, id, attempts);
      }),

    retryMail: (id, by) =>
      database.transact(() => {
        const row = byId.get(id) as (MailRow & { gone: number }) | undefined;
        if (!row) return undefined;
        if (row.gone) return 'gone';
        const now = clock.now();
        retry.run(now, id);
        appendAudit(connection, auditOfResend(row, by, now));
        return toMailRecord(byId.get(id) as MailRow);
      }),
  };
}

type Nullable<T> = { [Field in keyof T]: T[Field] | (undefined extends T[Field] ? null : never) };
