import type { SectionProgress, WritingProgress } from '@citewell/sdk';
import { type RefObject, useMemo } from 'react';
import { useText } from '../lib/language.tsx';
import { parseBlock, plainText, splitBlocks } from '../markdown/parse.ts';
import { findingsHeading, waitingSections } from './sectioned-text.ts';
import type { Turn } from './turn.ts';

/** Table of contents of a long text: the sections announced by its outline, in order, those present as links. */
export function Contents({
  turn,
  textRef,
  writing,
  written = [],
  onRewrite,
}: {
  turn: Turn;
  textRef: RefObject<HTMLDivElement | null>;
  writing: boolean;
  /** Headings of sections that can be rewritten. */
  written?: readonly string[] | undefined;
  onRewrite(heading: string): void;
}) {
  const t = useText();
  const text = [turn.text, ...waitingSections(turn).map(({ source }) => source)].join('\n\n');
  const present = useMemo(() => headingsOf(text), [text]);
  const entries = writing ? inOrder(present, turn.writing?.progress) : present;
  if (entries.length < 2) return null;
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
        {entries.map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two headings may be the same
          <li key={at} className={entry.level > 2 ? 'contents-inner' : ''}>
            {'index' in entry ? (
              <button type="button" className="link-button" onClick={() => go(entry.index)}>
                {entry.words}
              </button>
            ) : (
              <>
                <span className={`contents-${entry.state}`}>{entry.words}</span>{' '}
                {entry.note && (
                  <span className="fine">
                    {entry.state === 'finished'
                      ? t('(done)', '（已完成）')
                      : entry.state === 'failed'
                        ? t('(not written)', '（未写成）')
                        : '…'}
                  </span>
                )}
              </>
            )}
            {'index' in entry && written.includes(entry.words) && (
              <button
                type="button"
                className="link-button contents-rewrite"
                aria-label={t(`Rewrite: ${entry.words}`, `重写：${entry.words}`)}
                onClick={() => onRewrite(entry.words)}
              >
                {t('Rewrite', '重写')}
              </button>
            )}
          </li>
        ))}
        {writing && entries.every((entry) => 'index' in entry) && (
          <li className="fine">{t('still writing …', '仍在撰写……')}</li>
        )}
      </ol>
    </nav>
  );
}

type Present = { level: number; words: string; index: number };
type Coming = {
  level: number;
  words: string;
  state: SectionProgress['state'];
  /** Unset for the heading above the themes, whose state is theirs. */
  note: boolean;
};

/** Puts the present headings and those to come in the order of the outline. */
function inOrder(present: readonly Present[], progress: WritingProgress | undefined): (Present | Coming)[] {
  const sections = progress?.sections ?? [];
  const findings = findingsHeading(sections);
  const outlined = sections.flatMap(({ heading, level, state }): Coming[] => [
    ...(findings?.before === heading
      ? [{ level: 2, words: findings.words, state: 'writing' as const, note: false }]
      : []),
    { level, words: heading, state, note: true },
  ]);
  const listed = new Set(outlined.map(({ words }) => words));
  return [
    ...outlined.map((entry) => present.find(({ words }) => words === entry.words) ?? entry),
    ...present.filter(({ words }) => !listed.has(words)),
  ];
}

/** `index`: position among all headings. The title is already shown above. */
function headingsOf(text: string): Present[] {
  return splitBlocks(text)
    .filter((source) => source.startsWith('#'))
    .flatMap(parseBlock)
    .flatMap((block) =>
      block.kind === 'heading' ? [{ level: block.level, words: plainText(block.inlines) }] : [],
    )
    .map((heading, index) => ({ ...heading, index }))
    .filter(({ level }) => level > 1);
}
