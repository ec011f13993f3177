import type { WritingProgress } from '@citewell/sdk';
import { Fragment, type RefObject, useMemo } from 'react';
import { useText } from '../lib/language.tsx';
import { parseBlock, plainText, splitBlocks } from '../markdown/parse.ts';

/** Table of contents of a long text: the present headings, then those announced by its outline. */
export function Contents({
  text,
  textRef,
  writing,
  progress,
  written = [],
  onRewrite,
}: {
  text: string;
  textRef: RefObject<HTMLDivElement | null>;
  writing: boolean;
  progress: WritingProgress | undefined;
  /** Headings of sections that can be rewritten. */
  written?: readonly string[] | undefined;
  onRewrite(heading: string): void;
}) {
  const t = useText();
  const headings = useMemo(() => headingsOf(text), [text]);
  const here = new Set(headings.map(({ words }) => words));
  const coming = writing ? (progress?.sections ?? []).filter(({ heading }) => !here.has(heading)) : [];
  if (headings.length + coming.length < 2) return null;
  // The findings are no section of their own, and the themes are not part of the one before them.
  const firstTheme = coming.find(({ level }) => level > 2);
  const findings = firstTheme && (/\p{Script=Han}/u.test(firstTheme.heading) ? '主要结果' : 'Findings');
  const go = (index: number) => {
    const target = textRef.current?.querySelectorAll<HTMLElement>('h3, h4, h5, h6')[index];
    if (!target) return;
    target.tabIndex = -1;
    target.scrollIntoView({ block: 'start' });
    target.focus({ preventScroll: true });
  };
  return (
    <nav className="contents" aria-label={t('Contents', '目录')}>
      <p className="eyebrow">{t('Contents', '目录')}</p>
      <ol>
        {headings.map(({ level, words, index }) => (
          <li key={index} className={level > 2 ? 'contents-inner' : ''}>
            <button type="button" className="link-button" onClick={() => go(index)}>
              {words}
            </button>
            {written.includes(words) && (
              <button
                type="button"
                className="link-button contents-rewrite"
                aria-label={t(`Rewrite: ${words}`, `重写：${words}`)}
                onClick={() => onRewrite(words)}
              >
                {t('Rewrite', '重写')}
              </button>
            )}
          </li>
        ))}
        {coming.map((section) => {
          const { heading, level, state } = section;
          return (
            <Fragment key={`${level} ${heading}`}>
              {section === firstTheme && findings && !here.has(findings) && (
                <li>
                  <span className="contents-writing">{findings}</span>
                </li>
              )}
              <li className={level > 2 ? 'contents-inner' : ''}>
                <span className={`contents-${state}`}>{heading}</span>{' '}
                <span className="fine">
                  {state === 'finished'
                    ? t('(done)', '（已完成）')
                    : state === 'failed'
                      ? t('(not written)', '（未写成）')
                      : '…'}
                </span>
              </li>
            </Fragment>
          );
        })}
        {writing && coming.length === 0 && <li className="fine">{t('still writing …', '仍在撰写……')}</li>}
      </ol>
    </nav>
  );
}

/** `index`: position among all headings. The title is already shown above. */
function headingsOf(text: string): { level: number; words: string; index: number }[] {
  return splitBlocks(text)
    .filter((source) => source.startsWith('#'))
    .flatMap(parseBlock)
    .flatMap((block) =>
      block.kind === 'heading' ? [{ level: block.level, words: plainText(block.inlines) }] : [],
    )
    .map((heading, index) => ({ ...heading, index }))
    .filter(({ level }) => level > 1);
}
