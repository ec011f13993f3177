/** Reason why a version cannot replace a text, as feedback for another attempt. */
export type MeaningChange = {
  kind: 'number' | 'citation' | 'abbreviation' | 'piece' | 'order' | 'shape' | 'length' | 'words' | 'meaning';
  /** Missing or added words, verbatim; empty if it concerns the whole. */
  text: string;
};
