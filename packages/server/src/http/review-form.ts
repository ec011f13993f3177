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

/** The document an Accept header asks for: the first that it names of ours; undefined: JSON. */
export function documentForm(
  accept: string | undefined,
): ((review: ReviewResponse, language: Language) => Rendered) | undefined {
  for (const range of (accept ?? '').slice(0, headerLengthMax).split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (parameters.some((each) => /^q=0(?:\.0*)?$/.test(each))) continue;
    if (type === 'application/json' || type === '*/*') return undefined;
    if (Object.hasOwn(documentForms, type)) return documentForms[type as keyof typeof documentForms];
  }
  return undefined;
}
