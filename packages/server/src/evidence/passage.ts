import type { Article } from '../literature/article.ts';

/** A verbatim excerpt that can support a sentence of the answer: the only thing an engine may cite. */
export type Passage = {
  /** The mark an engine writes, without brackets: "E1", "E2", … */
  id: string;
  article: Article;
  /** Verbatim from the abstract (or the title, where a record has no abstract). */
  text: string;
  /** The abstract section it stands in: "RESULTS". */
  label?: string;
  /** Character offsets in `abstractText(article)`; text = abstractText.slice(start, end). */
  start: number;
  end: number;
  /** Higher fits the question better; comparable within one question only. */
  score: number;
};

/** A verbatim excerpt of the caller's attachment: quoted as "the attachment", never numbered. */
export type AttachmentPassage = { text: string; start: number; end: number; score: number };
