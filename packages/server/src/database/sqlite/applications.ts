import type { SQLInputValue } from 'node:sqlite';
import type { Clock } from '@citewell/core/clock.ts';
import type {
  Application,
  ApplicationRef,
  ApplicationSearch,
  ApplicationStore,
  DecideChange,
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
import type { SqliteDatabase } from './database.ts';
import type { Keys } from './keys.ts';
import { prepareMailInsert } from './outbox.ts';

/** Opens the store of applications, in the same file as the keys. */
export function openApplications(database: SqliteDatabase, keys: Keys, clock: Clock): ApplicationStore {
  const { connection } = database;
  const byId = connection.prepare(`SELECT ${applicationColumns} FROM application WHERE id = ?`);
  const byLink = (column: string) =>
    connection.prepare(`SELECT ${applicationColumns} FROM application WHERE ${column} = ?`);
  const links = {
    status: byLink('status_hash'),
    confirm: byLink('confirm_hash'),
    claim: byLink('claim_hash'),
  };
  const open = connection.prepare(
    `SELECT ${applicationColumns} FROM application WHERE lower(email) = lower(?) AND state = 'confirmed' AND id <> ?`,
  );
  const nthNewest = connection.prepare(
    'SELECT submitted_at AS at FROM application WHERE submitted_at > ? ORDER BY submitted_at DESC LIMIT 1 OFFSET ?',
  );
  const nthNewestOfSource = connection.prepare(
    `SELECT submitted_at AS at FROM application WHERE submitted_at > ? AND source = ?
     ORDER BY submitted_at DESC LIMIT 1 OFFSET ?`,
  );
  const mailedSince = connection.prepare(
    `SELECT 1 FROM outbox WHERE kind = 'confirm' AND lower(recipient) = lower(?) AND created_at > ? LIMIT 1`,
  );
  const insert = connection.prepare(
    `INSERT INTO application (id, name, email, organisation, purpose, modules, language, state, submitted_at, status_hash,
       confirm_hash, source)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'submitted', ?, ?, ?, ?)`,
  );
  const update = connection.prepare(
    `UPDATE application SET state = ?, confirmed_at = ?, due_at = ?, decided_at = ?, decided_by = ?, reason = ?,
       key_id = ?, claim_until = ?, claimed_at = ?, claim_hash = coalesce(?, claim_hash)
     WHERE id = ?`,
  );
  const list = connection.prepare(
    `SELECT ${applicationColumns} FROM application
     WHERE (?1 IS NULL OR state = ?1)
       AND (?2 IS NULL OR instr(lower(name || ' ' || email || ' ' || coalesce(organisation, '') || ' ' || id), lower(?2)) > 0)
       AND (?3 IS NULL OR (${applicationPlace}, id) > (SELECT ${applicationPlace}, id FROM application WHERE id = ?3))
     ORDER BY ${applicationPlace}, id LIMIT ?4`,
  );
  const purgeSources = connection.prepare(
    'UPDATE application SET source = NULL WHERE source IS NOT NULL AND submitted_at <= ?',
  );
  const purgeUnconfirmed = connection.prepare(
    `DELETE FROM application WHERE confirmed_at IS NULL AND submitted_at <= ?`,
  );
  const purgeMails = connection.prepare(
    'DELETE FROM outbox WHERE (sent_at IS NOT NULL OR failed_at IS NOT NULL) AND created_at <= ?',
  );
  const insertMail = prepareMailInsert(connection);

  function find(ref: ApplicationRef): Application | undefined {
    const row = 'id' in ref ? byId.get(ref.id) : links[ref.link].get(ref.tokenHash);
    return row && toApplication(row as ApplicationRow);
  }

  /** Returns the time this source must wait because of the limits, in milliseconds. */
  function waitOf(source: Uint8Array, limits: SubmissionLimits, now: number): number {
    const since = now - limits.windowMs;
    const oldest = [
      nthNewest.get(since, limits.overall - 1),
      nthNewestOfSource.get(since, source, limits.bySource - 1),
    ];
    return submissionWait(oldest as ({ at: number } | undefined)[], limits, now);
  }

  function submit(application: NewApplication, limits: SubmissionLimits): { waitMs: number } | undefined {
    const now = clock.now();
    const waitMs = waitOf(application.source, limits, now);
    if (waitMs > 0) return { waitMs };
    const { id, name, email, organisation, purpose, modules, language } = application;
    const { statusHash, confirmHash, source, mail } = application;
    const person: SQLInputValue[] = [
      id,
      name,
      email,
      organisation,
      purpose,
      JSON.stringify(modules),
      language,
    ];
    insert.run(...person, now, statusHash, confirmHash, source);
    if (!mailedSince.get(email, now - limits.windowMs)) insertMail(mail, now);
    return undefined;
  }

  function write(application: Application, claimHash: Uint8Array | undefined): void {
    const { id, state, confirmedAt, dueAt, decidedAt, decidedBy, reason } = application;
    const { keyId, claimUntil, claimedAt } = application;
    update.run(
      ...[state, confirmedAt, dueAt, decidedAt, decidedBy, reason],
      ...[keyId, claimUntil, claimedAt, claimHash ?? null, id],
    );
  }

  function change(ref: ApplicationRef, rule: DecideChange): Application | undefined {
    const before = find(ref);
    if (!before) return undefined;
    const now = clock.now();
    const other = open.get(before.email, before.id);
    const ruling = rule(before, now, other && toApplication(other as ApplicationRow));
    if (!ruling) return before;
    const { application, replaced, key, secret, claimHash, mail, by } = ruling;
    if (key) keys.create(key, by);
    if (secret) keys.reissue(secret, by);
    if (replaced) write(replaced, undefined);
    write(application, claimHash);
    if (mail) insertMail(mail, now);
    for (const line of auditOf(before, ruling, now)) appendAudit(connection, line);
    return application;
  }

  return {
    submitApplication: (application, limits) => database.transact(() => submit(application, limits)),
    findApplication: (ref) => database.read(() => find(ref)),
    searchApplications: ({ state = null, text = null, after = null, limit }: Nullable<ApplicationSearch>) =>
      database.read(() => {
        const rows = list.all(state, text, after, limit + 1) as unknown as ApplicationRow[];
        return page(rows.map(toApplication), limit);
      }),
    changeApplication: (ref, rule) => database.transact(() => change(ref, rule)),
    purgeApplications: ({ sources, unconfirmed, mails }) =>
      database.transact(() => {
        const now = clock.now();
        purgeSources.run(now - sources);
        purgeUnconfirmed.run(now - unconfirmed);
        purgeMails.run(now - mails);
      }),
  };
}

type Nullable<T> = { [Field in keyof T]: T[Field] | (undefined extends T[Field] ? null : never) };
