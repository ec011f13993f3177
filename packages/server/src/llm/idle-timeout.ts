/** Deadline that moves with every part of a stream. */
export type IdleTimeout = {
  /** Sets the timeout to this many milliseconds from now, but never after the deadline. Cheap enough for every part. */
  arm(ms: number): void;
  clear(): void;
};

/** `deadline` on the scale of performance.now(). */
export function createIdleTimeout(deadline: number, onDue: () => void): IdleTimeout {
  let due = deadline;
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Number.POSITIVE_INFINITY;

  function set(): void {
    clearTimeout(timer);
    timerAt = due;
    timer = setTimeout(check, Math.max(0, due - performance.now()));
  }
  // A timer that fires too early checks again: setting a new one for every part would cost more than the part.
  function check(): void {
    if (performance.now() >= due) onDue();
    else set();
  }
  return {
    arm(ms) {
      due = Math.min(performance.now() + ms, deadline);
      if (due < timerAt) set();
    },
    clear() {
      clearTimeout(timer);
    },
  };
}
