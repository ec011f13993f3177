import { type DeviationType, deviationTypes } from '@citewell/sdk';

/** What a sentence can do to its source; the names are the wire's. */
export const deviationKinds = deviationTypes;
export type DeviationKind = DeviationType;

/** One thing in which a sentence departs from its abstract, named by the words on both sides. */
export type Finding = {
  kind: DeviationKind;
  /**
   * `certain` refuses the sentence by itself; `possible` does where everything else speaks against the sentence, too;
   * `note` is told and refuses nothing.
   */
  force: 'certain' | 'possible' | 'note';
  /** The sentence's words; empty where it left some out. */
  claim: string;
  /** The abstract's words, verbatim; undefined where it has none. */
  evidence: string | undefined;
};
