/** Time limits of a question for a source, in milliseconds. */
export type SourceTimeouts = {
  /** Milliseconds for one source to answer a search, including its queue and retries. */
  sourceMs: number;
  /** Milliseconds for all sources of an answer together, including queues, retries, records and a second search. */
  totalMs: number;
  /** Milliseconds for a search to be sent at all, if another source can replace it. */
  queueMs: number;
};

/** Default time limits. */
export const defaultSourceTimeouts: SourceTimeouts = { sourceMs: 8_000, totalMs: 15_000, queueMs: 2_000 };

/** A review makes five times the searches of an answer, and nobody waits for its first word. */
export function reviewSourceTimeouts({
  sourceMs,
  totalMs,
  queueMs,
}: SourceTimeouts = defaultSourceTimeouts): SourceTimeouts {
  return { sourceMs: 2 * sourceMs, totalMs: 3 * totalMs, queueMs: 4 * queueMs };
}
