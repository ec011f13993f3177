/** Milliseconds before the first repeated check, and at most: a check may itself be a request. */
const [firstPauseMs, longestPauseMs] = [2, 40];

/** Waits for a condition with a generous limit: a test that fails here would have waited for ever. */
export async function until(condition: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  const giveUpAt = Date.now() + withinMs;
  for (let pauseMs = firstPauseMs; !(await condition()); pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    if (Date.now() > giveUpAt) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
