import { type FormEvent, useState } from 'react';
import { endpointLabel } from '../ask/labels.ts';
import { Badge, Loading, Page } from '../components/common.tsx';
import { useLanguage } from '../lib/language.tsx';
import type { AuditEntry, BooksReport, Call, Mail } from './admin-api.ts';
import { ActionDialog, Input, messageOf, Table, text, useFetched, useOperator } from './common.tsx';

export function CallsPage() {
  const { t, number } = useLanguage();
  const { client } = useOperator();
  const { data, error, reload } = useFetched<{ calls: Call[] }>('/calls?limit=100');
  return (
    <Page
      wide
      title={t('Running calls', '运行中的调用')}
      lead={t('Oldest first, with the tokens they hold.', '最早的在前，含其占用的令牌。')}
    >
      <p>
        <button type="button" className="button" onClick={reload}>
          {t('Look again', '刷新')}
        </button>
      </p>
      {error && <p className="note note-bad">{error}</p>}
      {!data && !error && <Loading lines={4} />}
      {data?.calls.length === 0 && <p className="empty">{t('Nothing runs.', '当前没有运行中的调用。')}</p>}
      {data && data.calls.length > 0 && (
        <Table
          label={t('Running calls', '运行中的调用')}
          head={[
            t('Key', '密钥'),
            t('What', '类型'),
            t('Seconds', '秒'),
            t('Held', '占用'),
            t('Seen', '已用'),
            t('Request', '请求编号'),
            '',
          ]}
        >
          {data.calls.map((call) => (
            <tr key={call.id}>
              <th scope="row">{call.key_label}</th>
              <td>{endpointLabel(call.endpoint, t)}</td>
              <td className="number">{number(call.age_seconds)}</td>
              <td className="number">{number(call.held)}</td>
              <td className="number">{number(call.tokens)}</td>
              <td>
                <code className="request-id">{call.id}</code>
              </td>
              <td>
                <ActionDialog
                  trigger={t('End …', '结束……')}
                  title={t('End this call as our fault?', '以服务方原因结束此调用？')}
                  action={t('End it', '结束')}
                  danger
                  onDone={reload}
                  submit={async (fields) => {
                    await client.post(`/calls/${call.id}/release`, { reason: text(fields, 'reason') });
                    return undefined;
                  }}
                >
                  <Input name="reason" label={t('Reason', '原因')} required maxLength={500} />
                </ActionDialog>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Page>
  );
}

export function BooksPage() {
  const { t, number, language } = useLanguage();
  const { client } = useOperator();
  const [report, setReport] = useState<BooksReport>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  async function verify(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      setReport(await client.post<BooksReport>('/ledger/verify'));
    } catch (failure) {
      setError(messageOf(failure, t('That did not work.', '操作失败。')));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Page
      title={t('Ledger', '账本')}
      lead={t(
        'Every figure is recomputed from the rows below it, and every chain of hashes followed.',
        '逐项重新计算全部数字，并核对每条哈希链。',
      )}
    >
      <form onSubmit={verify}>
        <button type="submit" className="button button-primary" disabled={busy}>
          {busy ? t('Checking …', '核对中……') : t('Check the books', '核对账本')}
        </button>
      </form>
      <div aria-live="polite">
        {error && <p className="note note-bad">{error}</p>}
        {report && (
          <>
            <div className={report.whole ? 'note note-good' : 'note note-bad'}>
              <p className="note-title">
                {report.whole
                  ? t('The books are whole.', '账本完整无误。')
                  : t(`${report.drifts.length} places do not hold.`, `${report.drifts.length} 处不符。`)}
              </p>
              <p className="fine">
                {t(
                  `${number(report.keys)} keys, ${number(report.calls)} calls, ${number(report.ledger_entries)} ledger entries, ${number(report.audit_entries)} audit entries`,
                  `${number(report.keys)} 个密钥，${number(report.calls)} 次调用，${number(report.ledger_entries)} 条账本记录，${number(report.audit_entries)} 条审计记录`,
                )}
              </p>
            </div>
            {report.drifts.length > 0 && (
              <Table
                label={t('Where it does not hold', '不符之处')}
                head={[t('Rule', '规则'), t('Where', '位置'), t('Expected', '应为'), t('Found', '实为')]}
              >
                {report.drifts.map(({ rule, where, expected, found }) => (
                  <tr key={`${rule} ${where}`}>
                    <th scope="row">{rule}</th>
                    <td>{where}</td>
                    <td>{expected}</td>
                    <td>{found}</td>
                  </tr>
                ))}
              </Table>
            )}
            <h2>{t('What was checked', '核对内容')}</h2>
            <ul>
              {report.checked.map(({ rule, ...words }) => (
                <li key={rule}>{words[language]}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Page>
  );
}

export function AuditPage() {
  const { t, date } = useLanguage();
  const [actor, setActor] = useState('');
  const [action, setAction] = useState('');
  const query = new URLSearchParams({ limit: '100', ...(actor && { actor }), ...(action && { action }) });
  const { data, error } = useFetched<{ entries: AuditEntry[] }>(`/audit?${query}`);
  return (
    <Page
      wide
      title={t('Audit log', '审计日志')}
      lead={t(
        'Who changed what, when and why. It is only ever added to.',
        '谁在何时因何改动了什么。只增不改。',
      )}
    >
      <div className="form-row">
        <label>
          {t('Who', '操作者')}
          <input value={actor} placeholder="admin:mei" onChange={(event) => setActor(event.target.value)} />
        </label>
        <label>
          {t('What', '操作')}
          <input
            value={action}
            placeholder="key.create"
            onChange={(event) => setAction(event.target.value)}
          />
        </label>
        <a className="button" href="/admin/api/audit?format=csv" download="audit.csv">
          CSV
        </a>
      </div>
      {error && <p className="note note-bad">{error}</p>}
      {!data && !error && <Loading lines={6} />}
      {data?.entries.length === 0 && (
        <p className="empty">{t('No entry of that kind.', '没有符合的记录。')}</p>
      )}
      {data && data.entries.length > 0 && (
        <Table
          label={t('Audit log', '审计日志')}
          head={[t('When', '时间'), t('Who', '操作者'), t('What', '操作'), t('On', '对象'), t('Why', '原因')]}
        >
          {data.entries.map((entry) => (
            <tr key={entry.seq}>
              <td>
                <time dateTime={entry.at}>{date(entry.at)}</time>
              </td>
              <td>{entry.actor}</td>
              <td>
                <code>{entry.action}</code>
              </td>
              <td>
                <code>{entry.target}</code>
              </td>
              <td className="wrap">{entry.reason}</td>
            </tr>
          ))}
        </Table>
      )}
    </Page>
  );
}

export function MailsPage() {
  const { t, date, number } = useLanguage();
  const { client } = useOperator();
  const { data, error, reload } = useFetched<{ mails: Mail[] }>('/outbox?limit=100');
  const labels = { waiting: t('waiting', '等待'), sent: t('sent', '已发送'), failed: t('given up', '失败') };
  return (
    <Page
      wide
      title={t('Mails', '邮件')}
      lead={t('To applicants, newest first.', '发给申请人的邮件，最新在前。')}
    >
      {error && <p className="note note-bad">{error}</p>}
      {!data && !error && <Loading lines={5} />}
      {data?.mails.length === 0 && <p className="empty">{t('No mails yet.', '尚无邮件。')}</p>}
      {data && data.mails.length > 0 && (
        <Table
          label={t('Mails', '邮件')}
          head={[
            t('Made', '创建于'),
            t('To', '收件人'),
            t('What', '类型'),
            t('State', '状态'),
            t('Tries', '尝试'),
            t('Last error', '最近错误'),
            '',
          ]}
        >
          {data.mails.map((mail) => (
            <tr key={mail.id}>
              <td>{date(mail.created_at)}</td>
              <th scope="row">{mail.recipient}</th>
              <td>{mail.kind}</td>
              <td>
                <Badge tone={mail.state === 'sent' ? 'good' : mail.state === 'failed' ? 'bad' : 'warn'}>
                  {labels[mail.state]}
                </Badge>
              </td>
              <td className="number">{number(mail.attempts)}</td>
              <td className="wrap">{mail.last_error}</td>
              <td>
                {mail.state !== 'sent' && (
                  <ActionDialog
                    trigger={t('Try again', '重发')}
                    title={t(`Mail to ${mail.recipient}`, `发给 ${mail.recipient} 的邮件`)}
                    action={t('Try again', '重发')}
                    onDone={reload}
                    submit={async () => {
                      await client.post(`/outbox/${mail.id}/resend`, {});
                      return undefined;
                    }}
                  />
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Page>
  );
}
