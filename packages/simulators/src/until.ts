/** Waits for a condition, generously: a test that fails here would have waited for ever. */
export async function until(condition: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  const giveUpAt = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > giveUpAt) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
