import { csvLine } from '../platform/text/csv.ts';
import { isoTime } from '../platform/text/iso-time.ts';
import type { AuditEntry } from './audit.ts';

/** The audit log as CSV: its first line, and a line for each entry. */
export const auditCsvHead: string = csvLine([
  ...['seq', 'at', 'actor', 'ip', 'action', 'target'],
  ...['before', 'after', 'reason', 'correlation_id'],
]);

export function auditCsvLine(entry: AuditEntry): string {
  const { seq, at, actor, ip, action, target, before, after, reason, correlationId } = entry;
  return csvLine([seq, isoTime(at), actor, ip, action, target, before, after, reason, correlationId]);
}
