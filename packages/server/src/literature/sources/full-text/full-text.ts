/** Part of an article to which a section belongs, by its type or title. */
export type SectionKind = 'introduction' | 'methods' | 'results' | 'discussion' | 'conclusions' | 'other';

/** A sentence of a paragraph, as plain text without the numbers of references. */
export type FullTextSentence = {
  text: string;
  /** Indicates that it cites another paper, whose finding it may report. */
  cites?: true;
  /** Indicates that something in it has no text, such as an image of a formula. */
  isPartial?: true;
};

/** Section without its subsections, which follow as sections of their own. */
export type FullTextSection = {
  /** Titles from the outermost section to this one; empty for text outside sections. */
  titles: string[];
  kind: SectionKind;
  paragraphs: FullTextSentence[][];
};

/** Table with every span resolved: each row has a text for each column. */
export type FullTextTable = {
  /** "Table 2", or empty. */
  label: string;
  caption: string;
  /** Rows above the first data row. */
  header: string[][];
  rows: string[][];
};

/** Text of an article in PubMed Central. */
export type FullText = {
  /** PMCID that the document states ("PMC10013"), or empty. */
  pmcid: string;
  title: string;
  /** Language of the article from its root element ("en"), or empty. */
  language: string;
  /** Address of the license, otherwise its text, or empty. */
  license: string;
  sections: FullTextSection[];
  tables: FullTextTable[];
};
