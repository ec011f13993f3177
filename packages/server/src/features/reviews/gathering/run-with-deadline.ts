import { createHash, type Hash } from 'node:crypto';
import type { CallContext } from '../../../pipeline/context.ts';
import type { Emit } from '../../../pipeline/events.ts';
import { startTimeLimit, type TimeLimit } from './time-limit.ts';

/** For all of a review or discussion; what is finished by then is delivered. */
export const reviewTimeMs = 570_000;

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

/** Runs the work within `timeMs`, noting the text that leaves. */
export async function runWithDeadline(
  given: CallContext,
  { timeMs, keepsText }: { timeMs: number; keepsText: boolean },
  work: (timed: TimedWork) => Promise<void>,
): Promise<void> {
  const limit = startTimeLimit(given.signal, timeMs);
  const hash = createHash('sha256');
  let text = '';
  const emit: Emit = (event) => {
    if (event.event === 'answer_chunk') {
      hash.update(event.data.text, 'utf8');
      if (keepsText) text += event.data.text;
    }
    return given.emit(event);
  };
  try {
    await work({ context: { ...given, emit, signal: limit.signal }, emit, limit, hash, text: () => text });
  } finally {
    limit.clear();
  }
}
