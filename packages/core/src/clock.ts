/** Time and randomness arrive as arguments, so that tests own both. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
};

export const systemClock: Clock = { now: () => Date.now() };
