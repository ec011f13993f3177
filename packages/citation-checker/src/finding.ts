import { type DeviationType, deviationTypes } from '@citewell/sdk';

/** Ways in which a sentence can deviate from its source, named as in the API. */
export const deviationKinds = deviationTypes;
export type DeviationKind = DeviationType;

/** One thing in which a sentence departs from its abstract, named by the words on both sides. */
export type Finding = {
  kind: DeviationKind;
  /**
   * `certain` refuses the sentence by itself; `possible` does where everything else speaks against the sentence, too;
   * `doubt` keeps it from being supported and refuses nothing by itself; `note` is told, and no more.
   */
  force: 'certain' | 'possible' | 'doubt' | 'note';
  /** The sentence's words; empty where it left some out. */
  claim: string;
  /** The abstract's words, verbatim; undefined where it has none. */
  evidence: string | undefined;
};
