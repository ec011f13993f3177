import type { UsageResponse } from '@citewell/sdk';
import { moduleLabel } from '../ask/labels.ts';
import { BarChart } from '../components/bar-chart.tsx';
import { Badge, Loading, Page } from '../components/common.tsx';
import { counted } from '../lib/counted.ts';
import { useLanguage } from '../lib/language.tsx';
import { Link } from '../lib/route.tsx';
import type { Key, KeyDetails } from './admin-api.ts';
import { useFetched } from './common.tsx';
import { Adjust, Change, Reissue, Switch, TopUp } from './key-actions.tsx';
import { Table } from './table.tsx';

/** Page of one key: its permissions, balance, usage and actions. */
export function KeyPage({ id }: { id: string }) {
  const { t, number, date } = useLanguage();
  const { data: key, error, reload } = useFetched<KeyDetails>(`/keys/${encodeURIComponent(id)}`);
  const back = <Link href="/keys">{t('← All keys', '← 全部密钥')}</Link>;
  if (!key)
    return (
      <Page wide title={t('Key', '密钥')} lead={back}>
        {error ? <p className="note note-bad">{error}</p> : <Loading lines={6} />}
      </Page>
    );
  const never = t('never', '永不');
  const facts: [string, React.ReactNode][] = [
    [t('Key', '密钥'), <code key="hint">{key.hint}</code>],
    [t('Owner', '所有者'), key.owner_email ?? '—'],
    [
      t('Calls per day', '每日次数'),
      key.daily_quota === null ? t('no limit', '不限') : number(key.daily_quota),
    ],
    [
      t('Concurrent calls', '同时运行'),
      key.max_running_calls === null ? t('default', '默认') : number(key.max_running_calls),
    ],
    [t('Expires', '到期'), key.expires_at ? date(key.expires_at) : never],
    [t('Created', '创建于'), date(key.created_at)],
    [
      t('Modules', '功能模块'),
      <span className="badges" key="modules">
        {key.modules.map((module) => (
          <Badge key={module}>{moduleLabel(module, t)}</Badge>
        ))}
      </span>,
    ],
  ];
  return (
    <Page wide title={key.label} lead={back}>
      <p className="dialog-actions key-actions">
        <KeyState of={key} />
        <TopUp of={key} onDone={reload} />
        <Adjust of={key} onDone={reload} />
        <Change of={key} onDone={reload} />
        <Reissue of={key} onDone={reload} />
        <Switch of={key} onDone={reload} />
      </p>
      <div className="tiles">
        {(
          [
            [t('Available', '可用余额'), key.available],
            [t('Granted', '累计授予'), key.granted],
            [t('Charged', '累计计费'), key.charged],
            [t('Held by running calls', '进行中的调用预留'), key.held],
          ] as const
        ).map(([title, tokens]) => (
          <section className="tile" key={title}>
            <h2>{title}</h2>
            <p className="figure">{number(tokens)}</p>
          </section>
        ))}
      </div>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div className="fact" key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <KeyUsage id={id} />
      <section>
        <h2>{t('Secrets', '密钥记录')}</h2>
        <Table
          label={t('Secrets', '密钥记录')}
          rows={key.secrets}
          keyOf={({ hint, created_at: at }) => hint + at}
          columns={[
            { head: t('Hint', '片段'), cell: ({ hint }) => <code>{hint}</code> },
            { head: t('Issued', '签发于'), cell: ({ created_at: at }) => date(at) },
            {
              head: t('Status', '状态'),
              cell: ({ revoked_at: revoked, expires_at: ends }) =>
                revoked ? (
                  <Badge tone="bad">
                    {t('revoked', '已吊销')} {date(revoked)}
                  </Badge>
                ) : ends ? (
                  <Badge tone="warn">
                    {t('until', '有效至')} {date(ends)}
                  </Badge>
                ) : (
                  <Badge tone="good">{t('active', '有效')}</Badge>
                ),
            },
          ]}
        />
        <p className="fine">
          <Link href={`/audit?target=${key.id}`}>{t('Audit log of this key', '对此密钥的全部操作')}</Link>
        </p>
      </section>
    </Page>
  );
}

export function KeyState({ of: { status, expires_at: expires } }: { of: Key }) {
  const { t } = useLanguage();
  if (status === 'disabled') return <Badge tone="bad">{t('disabled', '停用')}</Badge>;
  if (expires !== null && Date.parse(expires) <= Date.now())
    return <Badge tone="warn">{t('expired', '已过期')}</Badge>;
  return <Badge tone="good">{t('enabled', '启用')}</Badge>;
}

/** Usage as my_usage shows it to the key's owner. */
function KeyUsage({ id }: { id: string }) {
  const { t, number } = useLanguage();
  const { data, error } = useFetched<UsageResponse>(`/keys/${encodeURIComponent(id)}/usage`);
  return (
    <section>
      <h2>{t('Usage', '用量')}</h2>
      {error && <p className="note note-bad">{error}</p>}
      {!data && !error && <Loading lines={3} />}
      {data && (
        <>
          <p className="fine">
            {data.totals.requests === 0
              ? t('No calls in the last 30 days.', '最近 30 天没有调用。')
              : t(
                  `${counted(data.totals.requests, 'call')} and ${counted(data.totals.charged, 'token')} charged in the period shown`,
                  `所示期间共 ${number(data.totals.requests)} 次调用，计费 ${number(data.totals.charged)} Token`,
                )}{' '}
            <a href={`/admin/api/keys/${encodeURIComponent(id)}/usage?format=csv`} download="usage.csv">
              CSV
            </a>
          </p>
          {data.totals.requests > 0 && (
            <BarChart
              rows={data.trend.map(({ key, total_tokens }) => ({
                name: key,
                short: key.slice(5),
                cells: [total_tokens],
              }))}
              columns={[t('Day', '日期'), t('Tokens', 'Token')]}
              label={t('Tokens per day', '每日 Token 用量')}
            />
          )}
        </>
      )}
    </section>
  );
}
