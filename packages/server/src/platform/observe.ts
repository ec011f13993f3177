/** A request to something outside of this process that has ended, by an answer or by a failure of its own. */
export type Observed = {
  durationMs: number;
  /** The reason's code; absent where it was answered. */
  failure?: string;
};

/** Observer that is told of each such request, except those that their caller gave up. */
export type Observe = (request: Observed) => void;
