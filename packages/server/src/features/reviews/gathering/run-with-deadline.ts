import { createHash, type Hash } from 'node:crypto';
import type { Clock } from '@citewell/core/clock.ts';
import type { Language } from '@citewell/sdk';
import type { PipelineContext } from '../../../pipeline/context.ts';
import type { Emit } from '../../../pipeline/events.ts';
import { repeatProgress } from './repeat-progress.ts';
import { startTimeLimit, type TimeLimit } from './time-limit.ts';

export type WritingLimits = {
  /** Time limit of a review or discussion, in milliseconds; what is finished by then is delivered. */
  timeMs: number;
  /** Silence in milliseconds after which the progress message is repeated. */
  repeatProgressAfterMs: number;
};

export const defaultWritingLimits: WritingLimits = { timeMs: 570_000, repeatProgressAfterMs: 10_000 };

/** Long text being written, with its deadline and the part already sent. */
export type TimedWork = {
  /** Context of the caller, whose signal also fires at the deadline. */
  context: PipelineContext;
  emit: Emit;
  limit: TimeLimit;
  /** Hash of the text. */
  hash: Hash;
  /** Text itself if it is recorded, otherwise empty. */
  text(): string;
};

/** Runs the work within `timeMs`, hashing the text that is sent and repeating progress messages during silence. */
export async function runWithDeadline(
  given: PipelineContext,
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
