import { type DeviationType, deviationTypes } from '@citewell/sdk/protocol';

/** Ways in which a sentence can deviate from its source, named as in the API. */
export const deviationKinds = deviationTypes;
export type DeviationKind = DeviationType;

/** Deviation of a sentence from its abstract, with the words of both. */
export type Finding = {
  kind: DeviationKind;
  /**
   * `certain` rejects the sentence by itself; `possible` does so if everything else speaks against the sentence, too;
   * `doubt` only prevents support; `note` is reported without effect.
   */
  force: 'certain' | 'possible' | 'doubt' | 'note';
  /** Words of the sentence; empty if it omitted some. */
  claim: string;
  /** Words of the abstract, verbatim; undefined if it has none. */
  evidence: string | undefined;
};
