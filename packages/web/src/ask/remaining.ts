import type { WritingProgress } from '@citewell/sdk';

/** Counts the sections: all, finished, and being written. */
export function countSections({ sections }: WritingProgress) {
  const of = (state: string) => sections.filter((section) => section.state === state).length;
  return { all: sections.length, done: of('finished'), open: of('writing'), failed: of('failed') };
}

/**
 * Estimates the remaining seconds from the sections written so far: they are written in parallel, so the open ones
 * together take about as long as one on average. Undefined until one is written.
 */
export function remainingSeconds(
  { progress, since, atFirst }: { progress: WritingProgress; since: number; atFirst: WritingProgress },
  now: number,
): number | undefined {
  const { open } = countSections(progress);
  const written = countSections(atFirst).open - open;
  if (written <= 0 || open === 0) return undefined;
  return Math.max(1, Math.round((now - since) / 1_000 / written));
}
