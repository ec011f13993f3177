import type { StoredResults } from '../../../accounting/idempotency/stored-results.ts';
import type { SectionName } from '../../../llm/review-writer-port.ts';
import type { EvidenceBase } from '../gathering/evidence-base.ts';
import type { Unit } from '../sections/units.ts';
import type { Part } from './assemble.ts';

/** All that a model needs to write a section again, and code to put it in its place. */
export type Task = {
  section: SectionName;
  /** The evidence it may use. */
  own: readonly Unit[];
  /** Stands for it where no sentence of the writer's holds. */
  quoted: string;
  /** Leads into it. */
  transition?: string | undefined;
};

/** A part of a review written by a model, its text with evidence marks; parts of code have no task. */
export type WrittenPart = Part & { task?: Task };

/** A review as it was finished, stored so that one of its sections can be written again. */
export type FinishedReview = {
  title: string;
  /** The lines below the title. */
  note: string;
  parts: WrittenPart[];
  base: EvidenceBase;
};

const step = 'finished';

/** The step of a section that was written again, beside the review: two calls that write two of them change no result both. */
const sectionStep = (at: number) => `rewritten ${at}`;

/** Returns the finished review of a call, with its sections as they were written last; undefined where there is none any more. */
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
 * Stores a section that was written again, in the review of the call that wrote it first, and the whole under the names of the other
 * calls; returns the whole, with the sections that other calls have written meanwhile.
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

/** Stores a finished review, in place of an earlier text of it. */
export function storeFinished(results: StoredResults, finished: FinishedReview): Promise<void> {
  return results.store(step, finished);
}

/** Returns the headings of the sections that a model wrote, in reading order, each once. */
export function rewritableHeadings({ parts }: FinishedReview): string[] {
  return [...new Set(parts.flatMap(({ task, heading }) => (task ? [heading] : [])))];
}
