/** What keeps a version from taking the place of a text: words for who is asked to do it again. */
export type MeaningChange = {
  kind: 'number' | 'mark' | 'abbreviation' | 'piece' | 'order' | 'shape' | 'length' | 'words' | 'meaning';
  /** What is missing or was added, as it stands; empty for what is of the whole. */
  text: string;
};
