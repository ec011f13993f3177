import { type FormEvent, useState } from 'react';
import { Page } from '../components/common.tsx';
import { counted } from '../lib/counted.ts';
import { useLanguage } from '../lib/language.tsx';
import type { LedgerVerification } from './admin-api.ts';
import { messageOf, useOperator } from './common.tsx';
import { Table } from './table.tsx';

export function LedgerPage() {
  const { t, number, language } = useLanguage();
  const { client } = useOperator();
  const [report, setReport] = useState<LedgerVerification>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  async function verify(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      setReport(await client.post<LedgerVerification>('/ledger/verify'));
    } catch (failure) {
      setError(messageOf(failure, t('Something went wrong.', '操作失败。')));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Page
      title={t('Ledger', '账本')}
      lead={t(
        'Recomputes every figure from its underlying rows and verifies every hash chain.',
        '逐项重新计算全部数字，并核对每条哈希链。',
      )}
    >
      <form onSubmit={verify}>
        <button type="submit" className="button button-primary" disabled={busy}>
          {busy ? t('Verifying …', '核对中……') : t('Verify ledger', '核对账本')}
        </button>
      </form>
      <div aria-live="polite">
        {error && <p className="note note-bad">{error}</p>}
        {report && (
          <>
            <div className={report.whole ? 'note note-good' : 'note note-bad'}>
              <p className="note-title">
                {report.whole
                  ? t('Ledger verified.', '账本完整无误。')
                  : t(
                      `${counted(report.drifts.length, 'discrepancy', 'discrepancies')}.`,
                      `${report.drifts.length} 处不符。`,
                    )}
              </p>
              <p className="fine">
                {t(
                  `${counted(report.keys, 'key')}, ${counted(report.calls, 'call')}, ${counted(report.ledger_entries, 'ledger entry', 'ledger entries')}, ${counted(report.audit_entries, 'audit entry', 'audit entries')}`,
                  `${number(report.keys)} 个密钥，${number(report.calls)} 次调用，${number(report.ledger_entries)} 条账目，${number(report.audit_entries)} 条审计记录`,
                )}
              </p>
            </div>
            {report.drifts.length > 0 && (
              <Table
                label={t('Discrepancies', '不符之处')}
                rows={report.drifts}
                keyOf={({ rule, where, found }) => `${rule} ${where} ${found}`}
                columns={[
                  { head: t('Rule', '规则'), cell: ({ rule }) => rule },
                  { head: t('Location', '位置'), kind: 'wrap', cell: ({ where }) => where },
                  { head: t('Expected', '应为'), cell: ({ expected }) => expected },
                  { head: t('Actual', '实为'), cell: ({ found }) => found },
                ]}
              />
            )}
            <h2>{t('Checks performed', '核对内容')}</h2>
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
