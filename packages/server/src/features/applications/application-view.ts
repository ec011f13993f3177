import type { Application } from '../../accounting/applications/application.ts';
import type { MailRecord } from '../../accounting/applications/outbox.ts';
import { isoTime } from '../../platform/text/iso-time.ts';

/** Views of applications for operators, as the API formats them. */

export function applicationJson(application: Application, now: number) {
  const { id, state, name, email, organisation, purpose, modules, language, reason } = application;
  return {
    id,
    state,
    overdue: isOverdue(application, now),
    ...{ name, email, organisation, purpose, modules, language },
    submitted_at: isoTime(application.submittedAt),
    confirmed_at: isoTime(application.confirmedAt),
    due_at: isoTime(application.dueAt),
    decided_at: isoTime(application.decidedAt),
    decided_by: application.decidedBy,
    reason,
    key_id: application.keyId,
    claim_until: isoTime(application.claimUntil),
    claimed_at: isoTime(application.claimedAt),
  };
}

/** Returns true if its decision is overdue. */
export function isOverdue({ state, dueAt }: Application, now: number): boolean {
  return state === 'confirmed' && dueAt !== null && now >= dueAt;
}

export function mailJson(mail: MailRecord) {
  const { id, kind, state, recipient, language, applicationId, attempts, lastError } = mail;
  return {
    ...{ id, kind, state, recipient, language },
    application_id: applicationId,
    attempts,
    created_at: isoTime(mail.createdAt),
    next_try_at: mail.state === 'waiting' ? isoTime(mail.nextAt) : null,
    ended_at: isoTime(mail.endedAt),
    last_error: lastError,
  };
}
