import { counted } from '@citewell/core/text/counted.ts';
import type { Language, UsageGroup, UsageResponse } from '@citewell/sdk';
import { statusWord, tokens } from '../keys/key-view.ts';
import { formatTable } from '../table.ts';

type Title = Record<Language, string>;

const titles: Record<'day' | 'endpoint' | 'model', Title> = {
  day: { en: 'DAY', zh: '日期' },
  endpoint: { en: 'ENDPOINT', zh: '接口' },
  model: { en: 'MODEL', zh: '模型' },
};
const figures: readonly Title[] = [
  { en: 'CALLS', zh: '调用' },
  { en: 'PROMPT', zh: '输入' },
  { en: 'COMPLETION', zh: '输出' },
  { en: 'TOTAL', zh: '合计' },
  { en: 'CHARGED', zh: '计费' },
];

/** Formats a key, its remaining quota and balance, and its usage as a table with one line per group. */
export function describeUsage(
  { key, balance, quota, window, totals, trend }: UsageResponse,
  groupBy: 'day' | 'endpoint' | 'model',
  language: Language,
): string {
  const zh = language === 'zh';
  const limit = quota.limit === null ? (zh ? '不限' : 'no limit') : tokens(quota.limit);
  const [granted, charged, held, available] = [
    tokens(balance.granted),
    tokens(balance.charged),
    tokens(balance.held),
    tokens(balance.available),
  ];
  const head = zh
    ? [
        `密钥：${key.id}（${key.label}）${key.hint}，${statusWord(key.status, language)}`,
        `Token：可用 ${available}；累计授予 ${granted}，计费 ${charged}，预留 ${held}`,
        `今日（${quota.day}，${quota.timezone}）：${tokens(quota.used)} 次调用，配额 ${limit}；${quota.resets_at} 重置`,
        `${window.from} 至 ${window.to}：`,
      ]
    : [
        `key      ${key.id} (${key.label}) ${key.hint}, ${statusWord(key.status, language)}`,
        `tokens   ${available} available: ${granted} granted, ${charged} charged, ${held} held`,
        `today    ${counted(quota.used, 'call')} of ${limit} (${quota.day}, ${quota.timezone}; resets at ${quota.resets_at})`,
        `${window.from} to ${window.to}:`,
      ];
  const used = trend.filter(({ requests }) => requests > 0);
  const total = { ...totals, key: zh ? '总计' : 'TOTAL' };
  const table = formatTable(
    [[titles[groupBy][language], ...figures.map((title) => title[language])], ...[...used, total].map(line)],
    [1, 2, 3, 4, 5],
  );
  return `${head.join('\n')}\n\n${table}`;
}

function line({ key, requests, prompt_tokens, completion_tokens, total_tokens, charged }: UsageGroup) {
  const counts = [requests, prompt_tokens, completion_tokens, total_tokens, charged];
  return [key, ...counts.map((count) => (count === null ? '-' : tokens(count)))];
}
