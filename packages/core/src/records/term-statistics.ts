/** How common terms are among records: what makes a word of a question tell much or little. */
export type TermStatistics = {
  records: number;
  /** By index term (text/words.ts), how many of the records hold it. */
  documentFrequencies: ReadonlyMap<string, number>;
};
