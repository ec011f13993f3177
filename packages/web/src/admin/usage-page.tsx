import type { UsageGroup } from '@citewell/sdk';
import { Loading, Page } from '../components/common.tsx';
import { useLanguage } from '../lib/language.tsx';
import { Link } from '../lib/route.tsx';
import { Trend, type Trending } from '../usage/trend.tsx';
import { useFetched } from './common.tsx';
import { useFilter } from './list-page.tsx';
import { Table } from './table.tsx';

/** Usage of all keys, as GET /admin/api/usage returns it. */
type OverallUsage = Trending & {
  timezone: string;
  keys: (UsageGroup & { label: string })[];
};

/** Page of the usage of all keys and the most charged ones. The period is in the address. */
export function UsagePage() {
  const { t } = useLanguage();
  const [from, setFrom] = useFilter('from');
  const [to, setTo] = useFilter('to');
  const days = new URLSearchParams(
    [
      ['from', from],
      ['to', to],
    ].filter(([, day]) => day) as [string, string][],
  );
  const { data, error } = useFetched<OverallUsage>(`/usage?${days}`);
  return (
    <Page
      wide
      title={t('Usage', '用量')}
      lead={
        data &&
        t(`All keys combined; days are in ${data.timezone}.`, `全部密钥合计，日期按 ${data.timezone} 计。`)
      }
    >
      <div className="form-row list-tools">
        <label>
          {t('From', '起')}
          <input
            type="date"
            value={from || (data?.window.from ?? '')}
            onChange={(event) => setFrom(event.target.value)}
          />
        </label>
        <label>
          {t('To', '止')}
          <input
            type="date"
            value={to || (data?.window.to ?? '')}
            onChange={(event) => setTo(event.target.value)}
          />
        </label>
      </div>
      {error && (
        <p className="note note-bad" role="alert">
          {error}
        </p>
      )}
      {!data && !error && <Loading lines={6} />}
      {data && !error && <Figures usage={data} />}
    </Page>
  );
}

function Figures({ usage }: { usage: OverallUsage }) {
  const { t, number } = useLanguage();
  const { totals, keys } = usage;
  if (totals.requests === 0)
    return <p className="empty">{t('No calls in this period.', '该时段内没有调用。')}</p>;
  const figures = [
    [t('Calls', '调用'), totals.requests],
    [t('Tokens used', '已用 Token'), totals.total_tokens],
    [t('Charged', '计费'), totals.charged],
    [t('Not charged', '未计费'), totals.unbilled],
  ] as const;
  return (
    <>
      <div className="tiles">
        {figures.map(([title, figure]) => (
          <section className="tile" key={title}>
            <h2>{title}</h2>
            <p className="figure">{number(figure)}</p>
          </section>
        ))}
      </div>
      <section className="usage-block">
        <h2>{t('Tokens', 'Token')}</h2>
        <Trend usage={usage} />
      </section>
      <section className="usage-block">
        <h2>{t('Keys', '密钥')}</h2>
        <p className="fine">
          {t(`Top ${number(keys.length)} by tokens charged.`, `计费最高的 ${number(keys.length)} 个。`)}
        </p>
        <Table
          label={t('Keys', '密钥')}
          rows={keys}
          keyOf={({ key }) => key}
          columns={[
            {
              head: t('Key', '密钥'),
              cell: ({ key, label }) => <Link href={`/keys?key=${encodeURIComponent(key)}`}>{label}</Link>,
            },
            { head: t('Calls', '调用'), kind: 'number', cell: ({ requests }) => number(requests) },
            { head: t('In', '输入'), kind: 'number', cell: (group) => number(group.prompt_tokens) },
            { head: t('Out', '输出'), kind: 'number', cell: (group) => number(group.completion_tokens) },
            { head: t('Charged', '计费'), kind: 'number', cell: ({ charged }) => number(charged ?? 0) },
          ]}
        />
      </section>
    </>
  );
}
