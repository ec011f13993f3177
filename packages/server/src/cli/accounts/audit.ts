import { listedByDefault } from '../../accounting/operator-store.ts';
import type { AuditEntry } from '../../audit/audit.ts';
import { auditCsvHead, auditCsvLine } from '../../audit/audit-csv.ts';
import type { Administration } from '../../features/admin/administration.ts';
import { auditEntryJson } from '../../features/admin/operator-view.ts';
import { isoTime } from '../../platform/text/iso-time.ts';
import { type CliIo, printMessage, terminalLanguage } from '../io.ts';
import { readCount, readInstant, readOptions, usage } from '../options.ts';
import { formatTable } from '../table.ts';
import { jsonLine, pickAction, withAdministration } from './with-administration.ts';

type Action = (argv: readonly string[], administration: Administration, io: CliIo) => Promise<number>;

const actions: Record<string, Action> = { list };

const shownAtMost = 100_000;
const entriesAtOnce = 200;

/** `citewell audit …`. */
export async function auditCommand([name = '', ...argv]: readonly string[], io: CliIo): Promise<number> {
  const action = pickAction('audit', name, actions);
  return withAdministration(io, (administration) => action(argv, administration, io));
}

/** Prints the newest entries requested, or all of them as CSV. */
async function list(argv: readonly string[], administration: Administration, io: CliIo): Promise<number> {
  const { values, flags } = readOptions(argv, {
    values: ['actor', 'action', 'target', 'from', 'to', 'limit'],
    flags: ['json', 'csv'],
  });
  if (flags.has('json') && flags.has('csv'))
    throw usage('give --json or --csv, not both', '--json 与 --csv 不能同时使用');
  const { actor, action, target, from, to, limit } = values;
  const search = {
    actor,
    action,
    target,
    from: from === undefined ? undefined : readInstant('--from', from),
    to: to === undefined ? undefined : readInstant('--to', to),
  };
  const most =
    limit === undefined
      ? flags.has('csv')
        ? Number.POSITIVE_INFINITY
        : listedByDefault
      : readCount('--limit', limit, 1, shownAtMost);
  if (flags.has('csv')) io.out(auditCsvHead);
  const shown: AuditEntry[] = [];
  let count = 0;
  let after: string | undefined;
  do {
    const page = await administration.searchAudit({
      ...search,
      after,
      limit: Math.min(entriesAtOnce, most - count),
    });
    count += page.items.length;
    if (flags.has('csv')) io.out(page.items.map(auditCsvLine).join(''));
    else shown.push(...page.items);
    after = page.next;
  } while (after !== undefined && count < most);
  if (flags.has('csv')) return 0;
  if (flags.has('json')) io.out(jsonLine(shown.map(auditEntryJson)));
  else if (shown.length > 0) io.out(table(shown, io));
  else printMessage(io, { en: 'No matching entries.', zh: '没有符合条件的记录。' });
  return 0;
}

function table(entries: readonly AuditEntry[], io: CliIo): string {
  const titles =
    terminalLanguage(io.environment) === 'zh'
      ? ['序号', '时间', '操作者', '操作', '对象', '变更', '原因']
      : ['SEQ', 'TIME', 'ACTOR', 'ACTION', 'TARGET', 'CHANGE', 'REASON'];
  const lines = entries.map((entry) => [
    String(entry.seq),
    isoTime(entry.at).slice(0, 19).replace('T', ' '),
    entry.actor,
    entry.action,
    entry.target,
    [entry.before, entry.after].filter((part) => part !== null).join(' → '),
    entry.reason ?? '',
  ]);
  return formatTable([titles, ...lines], [0]);
}
