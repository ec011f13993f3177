import type { Reference } from '@citewell/sdk';
import { useMemo, useState } from 'react';
import { CopyButton } from '../components/common.tsx';
import { ExportMenu } from '../components/export-menu.tsx';
import { TitleLink } from '../components/title-link.tsx';
import { type Change, compareSentences, compareWords, textWith } from '../lib/compare.ts';
import { counted } from '../lib/counted.ts';
import { useLanguage } from '../lib/language.tsx';

export type Polished = {
  original: string;
  text: string;
  notes: string[];
  references: Reference[];
  phase: 'running' | 'done' | 'stopped';
};

/** Shows the original and the new text, one sentence per row, with each change to be accepted or rejected. */
export function Changes({ polished, locale }: { polished: Polished; locale: string }) {
  const { t, number } = useLanguage();
  const changes = useMemo(
    () => compareSentences(polished.original, polished.text, locale),
    [polished, locale],
  );
  const changed = changes.flatMap(({ before, after }, index) => (before === after ? [] : [index]));
  const [rejected, setRejected] = useState<ReadonlySet<number>>(new Set());
  const [onlyChanged, setOnlyChanged] = useState(true);
  const result = textWith(changes, rejected);

  function toggle(index: number): void {
    const next = new Set(rejected);
    if (!next.delete(index)) next.add(index);
    setRejected(next);
  }

  return (
    <section>
      <div className="results-head">
        <h2 aria-live="polite">
          {changed.length === 0
            ? t('No changes', '无需修改')
            : t(
                `${counted(changed.length, 'change')}, ${number(changed.length - rejected.size)} accepted`,
                `${number(changed.length)} 处修改，采纳 ${number(changed.length - rejected.size)} 处`,
              )}
        </h2>
        <button type="button" className="button button-quiet" onClick={() => setRejected(new Set())}>
          {t('Accept all', '全部采纳')}
        </button>
        <button type="button" className="button button-quiet" onClick={() => setRejected(new Set(changed))}>
          {t('Reject all', '全部保留原文')}
        </button>
        <CopyButton text={result} label={t('Copy text', '复制文本')} className="button" />
      </div>
      {polished.notes.length > 0 && (
        <details className="panel">
          <summary>{t('Processing steps', '处理过程')}</summary>
          <ul className="fine">
            {polished.notes.map((note, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: notes are only ever added at the end
              <li key={index}>{note}</li>
            ))}
          </ul>
        </details>
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={onlyChanged}
          onChange={(event) => setOnlyChanged(event.target.checked)}
        />
        <span>{t('Changed sentences only', '仅显示有修改的句子')}</span>
      </label>
      {changed.length > 0 && (
        <div className="change change-heads" aria-hidden="true">
          <span>{t('Original', '原文')}</span>
          <span>{t('Revised', '修改后')}</span>
        </div>
      )}
      <ol className="changes">
        {changes.map((change, index) => {
          if (change.before === change.after && onlyChanged) return null;
          return (
            <ChangeRow
              // biome-ignore lint/suspicious/noArrayIndexKey: changes are identified by position
              key={index}
              change={change}
              taken={!rejected.has(index)}
              onToggle={() => toggle(index)}
            />
          );
        })}
      </ol>
      {polished.references.length > 0 && (
        <>
          <div className="results-head">
            <h3>{t('References added', '新增参考文献')}</h3>
            <ExportMenu records={polished.references} topic={polished.original.slice(0, 60)} />
          </div>
          <ul className="added-references">
            {polished.references.map((reference) => (
              <li key={reference.pmid}>
                <TitleLink record={reference} />{' '}
                <span className="fine">
                  {reference.journal} {reference.year}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Shows a change: the original on the left, the revision on the right. */
function ChangeRow({ change, taken, onToggle }: { change: Change; taken: boolean; onToggle(): void }) {
  const { t } = useLanguage();
  const pieces = useMemo(() => compareWords(change), [change]);
  if (change.before === change.after)
    return <li className="change change-same plain-text">{change.after}</li>;
  return (
    <li className="change">
      <p className="plain-text change-before">
        {pieces.map(({ kind, text }, index) => {
          if (kind === 'added') return null;
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces are identified by position
          return taken && kind === 'removed' ? <del key={index}>{text}</del> : text;
        })}
      </p>
      <p className="plain-text change-after">
        {taken
          ? pieces.map(({ kind, text }, index) => {
              if (kind === 'removed') return null;
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              return kind === 'added' ? <ins key={index}>{text}</ins> : text;
            })
          : change.before}
      </p>
      <button type="button" className="button button-small" aria-pressed={taken} onClick={onToggle}>
        {taken ? t('Accepted', '已采纳') : t('Rejected', '保留原文')}
      </button>
    </li>
  );
}
