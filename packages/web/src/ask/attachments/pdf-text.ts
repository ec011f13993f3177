import type { ReadFailure } from './read-failure.ts';

/** Pages of the longest PDF that is read: more than a thesis has. */
export const pagesMax = 2_000;

/** The part of unpdf's document that is used. */
export type PdfDocument = {
  numPages: number;
  getPage(
    number: number,
  ): Promise<{ getTextContent(): Promise<{ items: readonly object[] }>; cleanup(): boolean }>;
};

export type PdfText = { text: string } | { failure: ReadFailure };

/**
 * The text of a PDF's pages. One page after another, each forgotten before the next: unpdf's own `extractText` begins all
 * of them at once, which takes gigabytes for a file of a few megabytes. Ends early above `lengthMax` UTF-16 code units.
 */
export async function readPages(pdf: PdfDocument, lengthMax: number): Promise<PdfText> {
  if (pdf.numPages > pagesMax) return { failure: 'too_many_pages' };
  const texts: string[] = [];
  let length = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map(lineOf).join('');
    page.cleanup();
    texts.push(text);
    length += text.length;
    if (length > lengthMax) return { failure: 'text_too_long' };
  }
  return { text: texts.join('\n\n') };
}

/** Marked content, which has no text, is among the items too. */
function lineOf(item: { str?: string; hasEOL?: boolean }): string {
  return item.str === undefined ? '' : `${item.str}${item.hasEOL ? '\n' : ''}`;
}
