import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { AuditSearch } from '../../../accounting/operator-store.ts';
import { auditCsvHead, auditCsvLine } from '../../../audit/audit-csv.ts';
import { validate } from '../../../http/body/validate.ts';
import type { Services } from '../../services.ts';
import { readErrors } from '../admin-api.ts';
import type { Administration } from '../administration.ts';
import { pageOf } from '../fields.ts';
import { auditEntryJson } from '../operator-view.ts';
import { auditQuery } from '../requests.ts';
import { auditPage } from '../responses.ts';

const linesAtOnce = 200;

/** Adds the route that lists who changed what, when and why. */
export function auditRoutes(app: FastifyInstance, { administration, failures }: Services): void {
  app.get('/admin/api/audit', {
    config: {
      operation: {
        operationId: 'searchAudit',
        summary: 'Read the audit log, newest first; with format=csv all matching entries in one file',
        session: 'look',
        query: auditQuery,
        response: { description: 'A page of the audit log', json: auditPage, csv: true },
        errors: readErrors,
      },
    },
    handler: async (request, reply) => {
      const { format = 'json', limit, cursor, ...search } = validate(auditQuery, request.query);
      if (format === 'json') {
        const page = pageOf({ ...(limit && { limit }), ...(cursor && { cursor }) });
        const { items, next = null } = await administration.searchAudit({ ...search, ...page });
        return reply.send({ entries: items.map(auditEntryJson), next_cursor: next });
      }
      const onFailure = (error: unknown) => failures.note(request, error);
      return reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', 'attachment; filename="citewell-audit.csv"')
        .send(Readable.from(csvLines(administration, search, onFailure)));
    },
  });
}

/** Streams all entries at the client's pace. A failure after the beginning can only cut the reply off. */
async function* csvLines(
  administration: Administration,
  search: Omit<AuditSearch, 'limit'>,
  onFailure: (error: unknown) => void,
): AsyncGenerator<string, void> {
  try {
    yield auditCsvHead;
    let after: string | undefined;
    do {
      const { items, next } = await administration.searchAudit({ ...search, after, limit: linesAtOnce });
      yield items.map(auditCsvLine).join('');
      after = next;
    } while (after !== undefined);
  } catch (error) {
    onFailure(error);
    throw error;
  }
}
