import type { UsageResponse } from '@citewell/sdk';
import { endpointLabel, outcomeLabel } from '../ask/labels.ts';
import { Badge } from '../components/common.tsx';
import { useLanguage } from '../lib/language.tsx';

/** A page of calls. */
export function Records({ usage }: { usage: UsageResponse }) {
  const { t, number, date } = useLanguage();
  if (usage.records.length === 0) return <p className="empty">{t('No calls here.', '没有符合的调用。')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="table-scroll" tabIndex={0} aria-label={t('Calls', '调用')}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('When', '时间')}</th>
            <th scope="col">{t('What', '类型')}</th>
            <th scope="col">{t('How it ended', '结果')}</th>
            <th scope="col" className="number">
              {t('In', '输入')}
            </th>
            <th scope="col" className="number">
              {t('Out', '输出')}
            </th>
            <th scope="col" className="number">
              {t('Charged', '计费')}
            </th>
            <th scope="col" className="number">
              {t('Seconds', '秒')}
            </th>
            <th scope="col">{t('Request', '请求编号')}</th>
          </tr>
        </thead>
        <tbody>
          {usage.records.map((record) => (
            <tr key={record.request_id}>
              <td>
                <time dateTime={record.started_at}>{date(record.started_at)}</time>
              </td>
              <td>{endpointLabel(record.endpoint, t)}</td>
              <td>
                {record.outcome === 'ok' ? (
                  outcomeLabel(record.outcome, t)
                ) : (
                  <Badge tone={record.outcome === null ? 'accent' : 'warn'}>
                    {outcomeLabel(record.outcome, t)}
                  </Badge>
                )}
              </td>
              <td className="number">{number(record.prompt_tokens)}</td>
              <td className="number">{number(record.completion_tokens)}</td>
              <td className="number">
                {number(record.charged)}
                {record.estimated && <span title={t('estimated', '估算')}> ~</span>}
              </td>
              <td className="number">
                {record.duration_ms === null ? '…' : (record.duration_ms / 1000).toFixed(1)}
              </td>
              <td>
                <code className="request-id">{record.request_id}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
