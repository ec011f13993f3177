import { sha256 } from '../platform/text/sha256.ts';
import type { AttemptLimit } from './administrator.ts';

const minuteMs = 60_000;
const byNameAndNetwork = 5;
const byNetwork = 20;
/** Tries for one name from all networks together before they begin to wait, and how long they are remembered. */
const byNameAtOnce = 10;
export const attemptsRetentionMs = 60 * minuteMs;
const longestDelayMs = 5 * minuteMs;

/**
 * Limits on tries to sign in. A name tried from everywhere has to wait longer each time, so that nobody guesses at it from
 * a thousand networks; but not where it has signed in from this network before: others must not lock its owner out.
 */
export function signInLimits(name: string, network: string, known: boolean): AttemptLimit[] {
  const limits: AttemptLimit[] = [
    { bucket: sha256(`${network}\n${name}`), windowMs: minuteMs, waitMs: atMost(byNameAndNetwork, minuteMs) },
    { bucket: sha256(network), windowMs: minuteMs, waitMs: atMost(byNetwork, minuteMs) },
  ];
  // A name holds no line break, so the two kinds of bucket are never one.
  if (!known)
    limits.push({ bucket: sha256(`\n${name}`), windowMs: attemptsRetentionMs, waitMs: growingDelay });
  return limits;
}

/** Lets so many tries through within any window. */
function atMost(count: number, windowMs: number): AttemptLimit['waitMs'] {
  return (tries, now) => {
    const leaving = tries[tries.length - count];
    return leaving === undefined ? 0 : leaving + windowMs - now;
  };
}

/** 1 s after the tenth try, twice as long after each further one, up to five minutes. */
function growingDelay(tries: readonly number[], now: number): number {
  const last = tries.at(-1);
  if (last === undefined || tries.length < byNameAtOnce) return 0;
  return Math.max(0, last + Math.min(longestDelayMs, 1_000 * 2 ** (tries.length - byNameAtOnce)) - now);
}
