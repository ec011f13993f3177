import { sha256 } from '../platform/text/sha256.ts';
import type { AttemptLimit } from './administrator.ts';

const minuteMs = 60_000;
const byNameAndNetwork = 5;
const byNetwork = 20;
/** Attempts for a name from all networks together before delays begin, and the time for which they are counted. */
const byNameAtOnce = 10;
export const attemptsRetentionMs = 60 * minuteMs;
const longestDelayMs = 5 * minuteMs;

/**
 * Returns the limits on sign-in attempts. Delays for a name increase with attempts from any network, to prevent guessing from a
 * thousand networks, except on networks from which it has signed in before, so that others cannot lock its owner out.
 */
export function signInLimits(name: string, network: string, known: boolean): AttemptLimit[] {
  const limits: AttemptLimit[] = [
    { bucket: sha256(`${network}\n${name}`), windowMs: minuteMs, waitMs: atMost(byNameAndNetwork, minuteMs) },
    { bucket: sha256(network), windowMs: minuteMs, waitMs: atMost(byNetwork, minuteMs) },
  ];
  // A name contains no line break, so the two kinds of bucket never collide.
  if (!known)
    limits.push({ bucket: sha256(`\n${name}`), windowMs: attemptsRetentionMs, waitMs: growingDelay });
  return limits;
}

/** Permits `count` attempts within any window. */
function atMost(count: number, windowMs: number): AttemptLimit['waitMs'] {
  return (tries, now) => {
    const leaving = tries[tries.length - count];
    return leaving === undefined ? 0 : leaving + windowMs - now;
  };
}

/** Returns the delay: 1 s after the tenth attempt, twice as long after each further one, up to five minutes. */
function growingDelay(tries: readonly number[], now: number): number {
  const last = tries.at(-1);
  if (last === undefined || tries.length < byNameAtOnce) return 0;
  return Math.max(0, last + Math.min(longestDelayMs, 1_000 * 2 ** (tries.length - byNameAtOnce)) - now);
}
