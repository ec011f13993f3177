/** Frequencies of terms among records, which determine how informative a word of a question is. */
export type TermStatistics = {
  records: number;
  /** Number of records that contain each index term (text/words.ts). */
  documentFrequencies: ReadonlyMap<string, number>;
};
