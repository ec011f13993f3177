/** Frequencies of terms among records, which determine how informative a word of a question is. */
export type TermStatistics = {
  records: number;
  /** By index term (text/words.ts), how many of the records hold it. */
  documentFrequencies: ReadonlyMap<string, number>;
};
