import type { Language } from '@citewell/sdk';
import type { MailKind } from '../../accounting/applications/mail.ts';
import type { MailRecord } from '../../accounting/applications/outbox.ts';
import type { Attribution, Change } from '../../audit/audit.ts';

export type MailRow = {
  id: string;
  kind: MailKind;
  recipient: string;
  language: Language;
  application_id: string;
  attempts: number;
  created_at: number;
  next_at: number;
  sent_at: number | null;
  failed_at: number | null;
  last_error: string | null;
};

/** Columns of a MailRow: all except the encrypted content. */
export const mailColumns =
  'id, kind, recipient, language, application_id, attempts, created_at, next_at, sent_at, failed_at, last_error';

/** Condition for e-mails that are still waiting. */
export const isWaiting = 'sent_at IS NULL AND failed_at IS NULL';

export function toMailRecord(row: MailRow): MailRecord {
  const { id, kind, recipient, language, attempts } = row;
  return {
    ...{ id, kind, recipient, language, attempts },
    applicationId: row.application_id,
    state: row.sent_at !== null ? 'sent' : row.failed_at !== null ? 'failed' : 'waiting',
    createdAt: row.created_at,
    nextAt: row.next_at,
    endedAt: row.sent_at ?? row.failed_at,
    lastError: row.last_error,
  };
}

/** Creates the audit log entry for an e-mail to be sent again. */
export function auditOfResend(row: MailRow, by: Attribution, at: number): Change {
  const { id, attempts, last_error } = row;
  const before = { state: toMailRecord(row).state, attempts, last_error };
  return {
    action: 'outbox.resend',
    target: id,
    by,
    before,
    after: { state: 'waiting', attempts: 0, last_error },
    at,
  };
}
