import { createHash, type Hash } from 'node:crypto';
import type { Clock } from '@citewell/core/clock.ts';
import type { Language } from '@citewell/sdk';
import type { CallContext } from '../../../pipeline/context.ts';
import type { Emit } from '../../../pipeline/events.ts';
import { repeatProgress } from './repeat-progress.ts';
import { startTimeLimit, type TimeLimit } from './time-limit.ts';

export type WritingLimits = {
  /** Time for all of a review or discussion, in milliseconds; what is finished by then is delivered. */
  timeMs: number;
  /** Silence after which it is said again what is being worked on, in milliseconds. */
  repeatProgressAfterMs: number;
};

export const defaultWritingLimits: WritingLimits = { timeMs: 570_000, repeatProgressAfterMs: 10_000 };

/** Long text being written, with its deadline and the part already sent. */
export type TimedWork = {
  /** The caller's, whose signal ends with the limit too. */
  context: CallContext;
  emit: Emit;
  limit: TimeLimit;
  /** Hash of the text. */
  hash: Hash;
  /** The text itself, where it is kept; else empty. */
  text(): string;
};

/** Runs the work within `timeMs`, noting the text that leaves and ending each silence with what is being worked on. */
export async function runWithDeadline(
  given: CallContext,
  {
    timeMs,
    repeatProgressAfterMs,
    keepsText,
    language,
    clock,
  }: WritingLimits & { keepsText: boolean; language: Language; clock: Clock },
  work: (timed: TimedWork) => Promise<void>,
): Promise<void> {
  const limit = startTimeLimit(given.signal, timeMs);
  const hash = createHash('sha256');
  let text = '';
  const silence = repeatProgress(given.emit, { afterMs: repeatProgressAfterMs, language, clock });
  const emit: Emit = (event) => {
    if (event.event === 'answer_chunk') {
      hash.update(event.data.text, 'utf8');
      if (keepsText) text += event.data.text;
    }
    return silence.emit(event);
  };
  try {
    await work({ context: { ...given, emit, signal: limit.signal }, emit, limit, hash, text: () => text });
  } finally {
    silence.stop();
    limit.clear();
  }
}
