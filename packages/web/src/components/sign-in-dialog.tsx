import { Dialog } from '@base-ui/react/dialog';
import { type FormEvent, useState } from 'react';
import { failureOf } from '../api/failure.ts';
import { useVisit } from '../api/session.tsx';
import { useText } from '../lib/language.tsx';
import { Link } from '../lib/route.tsx';
import { Field } from './common.tsx';

/** Sends the key once and does not store it: afterwards a cookie that no script can read represents it. */
export function SignInDialog() {
  const t = useText();
  const { signingIn, askToSignIn, signIn, guest } = useVisit();
  const [key, setKey] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function enter(credentials: { key: string } | { guest: true }): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await signIn(credentials);
      askToSignIn(false);
    } catch (failure) {
      setError(failureOf(failure, t).message);
    } finally {
      setBusy(false);
      setKey('');
    }
  }

  return (
    <Dialog.Root
      open={signingIn}
      onOpenChange={(open) => {
        askToSignIn(open);
        setKey('');
        setError(undefined);
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="dialog-title">{t('Sign in', '登录')}</Dialog.Title>
          <Dialog.Description className="dialog-lead">
            {t(
              'Paste your API key. It is not saved on this page or in browser storage.',
              '粘贴您的 API 密钥。密钥不会保存在页面或浏览器存储中。',
            )}
          </Dialog.Description>
          <form
            onSubmit={(event: FormEvent) => {
              event.preventDefault();
              if (!busy && key.trim() !== '') void enter({ key: key.trim() });
            }}
          >
            <Field label={t('API key', 'API 密钥')} error={error}>
              {({ id, describedBy }) => (
                <input
                  id={id}
                  type="password"
                  autoComplete="off"
                  spellCheck={false}
                  placeholder="cw_…"
                  value={key}
                  aria-invalid={error !== undefined}
                  aria-describedby={describedBy}
                  onChange={(event) => setKey(event.target.value)}
                />
              )}
            </Field>
            <p className="dialog-actions">
              <button type="submit" className="button button-primary" disabled={busy || key.trim() === ''}>
                {busy ? t('Signing in …', '登录中……') : t('Sign in', '登录')}
              </button>
              {guest && (
                <button
                  type="button"
                  className="button"
                  disabled={busy}
                  onClick={() => enter({ guest: true })}
                >
                  {t('Continue as guest', '以访客身份继续')}
                </button>
              )}
              <Dialog.Close className="button button-quiet">{t('Cancel', '取消')}</Dialog.Close>
            </p>
          </form>
          <p className="fine">
            {t('No key yet?', '还没有密钥？')}{' '}
            <Link href="/apply" onClick={() => askToSignIn(false)}>
              {t('Apply for one', '申请密钥')}
            </Link>
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
