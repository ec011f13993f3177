import { useText } from '../lib/language.tsx';

/** Button that ends a call and its charge. */
export function StopButton({ onStop, hint }: { onStop(): void; hint?: boolean }) {
  const t = useText();
  return (
    <button type="button" className="button button-primary" onClick={onStop}>
      <span className="stop-icon" aria-hidden="true" /> {t('Stop', '停止')} {hint && <kbd>Esc</kbd>}
    </button>
  );
}
