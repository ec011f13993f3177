import type { UsageResponse } from '@citewell/sdk';
import { endpointLabel } from '../ask/labels.ts';
import { BarChart, BarList } from '../components/bar-chart.tsx';
import { useLanguage } from '../lib/language.tsx';

/** Tokens by day and by endpoint, drawn, and as a table. */
export function Trend({ usage }: { usage: UsageResponse }) {
  const { t, number, date } = useLanguage();
  const bars = usage.trend.map(({ key, total_tokens }) => ({
    label: date(`${key}T12:00:00`, { month: 'numeric', day: 'numeric' }),
    value: total_tokens,
    title: `${key}: ${number(total_tokens)}`,
  }));
  if (usage.totals.requests === 0)
    return <p className="empty">{t('No calls in these days.', '该时段内没有调用。')}</p>;
  return (
    <div className="trend">
      <div>
        <BarChart
          bars={bars}
          height={120}
          ticks={7}
          label={t(
            `Tokens a day, ${usage.window.from} to ${usage.window.to}`,
            `每日令牌用量，${usage.window.from} 至 ${usage.window.to}`,
          )}
        />
        <details>
          <summary>{t('The same as a table', '以表格查看')}</summary>
          <div className="table-scroll table-short">
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{t('Day', '日期')}</th>
                  <th scope="col">{t('Calls', '调用')}</th>
                  <th scope="col">{t('Tokens', '令牌')}</th>
                  <th scope="col">{t('Charged', '计费')}</th>
                </tr>
              </thead>
              <tbody>
                {usage.trend.map((day) => (
                  <tr key={day.key}>
                    <th scope="row">{day.key}</th>
                    <td className="number">{number(day.requests)}</td>
                    <td className="number">{number(day.total_tokens)}</td>
                    <td className="number">{number(day.charged ?? 0)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      </div>
      <div>
        <h3>{t('By what was asked', '按类型')}</h3>
        <BarList
          bars={usage.by_endpoint.map(({ key, total_tokens }) => ({
            label: endpointLabel(key, t),
            value: total_tokens,
          }))}
          label={t('Tokens by endpoint', '各接口令牌用量')}
        />
      </div>
    </div>
  );
}
