import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
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

const columns = 'seq, at, actor, ip, action, target, before, after, reason, correlation_id AS correlationId';

/**
 * Appends a change to the audit log. Must run inside the transaction that makes the change, so that neither exists without the
 * other.
 */
export function appendAudit(connection: DatabaseSync, change: Change): void {
  const tail = readTail(connection);
  const entry = toAuditEntry(change, tail.seq + 1);
  const hash = auditHash(tail.hash, entry);
  const { seq, at, actor, ip, action, target, before, after, reason, correlationId } = entry;
  connection
    .prepare(
      `INSERT INTO audit_log (seq, at, actor, ip, action, target, before, after, reason, correlation_id, prev, hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(seq, at, actor, ip, action, target, before, after, reason, correlationId, tail.hash, hash);
  connection.prepare('UPDATE audit_tail SET seq = ?, hash = ?').run(seq, hash);
}

/** Finds entries, newest first; a page begins after the entry number in `after`. */
export function searchAudit(connection: DatabaseSync, search: AuditSearch): Page<AuditEntry> {
  const { actor, action, target, from, to, after, limit } = search;
  const conditions: [sql: string, ...values: SQLInputValue[]][] = [];
  if (actor !== undefined) conditions.push(['actor = ?', actor]);
  if (action !== undefined)
    conditions.push([`(action = ?1 OR substr(action, 1, length(?1) + 1) = ?1 || '.')`, action]);
  if (target !== undefined) conditions.push(['target = ?', target]);
  if (from !== undefined) conditions.push(['at >= ?', from]);
  if (to !== undefined) conditions.push(['at < ?', to]);
  if (after !== undefined) conditions.push(['seq < ?', Number(after)]);
  const numbered = conditions.map(([sql], index) => sql.replaceAll(/\?\d?/g, `?${index + 1}`));
  const where = numbered.length > 0 ? `WHERE ${numbered.join(' AND ')}` : '';
  const rows = connection
    .prepare(`SELECT ${columns} FROM audit_log ${where} ORDER BY seq DESC LIMIT ${limit + 1}`)
    .all(...conditions.flatMap(([, ...values]) => values)) as unknown as AuditEntry[];
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? String(items.at(-1)?.seq) : undefined };
}

/** Verifies the chain from its start to the hash stored in its tail. */
export function verifyAudit(connection: DatabaseSync): AuditReport {
  connection.exec('BEGIN');
  try {
    const chain = followAuditChain();
    const rows = connection.prepare(`SELECT ${columns}, prev, hash FROM audit_log ORDER BY seq`).iterate();
    for (const row of rows) chain.next(row as unknown as ChainedAuditEntry);
    return chain.end(readTail(connection));
  } finally {
    connection.exec('COMMIT');
  }
}

function readTail(connection: DatabaseSync): AuditTail {
  return connection.prepare('SELECT seq, hash FROM audit_tail').get() as AuditTail;
}
