import { Badge } from '../components/common.tsx';
import { useLanguage } from '../lib/language.tsx';
import type { Mail } from './admin-api.ts';
import { ActionDialog, useOperator } from './common.tsx';
import { FilterSelect, ListPage, useFilter, useList } from './list-page.tsx';
import { Table } from './table.tsx';

const tones = { sent: 'good', waiting: 'warn', failed: 'bad' } as const;

export function MailsPage() {
  const { t, date, number } = useLanguage();
  const { client } = useOperator();
  const [state] = useFilter('state');
  const list = useList<Mail>('/outbox', 'mails', { state });
  const states = {
    waiting: t('waiting', '等待'),
    sent: t('sent', '已发送'),
    failed: t('undeliverable', '未送达'),
  };
  const kinds: Record<string, string> = {
    confirm: t('Address confirmation', '确认邮箱'),
    key: t('API key', '密钥'),
    claim: t('Link to claim the key', '密钥领取链接'),
    rejected: t('Rejection', '未通过'),
  };
  return (
    <ListPage
      title={t('E-mail', '邮件')}
      lead={t(
        'Messages to applicants, newest first. Failed deliveries are retried automatically for a day.',
        '发给申请人的邮件，最新在前。未送出的会在一天内自动重试。',
      )}
      tools={
        <FilterSelect
          name="state"
          label={t('Status', '状态')}
          options={(['waiting', 'sent', 'failed'] as const).map((each) => [each, states[each]] as const)}
        />
      }
      list={list}
      empty={state ? t('No matching e-mail.', '没有符合的邮件。') : t('No e-mail yet.', '尚无邮件。')}
    >
      {(mails) => (
        <Table
          label={t('E-mail', '邮件')}
          rows={mails}
          keyOf={({ id }) => id}
          columns={[
            { head: t('To', '收件人'), cell: ({ recipient }) => recipient },
            { head: t('Type', '类型'), cell: ({ kind }) => kinds[kind] ?? kind },
            {
              head: t('Status', '状态'),
              cell: ({ state: delivery }) => <Badge tone={tones[delivery]}>{states[delivery]}</Badge>,
            },
            { head: t('Created', '创建于'), cell: ({ created_at: at }) => date(at) },
            {
              head: t('Next attempt', '下次尝试'),
              cell: ({ next_try_at: at, state: delivery }) => (delivery === 'waiting' && at ? date(at) : '—'),
            },
            { head: t('Attempts', '尝试'), kind: 'number', cell: ({ attempts }) => number(attempts) },
            { head: t('Last error', '最近错误'), kind: 'wrap', cell: ({ last_error: error }) => error },
            {
              head: '',
              kind: 'actions',
              cell: ({ id, recipient, state: delivery }) =>
                delivery !== 'sent' && (
                  <ActionDialog
                    trigger={t('Retry …', '重发……')}
                    title={t(`E-mail to ${recipient}`, `发给 ${recipient} 的邮件`)}
                    action={t('Retry', '重发')}
                    onDone={list.reload}
                    submit={async () => {
                      await client.post(`/outbox/${id}/resend`);
                      return undefined;
                    }}
                  />
                ),
            },
          ]}
        />
      )}
    </ListPage>
  );
}
