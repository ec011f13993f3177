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

/** Returns the finished review of a call; undefined where there is none, or none any more. */
export function readFinished(results: StoredResults): Promise<FinishedReview | undefined> {
  return results.read<FinishedReview>(step);
}

/** Stores a finished review, in place of an earlier text of it. */
export function storeFinished(results: StoredResults, finished: FinishedReview): Promise<void> {
  return results.store(step, finished);
}

/** Returns the headings of the sections that a model wrote, in reading order, each once. */
export function rewritableHeadings({ parts }: FinishedReview): string[] {
  return [...new Set(parts.flatMap(({ task, heading }) => (task ? [heading] : [])))];
}
