import { type ReactNode, useId, useState } from 'react';
import type { Failure } from '../api/failure.ts';
import { useVisit } from '../api/session.tsx';
import { copyText } from '../lib/files.ts';
import { type Text, useText } from '../lib/language.tsx';
import { Link } from '../lib/route.tsx';

export function Page({
  title,
  lead,
  wide,
  children,
}: {
  title: string;
  lead?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={wide ? 'page page-wide' : 'page'}>
      <header className="page-head">
        <h1>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
      </header>
      {children}
    </div>
  );
}

export function Field({
  label,
  hint,
  error,
  children,
}: {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  children: (ids: { id: string; describedBy: string | undefined }) => ReactNode;
}) {
  const id = useId();
  const said = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, describedBy: said || undefined })}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

export function Badge({
  tone = 'plain',
  children,
  title,
}: {
  tone?: 'plain' | 'good' | 'warn' | 'bad' | 'accent';
  children: ReactNode;
  title?: string;
}) {
  return (
    <span className={`badge badge-${tone}`} title={title}>
      {children}
    </span>
  );
}

export function CopyButton({
  text,
  label,
  className = 'button button-quiet',
}: {
  text: string | (() => string);
  label: string;
  className?: string;
}) {
  const t = useText();
  const [state, setState] = useState<'copied' | 'failed'>();
  const copy = async () => {
    setState((await copyText(typeof text === 'string' ? text : text())) ? 'copied' : 'failed');
    setTimeout(() => setState(undefined), 2_000);
  };
  return (
    <button type="button" className={className} onClick={copy}>
      <span aria-live="polite">
        {state === 'copied'
          ? t('Copied', '已复制')
          : state === 'failed'
            ? t('Copy failed', '复制失败')
            : label}
      </span>
    </button>
  );
}

/** Shows a failure and the next action. */
export function FailureNote({
  failure,
  title = titleOf,
  retry,
  retryLabel,
  children,
}: {
  failure: Failure;
  /** Returns a title if a page knows more about the failure. */
  title?: (failure: Failure, t: Text) => string;
  retry?: (() => void) | undefined;
  /** Label of the button instead of “Try again”. */
  retryLabel?: string | undefined;
  children?: ReactNode;
}) {
  const t = useText();
  const { askToSignIn } = useVisit();
  return (
    <div className="note note-bad" role="alert">
      <p className="note-title">{title(failure, t)}</p>
      <p>{failure.message}</p>
      {children}
      <p className="note-actions">
        {failure.kind === 'sign_in' && (
          <button type="button" className="button" onClick={() => askToSignIn(true)}>
            {t('Sign in', '登录')}
          </button>
        )}
        {(failure.kind === 'quota' || failure.kind === 'balance') && (
          <Link className="button" href="/usage">
            {t('See your usage', '查看用量')}
          </Link>
        )}
        {retry && (
          <button type="button" className="button" onClick={retry}>
            {retryLabel ?? t('Try again', '重试')}
          </button>
        )}
        {failure.requestId && (
          <span className="fine">
            {t('Request ID', '请求编号')} <code>{failure.requestId}</code>
          </span>
        )}
      </p>
    </div>
  );
}

export function titleOf({ kind }: Failure, t: Text): string {
  switch (kind) {
    case 'sign_in':
      return t('Sign in to continue', '请先登录');
    case 'permission':
      return t('This API key has no access to this feature', '您的密钥无此权限');
    case 'quota':
      return t('Daily quota used up', '今日配额已用完');
    case 'balance':
      return t('Insufficient balance', '余额不足');
    case 'busy':
      return t('Too many requests', '请求过多');
    case 'connection':
      return t('No connection', '连接失败');
    case 'other':
      return t('Something went wrong', '操作未成功');
  }
}

export function Loading({ lines = 3 }: { lines?: number }) {
  const t = useText();
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{t('Loading', '加载中')}</span>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all are alike
        <span key={index} className="skeleton-line" />
      ))}
    </div>
  );
}
