import { useState } from 'react';
import { moduleLabel } from '../ask/labels.ts';
import { Badge, Loading, Page } from '../components/common.tsx';
import { useLanguage } from '../lib/language.tsx';
import type { Application } from './admin-api.ts';
import { ActionDialog, Input, text, useFetched, useOperator, whole } from './common.tsx';

const states = ['', 'confirmed', 'submitted', 'approved', 'rejected', 'withdrawn'] as const;

export function ApplicationsPage() {
  const { t } = useLanguage();
  const [state, setState] = useState<(typeof states)[number]>('');
  const { data, error, reload } = useFetched<{ applications: Application[] }>(
    `/applications?limit=100${state && `&state=${state}`}`,
  );
  return (
    <Page
      wide
      title={t('Applications', '密钥申请')}
      lead={t('What waits for a decision first, by the date it is due.', '待审批的在前，按截止日期排序。')}
    >
      <div className="form-row">
        <label>
          {t('State', '状态')}
          <select value={state} onChange={(event) => setState(event.target.value as typeof state)}>
            {states.map((each) => (
              <option key={each} value={each}>
                {each === '' ? t('All', '全部') : stateLabel(each, t)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {error && <p className="note note-bad">{error}</p>}
      {!data && !error && <Loading lines={5} />}
      {data?.applications.length === 0 && <p className="empty">{t('No applications.', '没有申请。')}</p>}
      <ul className="cards">
        {data?.applications.map((application) => (
          <ApplicationCard key={application.id} application={application} reload={reload} />
        ))}
      </ul>
    </Page>
  );
}

function ApplicationCard({ application, reload }: { application: Application; reload(): void }) {
  const { t, date } = useLanguage();
  const { client } = useOperator();
  const {
    id,
    name,
    email,
    organisation,
    purpose,
    modules,
    state,
    due_at: due,
    overdue,
    decided_by: by,
    reason,
  } = application;
  const open = state === 'confirmed';
  return (
    <li className="tile">
      <p className="results-head">
        <strong>{name}</strong>{' '}
        <span className="fine">{[organisation, email].filter(Boolean).join(' · ')}</span>
        <Badge tone={overdue ? 'bad' : open ? 'warn' : 'plain'}>{stateLabel(state, t)}</Badge>
        {open && due && (
          <span className={overdue ? 'field-error' : 'fine'}>
            {t('due', '截止')} {date(due)}
          </span>
        )}
      </p>
      <p className="quoted">{purpose}</p>
      <p className="badges">
        {modules.map((module) => (
          <Badge key={module}>{moduleLabel(module, t)}</Badge>
        ))}
      </p>
      {by && (
        <p className="fine">
          {by} {reason && `· ${reason}`}
        </p>
      )}
      {open && (
        <p className="dialog-actions">
          <ActionDialog
            trigger={t('Approve …', '批准……')}
            title={t(`A key for ${name}`, `为 ${name} 创建密钥`)}
            action={t('Approve and send the key', '批准并发送密钥')}
            onDone={reload}
            submit={async (fields) => {
              await client.post(`/applications/${id}/approve`, {
                balance: whole(fields, 'balance') ?? 0,
                daily_quota: whole(fields, 'quota') ?? null,
                ...(text(fields, 'expires') && { expires_at: text(fields, 'expires') }),
              });
              return undefined;
            }}
          >
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
              defaultValue={200}
            />
            <Input name="expires" label={t('Expires (empty: never)', '到期日（留空长期有效）')} type="date" />
          </ActionDialog>
          <ActionDialog
            trigger={t('Reject …', '拒绝……')}
            title={t(`Reject ${name}`, `拒绝 ${name}`)}
            action={t('Reject and say why', '拒绝并告知原因')}
            danger
            onDone={reload}
            submit={async (fields) => {
              await client.post(`/applications/${id}/reject`, { reason: text(fields, 'reason') });
              return undefined;
            }}
          >
            <Input
              name="reason"
              label={t('Reason, as it is mailed', '原因（将写入邮件）')}
              required
              maxLength={500}
            />
          </ActionDialog>
        </p>
      )}
    </li>
  );
}

function stateLabel(state: Application['state'], t: (en: string, zh: string) => string): string {
  switch (state) {
    case 'submitted':
      return t('Not confirmed', '未确认');
    case 'confirmed':
      return t('Waiting', '待审批');
    case 'approved':
      return t('Approved', '已批准');
    case 'rejected':
      return t('Rejected', '已拒绝');
    case 'withdrawn':
      return t('Withdrawn', '已撤回');
  }
}
