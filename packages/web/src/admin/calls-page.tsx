import { endpointLabel } from '../ask/labels.ts';
import { Badge } from '../components/common.tsx';
import { useLanguage } from '../lib/language.tsx';
import { Link } from '../lib/route.tsx';
import { type RunningCall, reasonMax } from './admin-api.ts';
import { ActionDialog, Input, text, useOperator, useRepeatedly } from './common.tsx';
import { ListPage, useList } from './list-page.tsx';
import { Table } from './table.tsx';

const lookAgainMs = 5_000;

export function CallsPage() {
  const { t, number } = useLanguage();
  const { client } = useOperator();
  const list = useList<RunningCall>('/calls', 'calls');
  // Not while a row further down is expanded: the page would jump to its beginning.
  useRepeatedly(list.more === undefined, lookAgainMs, list.reload);
  return (
    <ListPage
      title={t('Running calls', '进行中的调用')}
      lead={t(
        'Oldest first, with the tokens they hold. The list refreshes automatically.',
        '最早的在前，含其预留的 Token。列表自动更新。',
      )}
      list={list}
      empty={
        <>
          <p>{t('No active calls.', '当前没有进行中的调用。')}</p>
          <p className="fine">
            {t(
              'A call is listed from its start until it is settled, whichever replica runs it, and can be stopped here.',
              '调用从开始到结算期间显示在此，无论在哪个副本上运行，并可在此停止。',
            )}
          </p>
        </>
      }
    >
      {(calls) => (
        <Table
          label={t('Running calls', '进行中的调用')}
          rows={calls}
          keyOf={({ id }) => id}
          columns={[
            {
              head: t('Key', '密钥'),
              cell: ({ key_id: id, key_label: label }) => <Link href={`/keys?key=${id}`}>{label}</Link>,
            },
            { head: t('Endpoint', '接口'), cell: ({ endpoint }) => endpointLabel(endpoint, t) },
            { head: t('Seconds', '秒'), kind: 'number', cell: ({ age_seconds: age }) => number(age) },
            { head: t('Held', '预留'), kind: 'number', cell: ({ held }) => number(held) },
            { head: t('Used so far', '已用'), kind: 'number', cell: ({ tokens }) => number(tokens) },
            {
              head: t('Answer', '回答'),
              cell: ({ delivered }) =>
                delivered ? (
                  <Badge tone="accent">{t('partially delivered', '已发出部分')}</Badge>
                ) : (
                  t('not delivered yet', '尚未发出')
                ),
            },
            { head: t('Request ID', '请求编号'), cell: ({ id }) => <code className="request-id">{id}</code> },
            {
              head: '',
              kind: 'actions',
              cell: ({ id }) => (
                <ActionDialog
                  trigger={t('Stop …', '停止……')}
                  title={t('Stop and settle this call?', '停止并结算此调用？')}
                  action={t('Stop call', '停止')}
                  danger
                  onDone={list.reload}
                  submit={async (fields) => {
                    await client.post(`/calls/${id}/release`, { reason: text(fields, 'reason') });
                    return undefined;
                  }}
                >
                  <p>
                    {t(
                      'Its hold is released immediately. Tokens are charged only if part of the answer has already been delivered.',
                      '其预留立即释放；仅在回答已部分发出时计费。',
                    )}
                  </p>
                  <Input name="reason" label={t('Reason', '原因')} required maxLength={reasonMax} />
                </ActionDialog>
              ),
            },
          ]}
        />
      )}
    </ListPage>
  );
}
