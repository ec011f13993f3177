import { useState } from 'react';
import { useLanguage } from '../lib/language.tsx';
import type { JobKind, Library, LibraryJob } from './admin-api.ts';
import { messageOf, useOperator } from './common.tsx';
import { formatBytes } from './units.ts';

export type JobWish = { kind: JobKind; path?: string; dry_run?: boolean };

type Starting = { busy: boolean; onBegun(): void };

function useStart(onBegun: () => void) {
  const { t } = useLanguage();
  const { client, session } = useOperator();
  const [starting, setStarting] = useState(false);
  const [error, setError] = useState<string>();
  async function start(wish: JobWish): Promise<void> {
    setStarting(true);
    setError(undefined);
    try {
      await client.post<LibraryJob>('/library/jobs', wish);
      onBegun();
    } catch (failure) {
      setError(messageOf(failure, t('Something went wrong.', '操作失败。')));
    } finally {
      setStarting(false);
    }
  }
  return { start, starting, error, may: session.role === 'operator' };
}

/** Button that starts a job; disabled while one is running. */
export function StartJob({
  wish,
  label,
  busy,
  onBegun,
  small,
}: Starting & { wish: JobWish; label: string; small?: boolean }) {
  const { start, starting, error, may } = useStart(onBegun);
  if (!may) return null;
  return (
    <>
      <button
        type="button"
        className={small ? 'button button-small' : 'button'}
        disabled={busy || starting}
        onClick={() => start(wish)}
      >
        {label}
      </button>
      {error && (
        <span className="field-error" role="alert">
          {error}
        </span>
      )}
    </>
  );
}

/** Form that selects files to import, optionally as a dry run. */
export function StartIngest({ incoming, busy, onBegun }: Starting & { incoming: Library['incoming'] }) {
  const { t, number } = useLanguage();
  const { start, starting, error, may } = useStart(onBegun);
  const [path, setPath] = useState('');
  const [dryRun, setDryRun] = useState(false);
  const { folder, entries, has_more: hasMore } = incoming;
  const choices = [
    { path: '', name: t('All files', '全部文件'), bytes: null },
    ...entries.map(({ name, kind, bytes }) => ({
      path: name,
      name: kind === 'folder' ? `${name}/` : name,
      bytes,
    })),
  ];
  return (
    <form
      className="panel-form"
      onSubmit={(event) => {
        event.preventDefault();
        void start({ kind: 'ingest', path, dry_run: dryRun });
      }}
    >
      <fieldset className="choices incoming">
        <legend>
          {t('Folder', '目录')} <code>{folder}</code>
        </legend>
        {choices.map((choice) => (
          <label className="check" key={choice.path}>
            <input
              type="radio"
              name="path"
              checked={path === choice.path}
              onChange={() => setPath(choice.path)}
            />{' '}
            <span className="incoming-name">{choice.name}</span>
            {choice.bytes !== null && <span className="fine">{formatBytes(choice.bytes)}</span>}
          </label>
        ))}
        {hasMore && (
          <p className="hint">
            {t(
              `Only the first ${number(entries.length)} are shown; “All files” includes the rest.`,
              `仅显示前 ${number(entries.length)} 项；选择“全部文件”会包含其余文件。`,
            )}
          </p>
        )}
      </fieldset>
      <label className="check">
        <input type="checkbox" checked={dryRun} onChange={(event) => setDryRun(event.target.checked)} />{' '}
        <span>
          {t(
            'Dry run: report what would be rejected, without writing anything',
            '仅试运行：报告会被拒绝的记录，不写入',
          )}
        </span>
      </label>
      {error && (
        <p className="note note-bad" role="alert">
          {error}
        </p>
      )}
      {may && (
        <p>
          <button type="submit" className="button button-primary" disabled={busy || starting}>
            {dryRun ? t('Start dry run', '试运行') : t('Import', '开始导入')}
          </button>
        </p>
      )}
    </form>
  );
}
