import type { Language, ReviewResponse } from '@citewell/sdk';
import { docxType, toDocx } from '../documents/docx.ts';
import { toMarkdown } from '../documents/markdown.ts';

export type Rendered = { type: string; body: string | Buffer };

export const documentForms = {
  'text/markdown': (review: ReviewResponse, language: Language): Rendered => ({
    type: 'text/markdown; charset=utf-8',
    body: toMarkdown({ ...review, language }),
  }),
  [docxType]: (review: ReviewResponse, language: Language): Rendered => ({
    type: docxType,
    body: toDocx({ ...review, language }),
  }),
};

/** A longer header names nothing that we have. */
const headerLengthMax = 1_000;

/** The document an Accept header asks for: of those it names what it wants most, first come first; undefined: JSON. */
export function documentForm(
  accept: string | undefined,
): ((review: ReviewResponse, language: Language) => Rendered) | undefined {
  const ranges = (accept ?? '').slice(0, headerLengthMax).split(',').map(readRange);
  for (const { type } of ranges
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)) {
    if (type === 'application/json' || type === '*/*') return undefined;
    if (Object.hasOwn(documentForms, type)) return documentForms[type as keyof typeof documentForms];
  }
  return undefined;
}

function readRange(range: string): { type: string; quality: number } {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const [, quality = '1'] =
    parameters.map((each) => /^q=([01](?:\.\d{0,3})?)$/.exec(each)).find(Boolean) ?? [];
  return { type, quality: Number(quality) };
}
