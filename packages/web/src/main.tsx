import { type ComponentType, lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { useVisit, VisitProvider } from './api/session.tsx';
import { Loading, Page } from './components/common.tsx';
import { type NavEntry, Shell } from './components/shell.tsx';
import { SignInDialog } from './components/sign-in-dialog.tsx';
import { LanguageProvider, useText } from './lib/language.tsx';
import { Link, useRoute } from './lib/route.tsx';
import { AskPage } from './pages/ask-page.tsx';
import './styles/main.css';

/** Pages by their path. The start page alone is part of the first load. */
const pages: Record<string, ComponentType> = {
  '/': AskPage,
  '/review': lazy(async () => ({ default: (await import('./pages/review-page.tsx')).ReviewPage })),
  '/polish': lazy(async () => ({ default: (await import('./pages/polish-page.tsx')).PolishPage })),
  '/search': lazy(async () => ({ default: (await import('./pages/search-page.tsx')).SearchPage })),
  '/check': lazy(async () => ({ default: (await import('./pages/check-page.tsx')).CheckPage })),
  '/usage': lazy(async () => ({ default: (await import('./pages/usage-page.tsx')).UsagePage })),
  '/history': lazy(async () => ({ default: (await import('./pages/history-page.tsx')).HistoryPage })),
  '/apply': lazy(async () => ({ default: (await import('./pages/apply-page.tsx')).ApplyPage })),
  '/docs': lazy(async () => ({ default: (await import('./pages/docs-page.tsx')).DocsPage })),
  '/about': lazy(async () => ({ default: (await import('./pages/about-page.tsx')).AboutPage })),
};

function App() {
  const t = useText();
  const { path } = useRoute();
  const { unreachable, reload, service } = useVisit();
  const CurrentPage = pages[path] ?? MissingPage;
  const nav: NavEntry[] = [
    { href: '/', label: t('Ask', '提问') },
    ...(service?.review ? [{ href: '/review', label: t('Review', '综述') }] : []),
    { href: '/check', label: t('Check', '核查') },
    ...(service?.polish ? [{ href: '/polish', label: t('Polish', '润色') }] : []),
    { href: '/search', label: t('Search', '检索') },
    { href: '/history', label: t('History', '历史') },
    { href: '/usage', label: t('Usage', '用量') },
    { href: '/docs', label: t('API', 'API') },
  ];
  const footer = (
    <>
      <p>{t('Not medical advice. Do not enter patient data.', '不构成医疗建议，请勿输入患者信息。')}</p>
      <p>
        <Link href="/about">{t('About, sources, privacy', '关于、来源与隐私')}</Link> ·{' '}
        <Link href="/apply">{t('Apply for a key', '申请密钥')}</Link>
      </p>
    </>
  );
  return (
    <Shell nav={nav} home="Citewell" who={<Who />} footer={footer}>
      {unreachable && (
        <div className="note note-bad banner" role="alert">
          {t('The service could not be reached.', '无法连接服务。')}{' '}
          <button type="button" className="button button-small" onClick={reload}>
            {t('Try again', '重试')}
          </button>
        </div>
      )}
      <Suspense
        fallback={
          <div className="page">
            <Loading lines={6} />
          </div>
        }
      >
        <CurrentPage />
      </Suspense>
      <SignInDialog />
    </Shell>
  );
}

function Who() {
  const t = useText();
  const { session, askToSignIn, signOut } = useVisit();
  if (session === undefined) return <span className="who" />;
  if (session === null)
    return (
      <button type="button" className="button button-small" onClick={() => askToSignIn(true)}>
        {t('Sign in', '登录')}
      </button>
    );
  return (
    <span className="who">
      <span className="who-name" title={session.hint}>
        {session.guest ? t('Guest', '访客') : session.label}
      </span>
      <button type="button" className="tool" onClick={() => signOut()}>
        {t('Sign out', '退出')}
      </button>
    </span>
  );
}

function MissingPage() {
  const t = useText();
  return (
    <Page title={t('Page not found', '页面不存在')}>
      <p>
        <Link href="/">{t('Go to the home page', '返回首页')}</Link>
      </p>
    </Page>
  );
}

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider>
        <VisitProvider>
          <App />
        </VisitProvider>
      </LanguageProvider>
    </StrictMode>,
  );
