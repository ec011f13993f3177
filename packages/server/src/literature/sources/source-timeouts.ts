/** Time limits of a question for a source, in milliseconds. */
export type SourceTimeouts = {
  /** For one source to answer a search, its queue and further tries included. */
  sourceMs: number;
  /** For all sources of an answer together: queues, retries, records and a second search included. */
  totalMs: number;
  /** For a search to be sent at all, where another source can stand in. */
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
