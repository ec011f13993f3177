import type { StoredResults } from '../../../accounting/idempotency/stored-results.ts';
import type { EvidenceBase } from '../gathering/evidence-base.ts';
import type { SectionName } from '../model/review-writer.ts';
import type { EvidenceUnit } from '../sections/evidence-units.ts';
import type { Part } from './assemble.ts';

/** Everything a model needs to rewrite a section, and code to insert it. */
export type Task = {
  section: SectionName;
  /** Evidence that it may use. */
  own: readonly EvidenceUnit[];
  /** Fallback if none of the writer's sentences is supported. */
  quoted: string;
  /** Introduction of the section. */
  transition?: string | undefined;
};

/** Section with evidence ids; sections written by code have no task. */
export type WrittenPart = Part & { task?: Task };

/** Finished review, stored so that one of its sections can be rewritten. */
export type FinishedReview = {
  title: string;
  /** Lines below the title. */
  note: string;
  parts: WrittenPart[];
  base: EvidenceBase;
};

const step = 'finished';

/**
 * Name of the step for a rewritten section, stored apart from the review: two calls that rewrite different sections do
 * not conflict.
 */
const sectionStep = (at: number) => `rewritten ${at}`;

/** Returns the finished review of a call with its latest sections; undefined if it no longer exists. */
export async function readFinished(results: StoredResults): Promise<FinishedReview | undefined> {
  const first = await results.read<FinishedReview>(step);
  if (!first) return undefined;
  const parts: WrittenPart[] = [];
  for (const [at, part] of first.parts.entries()) {
    const text = part.task ? await results.read<string>(sectionStep(at)) : undefined;
    parts.push(text === undefined ? part : { ...part, text });
  }
  return { ...first, parts };
}

/**
 * Stores a rewritten section with the review of the call that first wrote it, and the whole under the names of the
 * other calls; returns the whole, including sections that other calls have rewritten meanwhile.
 */
export async function storeSection(
  [earlier, ...others]: readonly StoredResults[],
  finished: FinishedReview,
  at: number,
  text: string,
): Promise<FinishedReview> {
  await earlier?.store(sectionStep(at), text);
  const latest = (earlier && (await readFinished(earlier))) ?? finished;
  const parts = latest.parts.map((part, each) => (each === at ? { ...part, text } : part));
  const whole = { ...latest, parts };
  for (const other of others) await storeFinished(other, whole);
  return whole;
}

/** Stores a finished review, replacing an earlier version. */
export function storeFinished(results: StoredResults, finished: FinishedReview): Promise<void> {
  return results.store(step, finished);
}

/** Returns the distinct headings of the sections that a model wrote, in reading order. */
export function rewritableHeadings({ parts }: FinishedReview): string[] {
  return [...new Set(parts.flatMap(({ task, heading }) => (task ? [heading] : [])))];
}
