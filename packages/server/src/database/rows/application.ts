import type { ApplicationState, Language, Module } from '@citewell/sdk';
import type { Application, SubmissionLimits } from '../../accounting/applications/application.ts';

export type ApplicationRow = {
  id: string;
  name: string;
  email: string;
  organisation: string | null;
  purpose: string;
  /** List, or its JSON if the database has no lists. */
  modules: Module[] | string;
  language: Language;
  state: ApplicationState;
  submitted_at: number;
  confirmed_at: number | null;
  due_at: number | null;
  decided_at: number | null;
  decided_by: string | null;
  reason: string | null;
  key_id: string | null;
  claim_until: number | null;
  claimed_at: number | null;
};

/** Columns of an ApplicationRow. */
export const applicationColumns = `id, name, email, organisation, purpose, modules, language, state, submitted_at,
  confirmed_at, due_at, decided_at, decided_by, reason, key_id, claim_until, claimed_at`;

/** Sort key of applications: those awaiting a decision by due date, then the others from the newest. */
export const applicationPlace = `CASE state WHEN 'confirmed' THEN due_at ELSE 9000000000000000 - submitted_at END`;

export function toApplication(row: ApplicationRow): Application {
  const { id, name, email, organisation, purpose, modules, language, state, reason } = row;
  return {
    ...{ id, name, email, organisation, purpose, language, state, reason },
    modules: typeof modules === 'string' ? (JSON.parse(modules) as Module[]) : modules,
    submittedAt: row.submitted_at,
    confirmedAt: row.confirmed_at,
    dueAt: row.due_at,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    keyId: row.key_id,
    claimUntil: row.claim_until,
    claimedAt: row.claimed_at,
  };
}

/**
 * Returns the time a source must wait because of the limits, in milliseconds; 0 if it need not. `oldest` lists for each limit the
 * submission that must be older than the window before another is accepted.
 */
export function submissionWait(
  oldest: readonly ({ at: number } | undefined)[],
  { windowMs }: SubmissionLimits,
  now: number,
): number {
  return Math.max(0, ...oldest.map((row) => (row ? row.at + windowMs - now : 0)));
}
