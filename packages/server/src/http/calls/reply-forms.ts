import { createHash } from 'node:crypto';
import type { Language } from '@citewell/sdk';
import { z } from 'zod';
import type { PipelineContext } from '../../pipeline/context.ts';
import { validate } from '../body/validate.ts';
import type { MeteredRequest } from './metered-call.ts';
import type { Rendered } from './rendered.ts';
import type { CallDependencies } from './run-call.ts';

/** A reply form in addition to JSON; `Supplement` are the supplements that it can use. */
export type ReplyForm<Reply, Supplement extends string> = {
  /** Content type with which `Accept` requests it; absent if only `?format=` can. */
  accept?: string;
  /** Supplements that it uses, whether or not the body requests them. */
  needs: readonly Supplement[];
  /** Renders a reply; writing a file occupies a thread for milliseconds. */
  render(
    reply: Reply,
    language: Language,
    means: Pick<PipelineContext, 'work' | 'signal'>,
  ): Promise<Rendered>;
};

/** Reply forms of a route: how they are requested, and their description in OpenAPI. */
export type ReplyForms<Body> = {
  /** Returns the request with the requested form. Throws 400 for an unknown name. */
  choose(metered: MeteredRequest<Body>): MeteredRequest<Body>;
  query: z.ZodObject;
  types: readonly string[];
};

/** Adds supplements to a body for which one of these forms is requested. */
type AddNeeds<Body, Supplement> = (body: Body, needs: readonly Supplement[]) => Body;

/** Adds the supplements that a form needs to those that a body includes. */
export function includeNeeds<Body extends { include: readonly string[] }>(
  body: Body,
  needs: Body['include'],
): Body {
  return { ...body, include: [...new Set([...body.include, ...needs])] };
}

/** Creates the forms of a route, by the values of `?format=`. */
export function replyForms<Reply, Body, Supplement extends string>(
  forms: Record<string, ReplyForm<Reply, Supplement>>,
  addNeeds: AddNeeds<Body, Supplement>,
  { workers }: CallDependencies,
): ReplyForms<Body> {
  const names = ['json', ...Object.keys(forms)] as [string, ...string[]];
  const query = z.object({
    format: z
      .enum(names)
      .meta({
        allowed: { en: `one of ${names.join(', ')}`, zh: `下列之一：${names.join('、')}` },
        description: 'Form of the reply; it takes precedence over Accept.',
      })
      .exactOptional(),
  });
  const byType = new Map(
    Object.entries(forms).flatMap(([name, { accept }]) => (accept ? [[accept, name]] : [])),
  );
  return {
    query,
    types: [...new Set([...byType.keys(), 'text/plain'])],
    choose(metered) {
      const { request, key, language, idempotency } = metered;
      const { format } = request.query as { format?: unknown };
      const asked = format === undefined || format === '' ? {} : { format };
      const named = validate(query, asked).format ?? acceptedForm(request.headers.accept, byType);
      const form = named === undefined ? undefined : forms[named];
      if (named === undefined || !form) return metered;
      return {
        ...metered,
        body: addNeeds(metered.body, form.needs),
        idempotency: idempotency && { ...idempotency, requestHash: hashWith(idempotency.requestHash, named) },
        render: (json) =>
          form.render(JSON.parse(json) as Reply, language, {
            work: workers.workFor(key.id),
            // The call is already settled, so only the pool's own deadline can end this.
            signal: new AbortController().signal,
          }),
      };
    },
  };
}

/** Hashes a request together with its form: a different form must not get the reply stored for this one. */
function hashWith(requestHash: Uint8Array, form: string): Uint8Array {
  return createHash('sha256').update(requestHash).update(form).digest();
}

/** Media ranges that include JSON, the default form. */
const jsonRanges: ReadonlySet<string> = new Set(['application/json', 'application/*', '*/*']);
/** Maximum length of a header that is read; longer ones are ignored. */
const headerLengthMax = 1_000;

/** Returns the form with the highest preference in an Accept header, the first of equals; undefined for JSON. */
function acceptedForm(accept: string | undefined, byType: ReadonlyMap<string, string>): string | undefined {
  const ranges = (accept ?? '').slice(0, headerLengthMax).split(',').map(readRange);
  for (const { type } of ranges
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)) {
    if (jsonRanges.has(type)) return undefined;
    const name = byType.get(type);
    if (name !== undefined) return name;
  }
  return undefined;
}

function readRange(range: string): { type: string; quality: number } {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const [, quality = '1'] =
    parameters.map((each) => /^q=([01](?:\.\d{0,3})?)$/.exec(each)).find(Boolean) ?? [];
  return { type, quality: Number(quality) };
}
