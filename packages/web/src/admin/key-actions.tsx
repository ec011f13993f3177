import { CopyButton } from '../components/common.tsx';
import { useLanguage } from '../lib/language.tsx';
import { type Key, labelMax, reasonMax } from './admin-api.ts';
import { ActionDialog, Input, text, useOperator, whole } from './common.tsx';
import { LimitInputs, ModuleInputs, readLimits, readModules } from './key-terms.tsx';

/** Action of an operator on a key, each in a dialog of its own. */

type Action = { of: Key; onDone(): void };

export function TopUp({ of: { id, label }, onDone }: Action) {
  const { t } = useLanguage();
  return (
    <AdjustBalance
      path={`/keys/${id}/top_up`}
      trigger={t('Top up …', '充值……')}
      title={t(`Top up: ${label}`, `充值：${label}`)}
      action={t('Add tokens', '增加 Token')}
      amountLabel={t('Tokens', 'Token 数')}
      min={1}
      onDone={onDone}
    />
  );
}

export function Adjust({ of: { id, label }, onDone }: Action) {
  const { t } = useLanguage();
  return (
    <AdjustBalance
      path={`/keys/${id}/adjust`}
      trigger={t('Adjust balance …', '调整余额……')}
      title={t(`Adjust balance: ${label}`, `调整余额：${label}`)}
      action={t('Post adjustment', '记入调整')}
      amountLabel={t('Tokens (negative to deduct)', 'Token 数，负数表示扣减')}
      onDone={onDone}
    />
  );
}

function AdjustBalance({
  path,
  amountLabel,
  min,
  ...dialog
}: {
  path: string;
  trigger: string;
  title: string;
  action: string;
  amountLabel: string;
  min?: number;
  onDone(): void;
}) {
  const { t } = useLanguage();
  const { client } = useOperator();
  return (
    <ActionDialog
      {...dialog}
      submit={async (fields) => {
        await client.post(path, {
          amount: whole(fields, 'amount'),
          reason: text(fields, 'reason'),
          operation_key: text(fields, 'operation'),
        });
        return undefined;
      }}
    >
      <Input name="amount" label={amountLabel} type="number" min={min} required />
      <Input
        name="reason"
        label={t('Reason (recorded in the ledger)', '原因（记入账本）')}
        required
        maxLength={reasonMax}
      />
      {/* Sent twice, it is posted once. */}
      <input
        type="hidden"
        name="operation"
        defaultValue={crypto.getRandomValues(new Uint32Array(3)).join('-')}
      />
    </ActionDialog>
  );
}

export function Change({ of: key, onDone }: Action) {
  const { t } = useLanguage();
  const { client } = useOperator();
  return (
    <ActionDialog
      trigger={t('Edit …', '修改……')}
      title={t(`Edit ${key.label}`, `修改 ${key.label}`)}
      action={t('Save', '保存')}
      onDone={onDone}
      submit={async (fields) => {
        const { expires_at: expires, ...limits } = readLimits(fields);
        // A date means its first instant: an existing time of day is kept unless the date is changed.
        const isNewDay = expires !== (key.expires_at?.slice(0, 10) ?? null);
        await client.patch(`/keys/${key.id}`, {
          label: text(fields, 'label'),
          owner_email: text(fields, 'owner') || null,
          ...readModules(fields),
          ...limits,
          ...(isNewDay && { expires_at: expires }),
        });
        return undefined;
      }}
    >
      <Input name="label" label={t('Label', '名称')} defaultValue={key.label} required maxLength={labelMax} />
      <Input
        name="owner"
        label={t('Owner’s e-mail (optional)', '所有者邮箱（选填）')}
        type="email"
        defaultValue={key.owner_email ?? ''}
      />
      <LimitInputs of={key} />
      <ModuleInputs of={key} />
    </ActionDialog>
  );
}

export function Reissue({ of: { id, label }, onDone }: Action) {
  const { t } = useLanguage();
  const { client } = useOperator();
  return (
    <ActionDialog
      trigger={t('Reissue key …', '重新签发……')}
      title={t(`Reissue key: ${label}`, `重新签发 ${label} 的密钥`)}
      action={t('Reissue key', '重新签发')}
      onDone={onDone}
      submit={async (fields) => {
        const leaked = fields.get('leaked') === 'on';
        const { secret, mailed_to: mailedTo } = await client.post<{
          secret: string;
          mailed_to: string | null;
        }>(`/keys/${id}/reissue`, {
          reason: text(fields, 'reason'),
          leaked,
          grace_hours: leaked ? 0 : (whole(fields, 'grace') ?? 0),
        });
        return <NewSecret secret={secret} mailedTo={mailedTo} />;
      }}
    >
      <Input
        name="grace"
        label={t('Hours the old key remains valid', '旧密钥继续有效的小时数')}
        type="number"
        min={0}
        max={168}
        defaultValue={24}
      />
      <Input name="reason" label={t('Reason', '原因')} required maxLength={reasonMax} />
      <label className="check">
        <input type="checkbox" name="leaked" />{' '}
        <span>{t('The key was leaked: revoke the old key immediately', '已泄露：立即吊销旧密钥')}</span>
      </label>
    </ActionDialog>
  );
}

export function Switch({ of: { id, label, status }, onDone }: Action) {
  const { t } = useLanguage();
  const { client } = useOperator();
  const isOn = status === 'enabled';
  return (
    <ActionDialog
      trigger={isOn ? t('Disable …', '停用……') : t('Enable …', '启用……')}
      title={isOn ? t(`Disable ${label}?`, `停用 ${label}？`) : t(`Enable ${label}?`, `启用 ${label}？`)}
      action={isOn ? t('Disable', '停用') : t('Enable', '启用')}
      danger={isOn}
      onDone={onDone}
      submit={async (fields) => {
        const reason = text(fields, 'reason');
        await client.post(`/keys/${id}/${isOn ? 'disable' : 'enable'}`, reason ? { reason } : {});
        return undefined;
      }}
    >
      {isOn && (
        <p>
          {t(
            'New requests are rejected, and running calls stop at their next step. Balance and usage are kept.',
            '其下一次请求将被拒绝，进行中的调用在下一步停止。余额与用量保留。',
          )}
        </p>
      )}
      <Input name="reason" label={t('Reason (optional)', '原因（选填）')} maxLength={reasonMax} />
    </ActionDialog>
  );
}

export function NewSecret({ secret, mailedTo }: { secret: string; mailedTo?: string | null }) {
  const { t } = useLanguage();
  return (
    <div className="note note-good">
      <p className="note-title">{t('Copy it now. It won’t be shown again.', '请立即复制，之后不再显示。')}</p>
      <p>
        <code className="secret">{secret}</code>
      </p>
      <p>
        {mailedTo &&
          t(`The owner will be notified by e-mail: ${mailedTo}. `, `将通过邮件通知所有者：${mailedTo}。`)}
        <CopyButton text={secret} label={t('Copy', '复制')} className="button button-small" />
      </p>
    </div>
  );
}
