import type {
  Application,
  ApplicationRef,
  ApplicationStore,
  DecideChange,
  LinkKind,
  NewApplication,
  SubmissionLimits,
} from '../../accounting/applications/application.ts';
import { auditOf } from '../../accounting/applications/application-rules.ts';
import {
  type ApplicationRow,
  applicationColumns,
  applicationPlace,
  submissionWait,
  toApplication,
} from '../rows/application.ts';
import { page } from '../rows/page.ts';
import { appendAudit } from './audit.ts';
import type { StoreClock } from './clock.ts';
import { type PostgresDatabase, type Run, type Statement, withAdvisoryLock } from './database.ts';
import type { Keys } from './keys.ts';
import { insertMail } from './outbox.ts';

const byId: Statement = { text: `SELECT ${applicationColumns} FROM application WHERE id = $1` };
const byLink: Record<LinkKind, Statement> = {
  status: { text: `SELECT ${applicationColumns} FROM application WHERE status_hash = $1` },
  confirm: { text: `SELECT ${applicationColumns} FROM application WHERE confirm_hash = $1` },
  claim: { text: `SELECT ${applicationColumns} FROM application WHERE claim_hash = $1` },
};
const open: Statement = {
  text: `SELECT ${applicationColumns} FROM application WHERE lower(email) = lower($1) AND state = 'confirmed' AND id <> $2`,
};
const nthNewest: Statement = {
  text: `SELECT submitted_at AS at FROM application WHERE submitted_at > $1 ORDER BY submitted_at DESC
    LIMIT 1 OFFSET $2`,
};
const nthNewestOfSource: Statement = {
  text: `SELECT submitted_at AS at FROM application WHERE submitted_at > $1 AND source = $3 ORDER BY submitted_at DESC
    LIMIT 1 OFFSET $2`,
};
const mailedSince: Statement = {
  text: `SELECT 1 FROM outbox WHERE kind = 'confirm' AND lower(recipient) = lower($1) AND created_at > $2 LIMIT 1`,
};
const insert: Statement = {
  text: `INSERT INTO application (id, name, email, organisation, purpose, modules, language, state, submitted_at,
      status_hash, confirm_hash, source)
    VALUES ($1, $2, $3, $4, $5, $6, $7, 'submitted', $8, $9, $10, $11)`,
};
const update: Statement = {
  text: `UPDATE application SET state = $2, confirmed_at = $3, due_at = $4, decided_at = $5, decided_by = $6,
      reason = $7, key_id = $8, claim_until = $9, claimed_at = $10, claim_hash = coalesce($11, claim_hash)
    WHERE id = $1`,
};
const list: Statement = {
  text: `SELECT ${applicationColumns} FROM application
    WHERE ($1::text IS NULL OR state = $1)
      AND ($2::text IS NULL
        OR strpos(lower(name || ' ' || email || ' ' || coalesce(organisation, '') || ' ' || id), lower($2)) > 0)
      AND ($3::text IS NULL OR (${applicationPlace}, id) > (SELECT ${applicationPlace}, id FROM application WHERE id = $3))
    ORDER BY ${applicationPlace}, id LIMIT $4`,
};
const purgeSources: Statement = {
  text: 'UPDATE application SET source = NULL WHERE source IS NOT NULL AND submitted_at <= now_ms($2) - $1',
};
const purgeUnconfirmed: Statement = {
  text: 'DELETE FROM application WHERE confirmed_at IS NULL AND submitted_at <= now_ms($2) - $1',
};
const purgeMails: Statement = {
  text: `DELETE FROM outbox WHERE (sent_at IS NOT NULL OR failed_at IS NOT NULL) AND created_at <= now_ms($2) - $1`,
};

/** Opens the store of applications, in the same database as the keys. */
export function openApplications(
  database: PostgresDatabase,
  keys: Keys,
  clock: StoreClock,
): ApplicationStore {
  async function find(run: Run, ref: ApplicationRef): Promise<Application | undefined> {
    const [row] =
      'id' in ref
        ? await run<ApplicationRow>(byId, [ref.id])
        : await run<ApplicationRow>(byLink[ref.link], [ref.tokenHash]);
    return row && toApplication(row);
  }

  /** Returns the time this source must wait because of the limits, in milliseconds. */
  async function waitOf(
    run: Run,
    source: Uint8Array,
    limits: SubmissionLimits,
    now: number,
  ): Promise<number> {
    const since = now - limits.windowMs;
    const [newest] = await run<{ at: number }>(nthNewest, [since, limits.overall - 1]);
    const [newestOfSource] = await run<{ at: number }>(nthNewestOfSource, [
      since,
      limits.bySource - 1,
      source,
    ]);
    return submissionWait([newest, newestOfSource], limits, now);
  }

  async function submit(
    run: Run,
    application: NewApplication,
    limits: SubmissionLimits,
  ): Promise<{ waitMs: number } | undefined> {
    await withAdvisoryLock(run, 'submissions');
    const at = await clock.read(run);
    const waitMs = await waitOf(run, application.source, limits, at);
    if (waitMs > 0) return { waitMs };
    const { id, name, email, organisation, purpose, modules, language } = application;
    const { statusHash, confirmHash, source, mail } = application;
    await run(insert, [
      ...[id, name, email, organisation, purpose, modules, language],
      ...[at, statusHash, confirmHash, source],
    ]);
    const mailed = await run(mailedSince, [email, at - limits.windowMs]);
    if (mailed.length === 0) await insertMail(run, mail, at);
    return undefined;
  }

  async function write(run: Run, application: Application, claimHash?: Uint8Array): Promise<void> {
    const { id, state, confirmedAt, dueAt, decidedAt, decidedBy, reason } = application;
    const { keyId, claimUntil, claimedAt } = application;
    await run(update, [
      ...[id, state, confirmedAt, dueAt, decidedAt, decidedBy, reason],
      ...[keyId, claimUntil, claimedAt, claimHash],
    ]);
  }

  async function change(run: Run, ref: ApplicationRef, rule: DecideChange): Promise<Application | undefined> {
    const seen = await find(run, ref);
    if (!seen) return undefined;
    // All applications from an address are locked together, because an event of one may end another.
    await withAdvisoryLock(run, `applications of ${seen.email.toLowerCase()}`);
    const before = await find(run, ref);
    if (!before) return undefined;
    const at = await clock.read(run);
    const [other] = await run<ApplicationRow>(open, [before.email, before.id]);
    const ruling = rule(before, at, other && toApplication(other));
    if (!ruling) return before;
    const { application, replaced, key, secret, claimHash, mail, by } = ruling;
    if (key) await keys.create(run, key, by);
    if (secret) await keys.reissue(run, secret, by);
    if (replaced) await write(run, replaced);
    await write(run, application, claimHash);
    if (mail) await insertMail(run, mail, at);
    for (const line of auditOf(before, ruling, at)) await appendAudit(run, line);
    return application;
  }

  return {
    submitApplication: (application, limits) => database.transact((run) => submit(run, application, limits)),
    findApplication: (ref) => find(database.run, ref),
    async searchApplications({ state, text, after, limit }) {
      const rows = await database.run<ApplicationRow>(list, [state, text, after, limit + 1]);
      return page(rows.map(toApplication), limit);
    },
    changeApplication: (ref, rule) => database.transact((run) => change(run, ref, rule)),
    async purgeApplications({ sources, unconfirmed, mails }) {
      await database.run(purgeSources, [sources, clock.now()]);
      await database.run(purgeUnconfirmed, [unconfirmed, clock.now()]);
      await database.run(purgeMails, [mails, clock.now()]);
    },
  };
}
