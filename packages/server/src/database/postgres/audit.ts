import type { AuditSearch, Page } from '../../accounting/operator-store.ts';
import {
  type AuditEntry,
  type AuditReport,
  type AuditTail,
  auditHash,
  type ChainedAuditEntry,
  type Change,
  followAuditChain,
  toAuditEntry,
} from '../../audit/audit.ts';
import { type PostgresDatabase, type Run, type Statement, snapshot } from './database.ts';

const columns =
  'seq, at, actor, ip, action, target, before, after, reason, correlation_id AS "correlationId"';

const readTail: Statement = { text: 'SELECT seq, hash FROM audit_tail' };
const lockTail: Statement = { text: `${readTail.text} FOR UPDATE` };
const insert: Statement = {
  text: `INSERT INTO audit_log (seq, at, actor, ip, action, target, before, after, reason, correlation_id, prev, hash)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
};
const moveTail: Statement = { text: 'UPDATE audit_tail SET seq = $1, hash = $2' };
const search: Statement = {
  text: `SELECT ${columns} FROM audit_log
    WHERE ($1::text IS NULL OR actor = $1)
      AND ($2::text IS NULL OR action = $2 OR starts_with(action, $2 || '.'))
      AND ($3::text IS NULL OR target = $3)
      AND ($4::bigint IS NULL OR at >= $4) AND ($5::bigint IS NULL OR at < $5) AND ($6::bigint IS NULL OR seq < $6)
    ORDER BY seq DESC LIMIT $7`,
};

/**
 * Appends a change to the audit log. Must be the last statement of the transaction that makes the change: neither exists without
 * the other, and a transaction that waits for the end of the log already has all its other locks.
 */
export async function appendAudit(run: Run, change: Change): Promise<void> {
  const [tail] = await run<AuditTail>(lockTail);
  if (!tail) throw new Error('audit: the row with the end of the log is missing');
  const entry = toAuditEntry(change, tail.seq + 1);
  const hash = auditHash(tail.hash, entry);
  const { seq, at, actor, ip, action, target, before, after, reason, correlationId } = entry;
  await run(insert, [
    ...[seq, at, actor, ip, action, target, before, after],
    ...[reason, correlationId, tail.hash, hash],
  ]);
  await run(moveTail, [seq, hash]);
}

/** Finds entries, newest first; a page begins after the entry number in `after`. */
export async function searchAudit(
  database: PostgresDatabase,
  { actor, action, target, from, to, after, limit }: AuditSearch,
): Promise<Page<AuditEntry>> {
  const place = after === undefined ? undefined : Number(after);
  const rows = await database.run<AuditEntry>(search, [actor, action, target, from, to, place, limit + 1]);
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? String(items.at(-1)?.seq) : undefined };
}

const entriesAtOnce = 1_000;

/** Verifies the chain from its start to the hash stored in its tail, a thousand entries at a time, to let calls proceed in between. */
export function verifyAudit(database: PostgresDatabase): Promise<AuditReport> {
  return database.transact(async (run) => {
    const chain = followAuditChain();
    const page = {
      text: `SELECT ${columns}, prev, hash FROM audit_log WHERE seq > $1 ORDER BY seq LIMIT ${entriesAtOnce}`,
    };
    for (let last = 0; ; ) {
      const entries = await run<ChainedAuditEntry>(page, [last]);
      for (const entry of entries) chain.next(entry);
      last = entries.at(-1)?.seq ?? last;
      if (entries.length < entriesAtOnce) break;
    }
    const [tail] = await run<AuditTail>(readTail);
    if (!tail) throw new Error('audit: the row with the end of the log is missing');
    return chain.end(tail);
  }, snapshot);
}
