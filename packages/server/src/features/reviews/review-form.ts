import type { Language, ReviewResponse } from '@citewell/sdk';
import { docxType } from '../../documents/docx.ts';
import type { Rendered } from '../../http/calls/answer-call.ts';
import type { CallContext } from '../../pipeline/context.ts';
import type { ReviewRequest } from './gathering/request.ts';

/** Renders a review; the writing of files keeps a thread for milliseconds. */
type Render = (
  review: ReviewResponse,
  language: Language,
  { work, signal }: Pick<CallContext, 'work' | 'signal'>,
) => Promise<Rendered>;

const documentForms: Record<'text/markdown' | typeof docxType, Render> = {
  'text/markdown': async (review, language, { work, signal }) => ({
    type: 'text/markdown; charset=utf-8',
    body: await work('toMarkdown', { ...review, language }, signal),
  }),
  [docxType]: async (review, language, { work, signal }) => ({
    type: docxType,
    filename: 'citewell-review.docx',
    body: Buffer.from(await work('toDocx', { ...review, language }, signal)),
  }),
};

/** Adds what a document draws, and tells of its references, to the supplements asked for. */
export function withFigures(include: ReviewRequest['include']): ReviewRequest['include'] {
  return [...new Set([...include, 'trust' as const, 'comparison' as const, 'figures' as const])];
}

/** A longer header names nothing that we have. */
const headerLengthMax = 1_000;

/** The document an Accept header asks for: of those it names what it wants most, first come first; undefined: JSON. */
export function documentForm(accept: string | undefined): Render | undefined {
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
