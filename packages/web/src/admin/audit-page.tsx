import { counted } from '../lib/counted.ts';
import { useLanguage } from '../lib/language.tsx';
import { Link } from '../lib/route.tsx';
import type { AuditEntry } from './admin-api.ts';
import { FilterText, ListPage, useFilter, useList } from './list-page.tsx';
import { Table } from './table.tsx';

export function AuditPage() {
  const { t, date } = useLanguage();
  const [actor] = useFilter('actor');
  const [action] = useFilter('action');
  const [target] = useFilter('target');
  const filters = { actor, action, target };
  const list = useList<AuditEntry>('/audit', 'entries', filters);
  const given = Object.entries(filters).filter(([, value]) => value !== '');
  return (
    <ListPage
      title={t('Audit log', '审计日志')}
      lead={t('Who changed what, when and why. Append-only.', '谁在何时因何改动了什么。仅追加，不可修改。')}
      tools={
        <>
          <FilterText name="actor" label={t('Actor', '操作者')} placeholder="admin:mei" />
          <FilterText name="action" label={t('Action', '操作')} placeholder="key.create" />
          <FilterText name="target" label={t('Target', '对象')} placeholder="key_…" />
          <a
            className="button"
            href={`/admin/api/audit?${new URLSearchParams([['format', 'csv'], ...given])}`}
            download="audit.csv"
          >
            CSV
          </a>
        </>
      }
      list={list}
      empty={t('No matching entries.', '没有符合的记录。')}
    >
      {(entries) => (
        <Table
          label={t('Audit log', '审计日志')}
          rows={entries}
          keyOf={({ seq }) => seq}
          columns={[
            { head: t('Time', '时间'), cell: ({ at }) => <time dateTime={at}>{date(at)}</time> },
            {
              head: t('Actor', '操作者'),
              cell: ({ actor: who, ip }) => (
                <>
                  {who}
                  {ip && <span className="fine under">{ip}</span>}
                </>
              ),
            },
            { head: t('Action', '操作'), cell: (entry) => <code>{entry.action}</code> },
            {
              head: t('Target', '对象'),
              cell: ({ target: on }) =>
                on.startsWith('key_') ? (
                  <Link href={`/keys?key=${encodeURIComponent(on)}`}>
                    <code>{on}</code>
                  </Link>
                ) : (
                  <code>{on}</code>
                ),
            },
            { head: t('Reason', '原因'), kind: 'wrap', cell: ({ reason }) => reason },
            { head: t('Change', '变化'), kind: 'wrap', cell: (entry) => <Difference of={entry} /> },
          ]}
        />
      )}
    </ListPage>
  );
}

/** Shows the changed fields with their values before and after. */
function Difference({ of: { before, after } }: { of: AuditEntry }) {
  const { t } = useLanguage();
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return null;
  return (
    <details>
      <summary>{t(counted(names.length, 'field'), `${names.length} 个字段`)}</summary>
      <dl className="difference">
        {names.map((name) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              {before && name in before && <del>{JSON.stringify(before[name])}</del>}{' '}
              {after && name in after && <ins>{JSON.stringify(after[name])}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
