import {
  type CallOutcome,
  type Endpoint,
  endpoints,
  outcomes,
  type UsageRequest,
  type UsageResponse,
} from '@citewell/sdk';
import { useEffect, useState } from 'react';
import { type Failure, failureOf } from '../api/failure.ts';
import { useVisit } from '../api/session.tsx';
import { endpointLabel, outcomeLabel } from '../ask/labels.ts';
import { FailureNote, Loading, Page } from '../components/common.tsx';
import { counted } from '../lib/counted.ts';
import { saveFile } from '../lib/files.ts';
import { useLanguage, useText } from '../lib/language.tsx';
import { navigate, useRoute } from '../lib/route.tsx';
import { QuotaFigures } from '../usage/quota-figures.tsx';
import { Records } from '../usage/records.tsx';
import { Trend } from '../usage/trend.tsx';

/** Page of the key's usage, exactly as my_usage reports it. The query is in the address. */
export function UsagePage() {
  const { t, number, date } = useLanguage();
  const { client, session, askToSignIn } = useVisit();
  const { query } = useRoute();
  const [usage, setUsage] = useState<UsageResponse>();
  const [fetchedAt, setFetchedAt] = useState<number>();
  const [failure, setFailure] = useState<Failure>();
  const [version, setVersion] = useState(0);
  const address = query.toString();
  const hint = session?.hint;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address and the session determine the query
  useEffect(() => {
    if (!session) return;
    const abort = new AbortController();
    setFailure(undefined);
    client.usage(requestOf(new URLSearchParams(address)), { signal: abort.signal }).then(
      (reply) => {
        setUsage(reply);
        setFetchedAt(Date.now());
      },
      (error) => !abort.signal.aborted && setFailure(failureOf(error, t)),
    );
    return () => abort.abort();
  }, [address, hint, version]);
  // One key's usage must not be shown to the next user who signs in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the key changes
  useEffect(() => () => setUsage(undefined), [hint]);

  const set = (name: string, value: string) => {
    const next = new URLSearchParams(query);
    if (value) next.set(name, value);
    else next.delete(name);
    next.delete('cursor');
    navigate(next.size > 0 ? `/usage?${next}` : '/usage', { replace: true });
  };

  // The page number in the address belongs to one key, not to the next one that signs in.
  const isElsewhere = failure?.code === 'not_found' && query.has('cursor');
  const title = t('Usage', '用量');
  if (session === null)
    return (
      <Page
        title={title}
        lead={t('Balance, quota and every call, exact to the token.', '余额、配额与每次调用，精确到 Token。')}
      >
        <p className="empty">
          <button type="button" className="button button-primary" onClick={() => askToSignIn(true)}>
            {t('Sign in to view your usage', '登录后查看')}
          </button>
        </p>
      </Page>
    );
  return (
    <Page
      wide
      title={title}
      lead={session?.guest ? t('All guests share this key.', '所有访客共用此密钥。') : undefined}
    >
      {failure && (
        <FailureNote
          failure={failure}
          retry={() => (isElsewhere ? set('cursor', '') : setVersion(version + 1))}
          retryLabel={isElsewhere ? t('Newest', '最新') : undefined}
        />
      )}
      {failure && usage && fetchedAt !== undefined && (
        <p className="fine">
          {t(`Showing data as of ${date(fetchedAt)}.`, `以下为 ${date(fetchedAt)} 的数据。`)}
        </p>
      )}
      {!usage && !failure && <Loading lines={8} />}
      {usage && (
        <>
          <QuotaFigures usage={usage} />
          <section className="usage-block">
            <h2>{t('Tokens', 'Token')}</h2>
            <Trend usage={usage} />
          </section>
          <section className="usage-block">
            <div className="results-head">
              <h2>{t('Calls', '调用')}</h2>
              <CsvButton request={requestOf(query)} />
            </div>
            <div className="form-row">
              <label>
                {t('From', '起')}
                <input
                  type="date"
                  value={usage.window.from}
                  max={usage.window.to}
                  onChange={(event) => set('from', event.target.value)}
                />
              </label>
              <label>
                {t('To', '止')}
                <input
                  type="date"
                  value={usage.window.to}
                  onChange={(event) => set('to', event.target.value)}
                />
              </label>
              <label>
                {t('Endpoint', '接口')}
                <select
                  value={query.get('endpoint') ?? ''}
                  onChange={(event) => set('endpoint', event.target.value)}
                >
                  <option value="">{t('All', '全部')}</option>
                  {endpoints.map((endpoint) => (
                    <option key={endpoint} value={endpoint}>
                      {endpointLabel(endpoint, t)}
                    </option>
                  ))}
                </select>
              </label>
              <label>
                {t('Status', '结果')}
                <select
                  value={query.get('outcome') ?? ''}
                  onChange={(event) => set('outcome', event.target.value)}
                >
                  <option value="">{t('All', '全部')}</option>
                  {outcomes.map((outcome) => (
                    <option key={outcome} value={outcome}>
                      {outcomeLabel(outcome, t)}
                    </option>
                  ))}
                </select>
              </label>
            </div>
            <Records usage={usage} />
            {(usage.next_cursor || query.has('cursor')) && (
              <p className="pager">
                {query.has('cursor') && (
                  <button type="button" className="button" onClick={() => set('cursor', '')}>
                    {t('Newest', '最新')}
                  </button>
                )}
                {usage.next_cursor && (
                  <button
                    type="button"
                    className="button"
                    onClick={() => {
                      const next = new URLSearchParams(query);
                      next.set('cursor', usage.next_cursor ?? '');
                      navigate(`/usage?${next}`);
                    }}
                  >
                    {t('Older', '更早')}
                  </button>
                )}
              </p>
            )}
          </section>
          <p className="fine">
            {t(
              `Days are in ${usage.quota.timezone}. In this period: ${counted(usage.totals.total_tokens, 'token')} used, ${number(usage.totals.charged)} charged, ${number(usage.totals.unbilled)} not charged.`,
              `日期按 ${usage.quota.timezone} 计。期间共使用 ${number(usage.totals.total_tokens)} Token，计费 ${number(usage.totals.charged)}，未计费 ${number(usage.totals.unbilled)}。`,
            )}
          </p>
        </>
      )}
    </Page>
  );
}

/** Downloads all records of these days as written by the service. */
function CsvButton({ request }: { request: UsageRequest }) {
  const t = useText();
  const { client } = useVisit();
  const [failed, setFailed] = useState(false);
  const save = async () => {
    const { cursor: _, limit: __, group_by: ___, ...rest } = request;
    const file = await client.usageCsv(rest).catch(() => undefined);
    setFailed(!file);
    if (file) saveFile(`${['usage', rest.from, rest.to].filter(Boolean).join('-')}.csv`, file);
  };
  return (
    <>
      <button type="button" className="button button-quiet" onClick={save}>
        {t('Save as CSV', '导出 CSV')}
      </button>
      {failed && (
        <span className="field-error" role="alert">
          {t('The export failed.', '导出失败。')}
        </span>
      )}
    </>
  );
}

function requestOf(query: URLSearchParams): UsageRequest {
  const value = (name: string) => query.get(name) || undefined;
  const [from, to, cursor] = [value('from'), value('to'), value('cursor')];
  const endpoint = value('endpoint') as Endpoint | undefined;
  const outcome = value('outcome') as CallOutcome | undefined;
  return {
    ...(from && { from }),
    ...(to && { to }),
    ...(endpoint && { endpoint }),
    ...(outcome && { outcome }),
    ...(cursor && { cursor }),
  };
}
