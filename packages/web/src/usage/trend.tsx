import type { UsageResponse } from '@citewell/sdk';
import { endpointLabel } from '../ask/labels.ts';
import { BarChart, BarList } from '../components/bar-chart.tsx';
import { useLanguage } from '../lib/language.tsx';
import { Link } from '../lib/route.tsx';

export type Trending = Pick<UsageResponse, 'window' | 'totals' | 'trend' | 'by_endpoint'>;

/** Chart and table of tokens by day and endpoint. */
export function Trend({ usage }: { usage: Trending }) {
  const { t, date } = useLanguage();
  const rows = usage.trend.map(({ key, requests, total_tokens, charged }) => ({
    name: key,
    short: date(`${key}T12:00:00`, { month: 'numeric', day: 'numeric' }),
    cells: [total_tokens, charged ?? 0, requests],
  }));
  if (usage.totals.requests === 0)
    return (
      <p className="empty">
        {t('No calls in this period.', '该时段内没有调用。')}{' '}
        <Link href="/">{t('Ask a question', '提一个问题')}</Link>
        {t(', or ', '，或')}
        <Link href="/docs">{t('make your first call from a program', '从程序发起首次调用')}</Link>
        {t('.', '。')}
      </p>
    );
  return (
    <div className="trend">
      <div>
        <BarChart
          tall
          rows={rows}
          columns={[t('Day', '日期'), t('Tokens', 'Token'), t('Charged', '计费'), t('Calls', '调用')]}
          label={t(
            `Tokens per day, ${usage.window.from} to ${usage.window.to}`,
            `每日 Token 用量，${usage.window.from} 至 ${usage.window.to}`,
          )}
        />
      </div>
      <div>
        <h3>{t('By endpoint', '按接口')}</h3>
        <BarList
          bars={usage.by_endpoint.map(({ key, total_tokens }) => ({
            label: endpointLabel(key, t),
            value: total_tokens,
          }))}
          label={t('Tokens by endpoint', '各接口 Token 用量')}
        />
      </div>
    </div>
  );
}
