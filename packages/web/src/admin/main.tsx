import { type ComponentType, type FormEvent, StrictMode, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Field, Loading, Page } from '../components/common.tsx';
import { type NavEntry, Shell } from '../components/shell.tsx';
import { LanguageProvider, useLanguage } from '../lib/language.tsx';
import { useRoute } from '../lib/route.tsx';
import { type AdminSession, createAdminClient } from './admin-api.ts';
import { ApplicationsPage } from './applications-page.tsx';
import { AuditPage } from './audit-page.tsx';
import { CallsPage } from './calls-page.tsx';
import { CategoriesPage } from './categories-page.tsx';
import { messageOf, OperatorContext } from './common.tsx';
import { HealthPage } from './health-page.tsx';
import { KeysPage } from './keys-page.tsx';
import { LedgerPage } from './ledger-page.tsx';
import { LibraryPage } from './library-page.tsx';
import { MailsPage } from './mails-page.tsx';
import { OverviewPage } from './overview-page.tsx';
import '../styles/main.css';
import { PageError, requestJson } from './request-json.ts';
import { UsagePage } from './usage-page.tsx';
import '../styles/admin.css';
import '../styles/table-cards.css';

const sessionPath = '/admin/api/session';

const pages: Record<string, ComponentType> = {
  '/': OverviewPage,
  '/applications': ApplicationsPage,
  '/keys': KeysPage,
  '/usage': UsagePage,
  '/calls': CallsPage,
  '/library': LibraryPage,
  '/categories': CategoriesPage,
  '/health': HealthPage,
  '/ledger': LedgerPage,
  '/audit': AuditPage,
  '/mails': MailsPage,
};

function AdminApp() {
  const { t, language } = useLanguage();
  const { path } = useRoute();
  const [session, setSession] = useState<AdminSession | null>();
  useEffect(() => {
    requestJson<AdminSession>(sessionPath).then(setSession, () => setSession(null));
  }, []);
  const operator = useMemo(
    () => session && { session, client: createAdminClient(session, language, () => setSession(null)) },
    [session, language],
  );
  const nav: NavEntry[] = session
    ? [
        { href: '/', label: t('Overview', '概览') },
        { href: '/applications', label: t('Applications', '申请') },
        { href: '/keys', label: t('Keys', '密钥') },
        { href: '/usage', label: t('Usage', '用量') },
        { href: '/calls', label: t('Calls', '调用') },
        { href: '/library', label: t('Library', '文献库') },
        { href: '/categories', label: t('Categories', '分类') },
        { href: '/health', label: t('Health', '运行状况') },
        { href: '/ledger', label: t('Ledger', '账本') },
        { href: '/audit', label: t('Audit', '审计') },
        { href: '/mails', label: t('E-mail', '邮件') },
      ]
    : [];
  const [signOutFailed, setSignOutFailed] = useState(false);
  const signOut = () => {
    setSignOutFailed(false);
    const headers = { 'x-csrf-token': session?.csrf_token ?? '' };
    requestJson(sessionPath, { method: 'DELETE', headers }).then(
      () => setSession(null),
      // A rejection means that the session has ended; an unreachable service does not.
      (error) => (error instanceof PageError ? setSession(null) : setSignOutFailed(true)),
    );
  };
  const who = session ? (
    <span className="who">
      <span className="who-name">
        {session.name} · {session.role === 'operator' ? t('operator', '管理员') : t('auditor', '审计员')}
      </span>
      <button type="button" className="tool" onClick={signOut}>
        {t('Sign out', '退出')}
      </button>
    </span>
  ) : null;
  const CurrentPage = pages[path] ?? OverviewPage;
  return (
    <Shell
      nav={nav}
      home={t('Citewell Admin', 'Citewell 管理')}
      who={who}
      footer={<p>{t('Every change is recorded in the audit log.', '所有更改均记入审计日志。')}</p>}
    >
      {signOutFailed && (
        <p className="note note-bad banner" role="alert">
          {t(
            'The service could not be reached: you are still signed in.',
            '无法连接服务，您仍处于登录状态。',
          )}
        </p>
      )}
      {session === undefined ? (
        <div className="page">
          <Loading lines={5} />
        </div>
      ) : operator ? (
        <OperatorContext value={operator}>
          <CurrentPage />
        </OperatorContext>
      ) : (
        <SignIn onSignedIn={setSession} />
      )}
    </Shell>
  );
}

function SignIn({ onSignedIn }: { onSignedIn(session: AdminSession): void }) {
  const { t, language } = useLanguage();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setBusy(true);
    setError(undefined);
    try {
      const body = { name: fields.get('name'), password: fields.get('password') };
      onSignedIn(await requestJson<AdminSession>(sessionPath, { method: 'POST', body, language }));
    } catch (failure) {
      setError(messageOf(failure, t('The service could not be reached.', '无法连接服务。')));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Page
      title={t('Sign in', '登录')}
      lead={t('For operators and auditors of this installation.', '仅限本服务的管理员与审计员。')}
    >
      <form className="panel-form sign-in" onSubmit={send}>
        <Field label={t('Name', '用户名')}>
          {({ id }) => <input id={id} name="name" autoComplete="username" required />}
        </Field>
        <Field label={t('Password', '密码')} error={error}>
          {({ id, describedBy }) => (
            <input
              id={id}
              name="password"
              type="password"
              autoComplete="current-password"
              required
              aria-describedby={describedBy}
              aria-invalid={error !== undefined}
            />
          )}
        </Field>
        <p>
          <button type="submit" className="button button-primary" disabled={busy}>
            {t('Sign in', '登录')}
          </button>
        </p>
        <p className="fine">
          {t('Create the first administrator at the command line:', '首个管理员通过命令行创建：')}{' '}
          <code>citewell admin add NAME</code>
        </p>
      </form>
    </Page>
  );
}

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider>
        <AdminApp />
      </LanguageProvider>
    </StrictMode>,
  );
