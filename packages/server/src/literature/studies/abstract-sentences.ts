import { type AbstractSection, type Article, abstractText } from '@citewell/core/records/article.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';

/** The sentences of an abstract with their section and their offsets in `abstractText(article)`. */
export function abstractSentences(
  article: Pick<Article, 'abstract'>,
): { text: string; label?: string; start: number; end: number }[] {
  let offset = 0;
  return article.abstract.flatMap((section) => {
    const from = offset + (section.label ? section.label.length + 2 : 0);
    offset += abstractText({ abstract: [section] }).length + 1;
    return splitSentences(section.text).map(({ text, start, end }) => ({
      text,
      ...labelOf(section),
      start: from + start,
      end: from + end,
    }));
  });
}

function labelOf({ label }: AbstractSection): { label?: string } {
  return label ? { label } : {};
}
