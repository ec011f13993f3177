import { type ReactNode, useEffect, useRef } from 'react';
import { useLanguage } from '../lib/language.tsx';
import { Link, useRoute } from '../lib/route.tsx';
import { type Theme, useTheme } from '../lib/theme.ts';

export type NavEntry = { href: string; label: string };

/** Frame of every page: the skip link, the header, the page and the footer. */
export function Shell({
  nav,
  who,
  footer,
  children,
  home,
}: {
  nav: readonly NavEntry[];
  who: ReactNode;
  footer: ReactNode;
  children: ReactNode;
  home: string;
}) {
  const { t } = useLanguage();
  const { path } = useRoute();
  const main = useRef<HTMLElement>(null);
  const links = useRef<HTMLUListElement>(null);
  const first = useRef(true);
  const title = nav.find(({ href }) => href === path)?.label;
  // Keyboard and screen reader users who follow a link are taken to the new page and hear its name.
  useEffect(() => {
    document.title = title && path !== '/' ? `${title} · ${home}` : home;
    if (first.current) first.current = false;
    else main.current?.focus({ preventScroll: true });
  }, [path, title, home]);
  // On a phone the names of the pages are wider than the screen: the current one is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page in the row moves all of them
  useEffect(() => {
    const link = links.current?.querySelector<HTMLElement>(`[href="${CSS.escape(path)}"]`);
    const row = links.current?.parentElement;
    if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
  }, [path, nav.length]);
  return (
    <>
      <a className="skip" href="#main">
        {t('Skip to content', '跳到正文')}
      </a>
      <header className="site-head">
        <div className="site-head-inner">
          <Link href="/" className="brand">
            <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
              <rect width="32" height="32" rx="7" className="brand-square" />
              <path
                d="M12.6 8H8.2v16h4.4M19.4 8h4.4v16h-4.4"
                fill="none"
                className="brand-bracket"
                strokeWidth="2.6"
              />
              <circle cx="16" cy="16" r="2.6" className="brand-dot" />
            </svg>
            <span>{home}</span>
          </Link>
          <nav aria-label={t('Pages', '页面')}>
            <ul ref={links}>
              {nav.map(({ href, label }) => (
                <li key={href}>
                  <Link href={href} aria-current={path === href ? 'page' : undefined}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className="site-tools">
            <LanguageSwitch />
            <ThemeSwitch />
            {who}
          </div>
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      <footer className="site-foot">{footer}</footer>
    </>
  );
}

function LanguageSwitch() {
  const { language, setLanguage } = useLanguage();
  const other = language === 'zh' ? 'en' : 'zh';
  return (
    <button
      type="button"
      className="tool"
      lang={other === 'zh' ? 'zh-CN' : 'en'}
      onClick={() => setLanguage(other)}
    >
      {other === 'zh' ? '中文' : 'English'}
    </button>
  );
}

const themes: readonly Theme[] = ['system', 'light', 'dark'];

function ThemeSwitch() {
  const { t } = useLanguage();
  const [theme, setTheme] = useTheme();
  const names = { system: t('System theme', '跟随系统'), light: t('Light', '浅色'), dark: t('Dark', '深色') };
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
  const label = t(
    `Theme: ${names[theme]}. Switch to: ${names[next]}`,
    `主题：${names[theme]}，切换为：${names[next]}`,
  );
  return (
    <button
      type="button"
      className="tool"
      title={names[theme]}
      aria-label={label}
      onClick={() => setTheme(next)}
    >
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
        {theme === 'light' && (
          <g fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round">
            <circle cx="10" cy="10" r="3.6" />
            <path d="M10 1.8v2M10 16.2v2M1.8 10h2M16.2 10h2M4.2 4.2l1.4 1.4M14.4 14.4l1.4 1.4M4.2 15.8l1.4-1.4M14.4 5.6l1.4-1.4" />
          </g>
        )}
        {theme === 'dark' && (
          <path
            d="M16.5 12.2A7 7 0 0 1 7.8 3.5a7 7 0 1 0 8.7 8.7Z"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.6"
            strokeLinejoin="round"
          />
        )}
        {theme === 'system' && (
          <g>
            <circle cx="10" cy="10" r="6.8" fill="none" stroke="currentColor" strokeWidth="1.6" />
            <path d="M10 3.2a6.8 6.8 0 0 1 0 13.6Z" fill="currentColor" />
          </g>
        )}
      </svg>
    </button>
  );
}
