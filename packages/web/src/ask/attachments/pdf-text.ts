import type { ReadFailure } from './read-failure.ts';

/** Maximum number of pages, more than a thesis has. */
export const pagesMax = 2_000;

/** Part of unpdf's document that is used. */
export type PdfDocument = {
  numPages: number;
  getPage(
    number: number,
  ): Promise<{ getTextContent(): Promise<{ items: readonly object[] }>; cleanup(): boolean }>;
};

export type PdfText = { text: string } | { failure: ReadFailure };

/**
 * Extracts the text of a PDF page by page, releasing each before the next: unpdf's own `extractText` starts all of them
 * at once, which takes gigabytes for a file of a few megabytes. Stops above `lengthMax` UTF-16 units.
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
