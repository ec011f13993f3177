import { type Module, modules, type UsageResponse } from '@citewell/sdk';
import { useState } from 'react';
import { moduleLabel } from '../ask/labels.ts';
import { BarChart } from '../components/bar-chart.tsx';
import { Badge, CopyButton, Loading, Page } from '../components/common.tsx';
import { useLanguage } from '../lib/language.tsx';
import type { Key } from './admin-api.ts';
import { ActionDialog, Input, Table, text, useFetched, useOperator, whole } from './common.tsx';

export function KeysPage() {
  const { t, number, date } = useLanguage();
  const { client } = useOperator();
  const [search, setSearch] = useState('');
  const { data, error, reload } = useFetched<{ keys: Key[] }>(
    `/keys?limit=100${search && `&search=${encodeURIComponent(search)}`}`,
  );
  return (
    <Page
      wide
      title={t('Keys', '密钥')}
      lead={t(
        'Newest first. A balance never changes but by an entry in the ledger.',
        '最新在前。余额仅随账本条目变动。',
      )}
    >
      <div className="form-row">
        <label>
          {t('Label, owner or hint', '名称、所有者或密钥片段')}
          <input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        </label>
        <NewKey reload={reload} />
      </div>
      {error && <p className="note note-bad">{error}</p>}
      {!data && !error && <Loading lines={6} />}
      {data && (
        <Table
          label={t('Keys', '密钥')}
          head={[
            t('Label', '名称'),
            t('Key', '密钥'),
            t('State', '状态'),
            t('Available', '可用余额'),
            t('A day', '每日'),
            t('Made', '创建于'),
            t('What to do', '操作'),
          ]}
        >
          {data.keys.map((key) => (
            <tr key={key.id}>
              <th scope="row">
                {key.label}
                {key.owner_email && <span className="fine"> {key.owner_email}</span>}
              </th>
              <td>
                <code>{key.hint}</code>
              </td>
              <td>
                {key.status === 'enabled' ? (
                  <Badge tone="good">{t('enabled', '启用')}</Badge>
                ) : (
                  <Badge tone="bad">{t('disabled', '停用')}</Badge>
                )}
              </td>
              <td className="number">{number(key.available)}</td>
              <td className="number">{key.daily_quota === null ? '∞' : number(key.daily_quota)}</td>
              <td>{date(key.created_at, { dateStyle: 'medium' })}</td>
              <td>
                <span className="dialog-actions">
                  <ActionDialog
                    trigger={t('Top up', '充值')}
                    title={t(`Top up: ${key.label}`, `充值：${key.label}`)}
                    action={t('Add tokens', '增加令牌')}
                    onDone={reload}
                    submit={async (fields) => {
                      await client.post(`/keys/${key.id}/top_up`, {
                        amount: whole(fields, 'amount'),
                        reason: text(fields, 'reason'),
                        operation_key: text(fields, 'operation'),
                      });
                      return undefined;
                    }}
                  >
                    <Input name="amount" label={t('Tokens', '令牌数')} type="number" min={1} required />
                    <Input
                      name="reason"
                      label={t('Reason, for the ledger', '原因（记入账本）')}
                      required
                      maxLength={500}
                    />
                    {/* Sent twice, it is booked once. */}
                    <input
                      type="hidden"
                      name="operation"
                      defaultValue={crypto.getRandomValues(new Uint32Array(3)).join('-')}
                    />
                  </ActionDialog>
                  <UsageDialog keyId={key.id} label={key.label} />
                  <ActionDialog
                    trigger={t('New secret', '换发')}
                    title={t(`A new secret for ${key.label}`, `为 ${key.label} 换发密钥`)}
                    action={t('Give a new secret', '换发密钥')}
                    onDone={reload}
                    submit={async (fields) => {
                      const leaked = fields.get('leaked') === 'on';
                      const { secret } = await client.post<{ secret: string }>(`/keys/${key.id}/reissue`, {
                        reason: text(fields, 'reason'),
                        leaked,
                        grace_hours: leaked ? 0 : (whole(fields, 'grace') ?? 0),
                      });
                      return <NewSecret secret={secret} />;
                    }}
                  >
                    <Input
                      name="grace"
                      label={t('Hours the old one still works', '旧密钥继续有效的小时数')}
                      type="number"
                      min={0}
                      max={168}
                      defaultValue={24}
                    />
                    <Input name="reason" label={t('Reason', '原因')} required maxLength={500} />
                    <label className="check">
                      <input type="checkbox" name="leaked" />{' '}
                      <span>{t('It leaked: revoke the old one at once', '已泄露：立即吊销旧密钥')}</span>
                    </label>
                  </ActionDialog>
                  <ActionDialog
                    trigger={key.status === 'enabled' ? t('Disable', '停用') : t('Enable', '启用')}
                    title={
                      key.status === 'enabled'
                        ? t(`Disable ${key.label}?`, `停用 ${key.label}？`)
                        : t(`Enable ${key.label}?`, `启用 ${key.label}？`)
                    }
                    action={key.status === 'enabled' ? t('Disable', '停用') : t('Enable', '启用')}
                    danger={key.status === 'enabled'}
                    onDone={reload}
                    submit={async (fields) => {
                      const verb = key.status === 'enabled' ? 'disable' : 'enable';
                      await client.post(
                        `/keys/${key.id}/${verb}`,
                        text(fields, 'reason') ? { reason: text(fields, 'reason') } : {},
                      );
                      return undefined;
                    }}
                  >
                    <Input name="reason" label={t('Reason (optional)', '原因（选填）')} maxLength={500} />
                  </ActionDialog>
                </span>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {data?.keys.length === 0 && <p className="empty">{t('No key of that kind.', '没有符合的密钥。')}</p>}
    </Page>
  );
}

function NewKey({ reload }: { reload(): void }) {
  const { t } = useLanguage();
  const { client } = useOperator();
  return (
    <ActionDialog
      trigger={t('New key …', '新建密钥……')}
      title={t('A new key', '新建密钥')}
      action={t('Make the key', '创建密钥')}
      onDone={reload}
      submit={async (fields) => {
        const { secret } = await client.post<{ secret: string }>('/keys', {
          label: text(fields, 'label'),
          modules: fields.getAll('modules') as Module[],
          balance: whole(fields, 'balance') ?? 0,
          daily_quota: whole(fields, 'quota') ?? null,
          ...(text(fields, 'owner') && { owner_email: text(fields, 'owner') }),
          ...(text(fields, 'expires') && { expires_at: text(fields, 'expires') }),
        });
        return <NewSecret secret={secret} />;
      }}
    >
      <Input name="label" label={t('Label', '名称')} required maxLength={200} />
      <Input name="owner" label={t('Owner’s e-mail (optional)', '所有者邮箱（选填）')} type="email" />
      <Input
        name="balance"
        label={t('Opening balance, tokens', '初始余额（令牌）')}
        type="number"
        min={0}
        defaultValue={500_000}
        required
      />
      <Input
        name="quota"
        label={t('Calls a day (empty: no limit)', '每日调用次数（留空不限）')}
        type="number"
        min={0}
      />
      <Input name="expires" label={t('Expires (empty: never)', '到期日（留空长期有效）')} type="date" />
      <fieldset className="choices">
        <legend>{t('Modules', '功能模块')}</legend>
        {modules.map((module) => (
          <label className="check" key={module}>
            <input type="checkbox" name="modules" value={module} defaultChecked />{' '}
            <span>{moduleLabel(module, t)}</span>
          </label>
        ))}
      </fieldset>
    </ActionDialog>
  );
}

function NewSecret({ secret }: { secret: string }) {
  const { t } = useLanguage();
  return (
    <div className="note note-good">
      <p className="note-title">
        {t('Copy it now: it is shown this once and kept nowhere.', '请立即复制：仅显示这一次，不会保存。')}
      </p>
      <p>
        <code className="secret">{secret}</code>
      </p>
      <p>
        <CopyButton text={secret} label={t('Copy', '复制')} className="button button-small" />
      </p>
    </div>
  );
}

/** As my_usage tells the key's owner. */
function UsageDialog({ keyId, label }: { keyId: string; label: string }) {
  const { t, number } = useLanguage();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button button-small"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {t('Usage', '用量')}
      </button>
      {open && <KeyUsage keyId={keyId} label={label} number={number} />}
    </>
  );
}

function KeyUsage({ keyId, label, number }: { keyId: string; label: string; number(value: number): string }) {
  const { t } = useLanguage();
  const { data, error } = useFetched<UsageResponse>(`/keys/${keyId}/usage`);
  if (error) return <span className="field-error">{error}</span>;
  if (!data) return <Loading lines={2} />;
  return (
    <span className="key-usage">
      <BarChart
        bars={data.trend.map(({ key, total_tokens }) => ({ label: key.slice(5), value: total_tokens }))}
        height={48}
        ticks={3}
        label={t(`Tokens a day of ${label}`, `${label} 的每日令牌用量`)}
      />
      <span className="fine">
        {t(
          `${number(data.totals.requests)} calls, ${number(data.totals.charged)} tokens charged`,
          `${number(data.totals.requests)} 次调用，计费 ${number(data.totals.charged)} 令牌`,
        )}
      </span>
    </span>
  );
}
