/** Part of an article that a section belongs to, by its type or its title. */
export type SectionKind = 'introduction' | 'methods' | 'results' | 'discussion' | 'conclusions' | 'other';

/** A sentence of a paragraph, as plain text without the numbers of references. */
export type FullTextSentence = {
  text: string;
  /** Cites another paper: what it states may be that paper's finding. */
  cites?: true;
  /** Something in it has no text, such as an image of a formula. */
  isPartial?: true;
};

/** A section without its subsections, which follow it as sections of their own. */
export type FullTextSection = {
  /** Titles from the outermost section to this one; empty for text outside of sections. */
  titles: string[];
  kind: SectionKind;
  paragraphs: FullTextSentence[][];
};

/** A table with every span resolved: each row has a text for each column. */
export type FullTextTable = {
  /** "Table 2", or empty. */
  label: string;
  caption: string;
  /** Rows above the first row of data. */
  header: string[][];
  rows: string[][];
};

/** The text of an article in PubMed Central. */
export type FullText = {
  /** PMCID that the document gives itself ("PMC10013"), or empty. */
  pmcid: string;
  title: string;
  /** Language of the article as its root element has it ("en"), or empty. */
  language: string;
  /** Address of the licence, or else its text, or empty. */
  licence: string;
  sections: FullTextSection[];
  tables: FullTextTable[];
};
