import type { WritingProgress } from '@citewell/sdk';

/** Sections of a text: all, those done, and those that are being written. */
export function countSections({ sections }: WritingProgress) {
  const of = (state: string) => sections.filter((section) => section.state === state).length;
  return { all: sections.length, done: of('finished'), open: of('writing'), failed: of('failed') };
}

/**
 * Estimates the seconds that a text still takes from the sections written so far: they are written at once, so that those
 * that are open need together what one has needed on average. Undefined until one is written.
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
