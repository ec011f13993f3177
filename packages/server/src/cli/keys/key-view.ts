import type { Language } from '@citewell/sdk';
import type { ApiKey } from '../../accounting/keys/api-key.ts';
import type { KeyDetails } from '../../accounting/operator-store.ts';
import { keyDetailsJson, keyJson } from '../../features/admin/operator-view.ts';
import { formatTable } from '../table.ts';

/** Formats a key, one item per line. */
export function describeKey(key: KeyDetails, language: Language): string {
  const json = keyDetailsJson(key);
  const [never, none, usual] =
    language === 'zh' ? ['永不过期', '不限', '默认'] : ['never', 'no limit', 'default'];
  const lines: [en: string, zh: string, value: string][] = [
    ['id', 'ID', json.id],
    ['label', '名称', json.label],
    ['owner', '所有者', json.owner_email ?? '-'],
    ['key', '密钥', json.hint],
    ['status', '状态', statusWord(json.status, language)],
    ['expires', '过期时间', json.expires_at ?? never],
    ['modules', '模块', json.modules.join(', ')],
    ['daily quota', '每日配额', json.daily_quota === null ? none : tokens(json.daily_quota)],
    ['concurrent', '同时运行', json.max_running_calls === null ? usual : tokens(json.max_running_calls)],
    ['granted', '累计授予', tokens(json.granted)],
    ['charged', '累计计费', tokens(json.charged)],
    ['held', '预留', tokens(json.held)],
    ['available', '可用', tokens(json.available)],
    ['created', '创建时间', json.created_at],
    ...json.secrets.slice(1).map(({ hint, expires_at, revoked_at }): [string, string, string] => {
      const [until, revoked] = language === 'zh' ? ['有效至', '吊销于'] : ['until', 'revoked'];
      return [
        'replaced',
        '已更换',
        `${hint} ${revoked_at ? `${revoked} ${revoked_at}` : `${until} ${expires_at}`}`,
      ];
    }),
  ];
  return lines
    .map(([en, zh, value]) => (language === 'zh' ? `${zh}：${value}\n` : `${en.padEnd(12)}${value}\n`))
    .join('');
}

/** Formats keys, one per line; the label, of any width, comes last. */
export function keyTable(keys: readonly ApiKey[], language: Language): string {
  const rows = keys.map((key) => {
    const { id, hint, status, daily_quota, available, expires_at, label } = keyJson(key);
    const quota = daily_quota === null ? '-' : tokens(daily_quota);
    return [
      id,
      hint,
      statusWord(status, language),
      quota,
      tokens(available),
      expires_at?.slice(0, 10) ?? '-',
      label,
    ];
  });
  const titles =
    language === 'zh'
      ? ['ID', '密钥', '状态', '每日配额', '可用 Token', '过期', '名称']
      : ['ID', 'KEY', 'STATUS', 'PER DAY', 'AVAILABLE', 'EXPIRES', 'LABEL'];
  return formatTable([titles, ...rows]);
}

/** Formats a count with thousands separators. */
export function tokens(count: number): string {
  return count.toLocaleString('en-US');
}

export function statusWord(status: ApiKey['status'], language: Language): string {
  if (language === 'en') return status;
  return status === 'enabled' ? '启用' : '停用';
}
