/** Outcome and duration of a finished request to an external service, with a reply or a failure. */
export type RequestMetrics = {
  durationMs: number;
  /** Code of the failure; absent if a reply was received. */
  failure?: string;
};

/** Records each such request, except those aborted by their caller. */
export type RecordRequest = (metrics: RequestMetrics) => void;
