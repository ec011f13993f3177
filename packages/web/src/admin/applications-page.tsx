import { moduleLabel } from '../ask/labels.ts';
import { Badge } from '../components/common.tsx';
import { type Text, useLanguage } from '../lib/language.tsx';
import { Link } from '../lib/route.tsx';
import type { Application } from './admin-api.ts';
import { ActionDialog, Input, text, useOperator } from './common.tsx';
import { BalanceInput, LimitInputs, readBalance, readLimits } from './key-terms.tsx';
import { FilterSelect, FilterText, ListPage, useFilter, useList } from './list-page.tsx';

const states = ['confirmed', 'submitted', 'approved', 'rejected', 'withdrawn'] as const;

export function ApplicationsPage() {
  const { t } = useLanguage();
  const [state] = useFilter('state');
  const [search] = useFilter('search');
  const list = useList<Application>('/applications', 'applications', { state, search });
  return (
    <ListPage
      title={t('Applications', '密钥申请')}
      lead={t('Pending applications first, by due date.', '待审批的在前，按截止日期排序。')}
      tools={
        <>
          <FilterSelect
            name="state"
            label={t('Status', '状态')}
            options={states.map((each) => [each, stateLabel(each, t)] as const)}
          />
          <FilterText name="search" label={t('Name, e-mail or purpose', '姓名、邮箱或用途')} />
        </>
      }
      list={list}
      empty={
        state || search
          ? t('No matching applications.', '没有符合的申请。')
          : t(
              'No applications yet. The form is on the public pages, under “Apply”.',
              '还没有申请。申请表在公开页面的“申请”中。',
            )
      }
    >
      {(applications) => (
        <ul className="cards">
          {applications.map((application) => (
            <ApplicationCard key={application.id} application={application} reload={list.reload} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}

function ApplicationCard({ application, reload }: { application: Application; reload(): void }) {
  const { t, date } = useLanguage();
  const { name, email, organisation, purpose, modules, state, overdue, reason } = application;
  const { due_at: due, decided_by: by, submitted_at: at, key_id: keyId } = application;
  const open = state === 'confirmed';
  return (
    <li className="tile">
      <p className="results-head">
        <strong>{name}</strong>{' '}
        <span className="fine">{[organisation, email].filter(Boolean).join(' · ')}</span>
        <Badge tone={overdue ? 'bad' : open ? 'warn' : state === 'approved' ? 'good' : 'plain'}>
          {stateLabel(state, t)}
        </Badge>
        {open && due && (
          <span className={overdue ? 'field-error' : 'fine'}>
            {overdue ? t('was due', '已逾期') : t('due', '截止')} {date(due)}
          </span>
        )}
      </p>
      <p className="quoted">{purpose}</p>
      <p className="badges">
        {modules.map((module) => (
          <Badge key={module}>{moduleLabel(module, t)}</Badge>
        ))}
      </p>
      <p className="fine">
        {t('Applied', '申请于')} {date(at)}
        {by && ` · ${t('decided by', '审批人')} ${by}`}
        {reason && ` · ${reason}`}
        {keyId && (
          <>
            {' · '}
            <Link href={`/keys?key=${keyId}`}>{t('API key', '对应密钥')}</Link>
          </>
        )}
      </p>
      {open && <Decision application={application} reload={reload} />}
      {state === 'approved' && <ResendKey application={application} reload={reload} />}
    </li>
  );
}

type Deciding = { application: Application; reload(): void };

function Decision({ application: { id, name }, reload }: Deciding) {
  const { t } = useLanguage();
  const { client } = useOperator();
  return (
    <p className="dialog-actions">
      <ActionDialog
        trigger={t('Approve …', '批准……')}
        triggerClass="button button-small button-primary"
        title={t(`A key for ${name}`, `为 ${name} 创建密钥`)}
        action={t('Approve and send the key', '批准并发送密钥')}
        onDone={reload}
        submit={async (fields) => {
          await client.post(`/applications/${id}/approve`, { ...readBalance(fields), ...readLimits(fields) });
          return undefined;
        }}
      >
        <BalanceInput />
        <LimitInputs quota={200} />
      </ActionDialog>
      <ActionDialog
        trigger={t('Reject …', '拒绝……')}
        title={t(`Reject ${name}`, `拒绝 ${name}`)}
        action={t('Reject with reason', '拒绝并告知原因')}
        danger
        onDone={reload}
        submit={async (fields) => {
          await client.post(`/applications/${id}/reject`, { reason: text(fields, 'reason') });
          return undefined;
        }}
      >
        <Input
          name="reason"
          label={t('Reason (included in the e-mail)', '原因（将写入邮件）')}
          required
          maxLength={500}
        />
      </ActionDialog>
    </p>
  );
}

/** Button for an e-mail that was lost. */
function ResendKey({ application: { id, name, claimed_at: claimed }, reload }: Deciding) {
  const { t } = useLanguage();
  const { client } = useOperator();
  if (claimed) return null;
  return (
    <p className="dialog-actions">
      <ActionDialog
        trigger={t('Resend …', '重新发送……')}
        title={t(`Resend the e-mail to ${name}?`, `重新向 ${name} 发送邮件？`)}
        action={t('Resend', '重新发送')}
        onDone={reload}
        submit={async () => {
          await client.post(`/applications/${id}/resend`);
          return undefined;
        }}
      />
    </p>
  );
}

function stateLabel(state: Application['state'], t: Text): string {
  switch (state) {
    case 'submitted':
      return t('Not confirmed', '未确认');
    case 'confirmed':
      return t('Pending', '待审批');
    case 'approved':
      return t('Approved', '已批准');
    case 'rejected':
      return t('Rejected', '已拒绝');
    case 'withdrawn':
      return t('Withdrawn', '已撤回');
  }
}
