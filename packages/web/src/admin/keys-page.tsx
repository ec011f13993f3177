import { useLanguage } from '../lib/language.tsx';
import { Link, useRoute } from '../lib/route.tsx';
import { type Key, labelMax } from './admin-api.ts';
import { ActionDialog, Input, text, useOperator } from './common.tsx';
import { NewSecret, TopUp } from './key-actions.tsx';
import { KeyPage, KeyState } from './key-page.tsx';
import {
  BalanceInput,
  LimitInputs,
  ModuleInputs,
  readBalance,
  readLimits,
  readModules,
} from './key-terms.tsx';
import { FilterSelect, FilterText, ListPage, useFilter, useList } from './list-page.tsx';
import { Table } from './table.tsx';

/** Page of all keys, or of the one in the address. */
export function KeysPage() {
  const { query } = useRoute();
  const id = query.get('key');
  return id ? <KeyPage key={id} id={id} /> : <AllKeys />;
}

function AllKeys() {
  const { t, number, date } = useLanguage();
  const [search] = useFilter('search');
  const [status] = useFilter('status');
  const list = useList<Key>('/keys', 'keys', { search, status });
  return (
    <ListPage
      title={t('Keys', '密钥')}
      lead={t('Newest first. Balances change only through ledger entries.', '最新在前。余额仅随账目变动。')}
      tools={
        <>
          <FilterText name="search" label={t('Label, owner, ID or hint', '名称、所有者、ID 或密钥片段')} />
          <FilterSelect
            name="status"
            label={t('Status', '状态')}
            options={[
              ['enabled', t('enabled', '启用')],
              ['disabled', t('disabled', '停用')],
            ]}
          />
          <NewKey reload={list.reload} />
        </>
      }
      list={list}
      empty={
        search || status
          ? t('No matching keys.', '没有符合的密钥。')
          : t('No keys yet. Create the first one.', '还没有密钥：请新建第一个。')
      }
    >
      {(keys) => (
        <Table
          label={t('Keys', '密钥')}
          rows={keys}
          keyOf={({ id }) => id}
          columns={[
            {
              head: t('Label', '名称'),
              cell: ({ id, label, owner_email: owner }) => (
                <>
                  <Link href={`/keys?key=${id}`}>{label}</Link>
                  {owner && <span className="fine under">{owner}</span>}
                </>
              ),
            },
            { head: t('Key', '密钥'), cell: ({ hint }) => <code>{hint}</code> },
            { head: t('Status', '状态'), cell: (key) => <KeyState of={key} /> },
            {
              head: t('Available', '可用余额'),
              kind: 'number',
              cell: ({ available }) => number(available),
            },
            {
              head: t('Calls per day', '每日次数'),
              kind: 'number',
              cell: ({ daily_quota: quota }) => (quota === null ? t('no limit', '不限') : number(quota)),
            },
            {
              head: t('Created', '创建于'),
              cell: ({ created_at: at }) => date(at, { dateStyle: 'medium' }),
            },
            { head: '', kind: 'actions', cell: (key) => <TopUp of={key} onDone={list.reload} /> },
          ]}
        />
      )}
    </ListPage>
  );
}

function NewKey({ reload }: { reload(): void }) {
  const { t } = useLanguage();
  const { client } = useOperator();
  return (
    <ActionDialog
      trigger={t('New key …', '新建密钥……')}
      triggerClass="button button-primary"
      title={t('New key', '新建密钥')}
      action={t('Create key', '创建密钥')}
      onDone={reload}
      submit={async (fields) => {
        const owner = text(fields, 'owner');
        const { secret } = await client.post<{ secret: string }>('/keys', {
          label: text(fields, 'label'),
          ...readModules(fields),
          ...readBalance(fields),
          ...readLimits(fields),
          ...(owner && { owner_email: owner }),
        });
        return <NewSecret secret={secret} />;
      }}
    >
      <Input name="label" label={t('Label', '名称')} required maxLength={labelMax} />
      <Input name="owner" label={t('Owner’s e-mail (optional)', '所有者邮箱（选填）')} type="email" />
      <BalanceInput />
      <LimitInputs />
      <ModuleInputs />
    </ActionDialog>
  );
}
