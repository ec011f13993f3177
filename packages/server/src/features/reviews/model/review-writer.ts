import type { Language } from '@citewell/sdk';
import type { Passage } from '../../../literature/ranking/passage.ts';
import type { ModelCallContext } from '../../../llm/model.ts';
import type { SearchPlan } from '../../../retrieval/planning/search-plan.ts';

/** Types of review questions, which determine how studies are compared. */
export const questionTypes = ['therapy', 'diagnosis', 'etiology', 'prognosis', 'mechanism', 'other'] as const;

/** Model's reading of a topic. Code turns it into queries; none of its text is evidence. */
export type TopicReading = Pick<SearchPlan, 'concepts'> & {
  type: (typeof questionTypes)[number];
  population: string;
  intervention: string;
  comparison: string;
  outcome: string;
  /** Indicates that the topic is wider than one review can cover. */
  broad: boolean;
  questions: { question: string; concepts: SearchPlan['concepts'] }[];
};

/** Outline from evidence: themes in the order of the review, with the ids of their sentences. */
export type ReviewOutline = { title: string; themes: { heading: string; ids: string[] }[] };

/** Study as a row of the comparison table; an empty string if its abstract does not say. */
export type StudyRow = {
  pmid: string;
  population: string;
  intervention: string;
  outcome: string;
};

/** Studies whose rows are to be filled. */
export type StudiesInput = {
  topic: string;
  language: Language;
  studies: readonly { pmid: string; title: string; abstract: string }[];
};

export type EvidenceInput = { topic: string; language: Language; passages: readonly Passage[] };
/** Sections of a review, then those of a discussion. */
export const sectionNames = [
  'frame',
  'background',
  'theme',
  'conflicts',
  'conclusion',
  'principal',
  'comparison',
  'mechanisms',
  'strengths',
  'implications',
] as const;
export type SectionName = (typeof sectionNames)[number];

export type SectionInput = EvidenceInput & {
  section: SectionName;
  heading: string;
  /** Headings of the whole text, so that sections do not repeat each other. */
  outline: readonly string[];
  /** Caller's own findings, for a discussion: material without a marker. */
  findings?: string;
};

/**
 * Writes reviews with a model.
 * @throws {ModelError} if the model could not do its work; the reason of `context.signal` if it aborts.
 * @throws {ServiceError} `insufficient_balance` from the meter, if the balance is too low for a request.
 * @example
 * const { concepts } = await writer.scope({ topic: 'SGLT2 inhibitors in heart failure', language: 'en' }, context);
 */
export interface ReviewWriter {
  /** Reads a topic: its concepts and sub-questions. */
  scope(input: { topic: string; language: Language }, context: ModelCallContext): Promise<TopicReading>;
  /** Groups the evidence into themes. */
  outline(input: EvidenceInput, context: ModelCallContext): Promise<ReviewOutline>;
  /** Fills the rows of the comparison table, in the order of the studies. */
  studies(input: StudiesInput, context: ModelCallContext): Promise<StudyRow[]>;
  /** Writes a whole section with evidence ids. */
  section(input: SectionInput, context: ModelCallContext): Promise<string>;
}
