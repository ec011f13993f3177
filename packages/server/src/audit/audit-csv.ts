import { csvLine } from '../platform/text/csv.ts';
import { isoTime } from '../platform/text/iso-time.ts';
import type { AuditEntry } from './audit.ts';

/** Header of the audit log as CSV. */
export const auditCsvHead: string = csvLine([
  ...['seq', 'at', 'actor', 'ip', 'action', 'target'],
  ...['before', 'after', 'reason', 'correlation_id'],
]);

export function auditCsvLine(entry: AuditEntry): string {
  const { seq, at, actor, ip, action, target, before, after, reason, correlationId } = entry;
  return csvLine([seq, isoTime(at), actor, ip, action, target, before, after, reason, correlationId]);
}
