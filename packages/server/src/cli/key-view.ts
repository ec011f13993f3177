import type { Language } from '@citewell/sdk';
import type { ApiKey } from '../accounts/accounts.ts';

/** A key in the words of the wire. The secret is not part of it. */
export function keyJson(key: ApiKey) {
  const { id, label, hint, status, expiresAt, modules, dailyQuota, createdAt, granted, charged, held } = key;
  return {
    id,
    label,
    hint,
    status,
    expires_at: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
    modules,
    daily_quota: dailyQuota,
    balance: granted - charged,
    granted,
    charged,
    held,
    available: granted - charged - held,
    created_at: new Date(createdAt).toISOString(),
  };
}

/** All of a key, a line each. */
export function describeKey(key: ApiKey, language: Language): string {
  const { id, label, hint, status, expires_at, modules, daily_quota, created_at, ...amounts } = keyJson(key);
  const { granted, charged, held, available } = amounts;
  const [never, none] = language === 'zh' ? ['永不过期', '不限'] : ['never', 'no limit'];
  const lines: [en: string, zh: string, value: string][] = [
    ['id', 'ID', id],
    ['label', '标签', label],
    ['key', '密钥', hint],
    ['status', '状态', statusWord(status, language)],
    ['expires', '过期时间', expires_at ?? never],
    ['modules', '模块', modules.join(', ')],
    ['daily quota', '每日配额', daily_quota === null ? none : tokens(daily_quota)],
    ['granted', '累计发放', tokens(granted)],
    ['charged', '累计计费', tokens(charged)],
    ['held', '预留', tokens(held)],
    ['available', '可用', tokens(available)],
    ['created', '创建时间', created_at],
  ];
  return lines
    .map(([en, zh, value]) => (language === 'zh' ? `${zh}：${value}\n` : `${en.padEnd(12)}${value}\n`))
    .join('');
}

/** A line for each key; the label, of any width, stands last. */
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
      ? ['ID', '密钥', '状态', '每日配额', '可用令牌', '过期', '标签']
      : ['ID', 'KEY', 'STATUS', 'PER DAY', 'AVAILABLE', 'EXPIRES', 'LABEL'];
  const table = [titles, ...rows];
  const widths = titles.map((_, column) => Math.max(...table.map((row) => columns(row[column] ?? ''))));
  return table
    .map((row) =>
      row.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - columns(cell))).join('  '),
    )
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

/** A count with its thousands apart. */
export function tokens(count: number): string {
  return count.toLocaleString('en-US');
}

function statusWord(status: ApiKey['status'], language: Language): string {
  if (language === 'en') return status;
  return status === 'enabled' ? '启用' : '停用';
}

/** Terminal columns: Han characters take two. */
function columns(text: string): number {
  return [...text].reduce((sum, character) => sum + (/\p{Script=Han}/u.test(character) ? 2 : 1), 0);
}
