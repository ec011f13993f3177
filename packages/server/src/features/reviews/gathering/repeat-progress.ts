import type { Clock } from '@citewell/core/clock.ts';
import type { Language, Thinking } from '@citewell/sdk';
import { type Emit, thinking } from '../../../pipeline/events.ts';
import { reviewMessages } from '../writing/review-messages.ts';

/**
 * Prevents silence: if no event has been sent for `afterMs` milliseconds, sends the last progress message again with
 * the elapsed seconds. A slow reader has enough to read and gets none.
 */
export function repeatProgress(
  emit: Emit,
  { afterMs, language, clock }: { afterMs: number; language: Language; clock: Clock },
): { emit: Emit; stop(): void } {
  let current: { said: Thinking; since: number } | undefined;
  let lagging = 0;
  const timer = setInterval(() => {
    if (!current || lagging > 0) return;
    const seconds = Math.round((clock.now() - current.since) / 1_000);
    try {
      const message = ongoingMessage(current.said, seconds, language);
      void send(thinking(message, { elapsed_seconds: seconds }))?.catch(() => {});
    } catch {
      // Nobody is reading any more: the work is stopped by its own signal.
      clearInterval(timer);
    }
  }, afterMs);

  function send(event: Parameters<Emit>[0]): ReturnType<Emit> {
    timer.refresh();
    const drained = emit(event);
    if (!drained) return undefined;
    lagging += 1;
    return drained.finally(() => {
      lagging -= 1;
    });
  }

  return {
    emit(event) {
      if (event.event === 'thinking') current = { said: event.data, since: clock.now() };
      return send(event);
    },
    stop: () => clearInterval(timer),
  };
}

function ongoingMessage({ message, progress }: Thinking, seconds: number, language: Language): string {
  const texts = reviewMessages[language];
  const writing = progress?.sections.filter(({ state }) => state === 'writing') ?? [];
  return writing.length > 0
    ? texts.stillWriting(
        writing.map(({ heading }) => heading),
        seconds,
      )
    : texts.still(message.replace(/[.。]$/, ''), seconds);
}
