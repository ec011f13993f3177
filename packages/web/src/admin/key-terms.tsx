import { type Module, modules } from '@citewell/sdk';
import { moduleLabel } from '../ask/labels.ts';
import { useText } from '../lib/language.tsx';
import type { Key } from './admin-api.ts';
import { Input, text, whole } from './common.tsx';

/** Form fields of a key's terms, for creating, approving and changing it. */

const usualBalance = 500_000;

export function BalanceInput() {
  const t = useText();
  return (
    <Input
      name="balance"
      label={t('Opening balance (tokens)', '初始余额（Token）')}
      type="number"
      min={0}
      defaultValue={usualBalance}
      required
    />
  );
}

/** `of`: its current terms. */
export function LimitInputs({ of, quota }: { of?: Key; quota?: number }) {
  const t = useText();
  return (
    <>
      <Input
        name="quota"
        label={t('Calls per day (leave empty for no limit)', '每日调用次数（留空不限）')}
        type="number"
        min={0}
        defaultValue={of ? (of.daily_quota ?? '') : quota}
      />
      <Input
        name="running"
        label={t('Concurrent calls (leave empty for the default)', '可同时运行的调用数（留空为默认）')}
        type="number"
        min={1}
        max={100_000}
        defaultValue={of?.max_running_calls ?? ''}
      />
      <Input
        name="expires"
        label={t('Expires (leave empty for never)', '到期日（留空长期有效）')}
        type="date"
        defaultValue={of?.expires_at?.slice(0, 10)}
      />
    </>
  );
}

export function ModuleInputs({ of }: { of?: Key }) {
  const t = useText();
  return (
    <fieldset className="choices">
      <legend>{t('Modules', '功能模块')}</legend>
      {modules.map((module) => (
        <label className="check" key={module}>
          <input
            type="checkbox"
            name="modules"
            value={module}
            defaultChecked={of?.modules.includes(module) ?? true}
          />{' '}
          <span>{moduleLabel(module, t)}</span>
        </label>
      ))}
    </fieldset>
  );
}

export const readBalance = (fields: FormData) => ({ balance: whole(fields, 'balance') ?? 0 });
export const readLimits = (fields: FormData) => ({
  daily_quota: whole(fields, 'quota') ?? null,
  max_running_calls: whole(fields, 'running') ?? null,
  expires_at: text(fields, 'expires') || null,
});
export const readModules = (fields: FormData) => ({ modules: fields.getAll('modules') as Module[] });
