import { useText } from '../lib/language.tsx';

/** Ends a call, and its bill. */
export function StopButton({ onStop, hint }: { onStop(): void; hint?: boolean }) {
  const t = useText();
  return (
    <button type="button" className="button button-primary" onClick={onStop}>
      <span className="stop-icon" aria-hidden="true" /> {t('Stop', '停止')} {hint && <kbd>Esc</kbd>}
    </button>
  );
}
