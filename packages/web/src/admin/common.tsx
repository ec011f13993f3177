import { Dialog } from '@base-ui/react/dialog';
import {
  createContext,
  type FormEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useState,
} from 'react';
import { Field } from '../components/common.tsx';
import { useText } from '../lib/language.tsx';
import type { AdminClient, AdminSession } from './admin-api.ts';
import { PageError } from './request-json.ts';

export type Operator = { client: AdminClient; session: AdminSession };
export const OperatorContext = createContext<Operator | undefined>(undefined);

export function useOperator(): Operator {
  const operator = useContext(OperatorContext);
  if (!operator) throw new Error('useOperator needs an OperatorContext');
  return operator;
}

export function messageOf(error: unknown, fallback: string): string {
  return error instanceof PageError ? error.message : fallback;
}

/** Fetches JSON from an address, and again on demand. */
export function useFetched<Reply>(path: string): {
  data: Reply | undefined;
  error: string | undefined;
  reload(): void;
} {
  const { client } = useOperator();
  const t = useText();
  const [data, setData] = useState<Reply>();
  const [error, setError] = useState<string>();
  const [version, setVersion] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new language needs no new request
  useEffect(() => {
    let current = true;
    client.get<Reply>(path).then(
      (reply) => {
        if (!current) return;
        setData(reply);
        setError(undefined);
      },
      (failure) =>
        current && setError(messageOf(failure, t('The service could not be reached.', '无法连接服务。'))),
    );
    return () => {
      current = false;
    };
  }, [path, version]);
  const reload = useCallback(() => setVersion((before) => before + 1), []);
  return { data, error, reload };
}

/** Repeats an action while the page is shown and `isOn`. */
export function useRepeatedly(isOn: boolean, everyMs: number, work: () => void): void {
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && work(), everyMs);
    return () => clearInterval(timer);
  }, [isOn, everyMs, work]);
}

/** Dialog with a form and one button, which reports failures. */
export function ActionDialog({
  trigger,
  triggerClass = 'button button-small',
  title,
  children,
  action,
  submit,
  danger,
  onDone,
}: {
  trigger: string;
  triggerClass?: string;
  title: string;
  children?: ReactNode;
  action: string;
  /** Text to show instead of closing, such as a new key. */
  submit(fields: FormData): Promise<ReactNode | undefined>;
  danger?: boolean;
  onDone(): void;
}) {
  const t = useText();
  const { session } = useOperator();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [result, setResult] = useState<ReactNode>();
  // Auditors may only read: actions that would be rejected are not offered.
  if (session.role !== 'operator') return null;

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      const shown = await submit(new FormData(event.currentTarget));
      onDone();
      if (shown === undefined) setOpen(false);
      else setResult(shown);
    } catch (failure) {
      setError(messageOf(failure, t('Something went wrong.', '操作失败。')));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setError(undefined);
        setResult(undefined);
      }}
    >
      <Dialog.Trigger className={triggerClass}>{trigger}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title className="dialog-title">{title}</Dialog.Title>
          {result === undefined ? (
            <form onSubmit={send}>
              {children}
              {error && (
                <p className="note note-bad" role="alert">
                  {error}
                </p>
              )}
              <p className="dialog-actions">
                <button
                  type="submit"
                  className={danger ? 'button button-danger' : 'button button-primary'}
                  disabled={busy}
                >
                  {action}
                </button>
                <Dialog.Close className="button button-quiet">{t('Cancel', '取消')}</Dialog.Close>
              </p>
            </form>
          ) : (
            <>
              {result}
              <p className="dialog-actions">
                <Dialog.Close className="button button-primary">{t('Done', '完成')}</Dialog.Close>
              </p>
            </>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export function Input({
  label,
  name,
  ...rest
}: { label: string; name: string } & React.InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label>
      {label}
      <input name={name} {...rest} />
    </label>
  );
}

export function text(fields: FormData, name: string): string {
  return String(fields.get(name) ?? '').trim();
}

export function TextArea({
  label,
  hint,
  ...rest
}: { label: string; name: string; hint?: string } & React.TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Field label={label} hint={hint}>
      {({ id, describedBy }) => <textarea id={id} aria-describedby={describedBy} {...rest} />}
    </Field>
  );
}

/** Reads a number from a field; undefined if the field is empty. */
export function whole(fields: FormData, name: string): number | undefined {
  const value = text(fields, name);
  return value === '' ? undefined : Number(value);
}
