/** A finished request to an external service, with a reply or a failure. */
export type Observed = {
  durationMs: number;
  /** Code of the failure; absent if a reply was received. */
  failure?: string;
};

/** Observer of each such request, except those aborted by their caller. */
export type Observe = (request: Observed) => void;
