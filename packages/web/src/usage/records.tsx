import type { UsageRecord, UsageResponse } from '@citewell/sdk';
import { Fragment, useState } from 'react';
import { endpointLabel, outcomeLabel } from '../ask/labels.ts';
import { Badge } from '../components/common.tsx';
import { useLanguage } from '../lib/language.tsx';
import { CallSteps } from './call-steps.tsx';

/** Page of calls, each of which expands to its steps. */
export function Records({ usage }: { usage: UsageResponse }) {
  const { t } = useLanguage();
  if (usage.records.length === 0)
    return <p className="empty">{t('No matching calls.', '没有符合的调用。')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
    <section className="table-scroll" tabIndex={0} aria-label={t('Calls', '调用')}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('Time', '时间')}</th>
            <th scope="col">{t('Endpoint', '接口')}</th>
            <th scope="col">{t('Status', '结果')}</th>
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
            <th scope="col">{t('Request ID', '请求编号')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('Steps', '步骤')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {usage.records.map((record) => (
            <Call key={record.request_id} record={record} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Call({ record }: { record: UsageRecord }) {
  const { t, number, date } = useLanguage();
  const [open, setOpen] = useState(false);
  const { request_id: id, started_at: startedAt, outcome } = record;
  const stepsId = `steps-${id}`;
  return (
    <Fragment>
      <tr>
        <td>
          <time dateTime={startedAt}>{date(startedAt)}</time>
        </td>
        <td>
          {endpointLabel(record.endpoint, t)}
          {record.mode === 'discussion' && ` · ${t('discussion', '讨论')}`}
        </td>
        <td>
          {outcome === 'ok' ? (
            outcomeLabel(outcome, t)
          ) : (
            <Badge tone={outcome === null ? 'accent' : 'warn'}>{outcomeLabel(outcome, t)}</Badge>
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
          <code className="request-id">{id}</code>
        </td>
        <td>
          <button
            type="button"
            className="link-button"
            aria-expanded={open}
            aria-controls={stepsId}
            aria-label={t(`Steps of ${id}`, `${id} 的步骤`)}
            onClick={() => setOpen(!open)}
          >
            {t('Steps', '步骤')} <span aria-hidden="true">{open ? '▴' : '▾'}</span>
          </button>
        </td>
      </tr>
      <tr id={stepsId} hidden={!open} className="steps-row">
        <td colSpan={9}>{open && <CallSteps requestId={id} />}</td>
      </tr>
    </Fragment>
  );
}
