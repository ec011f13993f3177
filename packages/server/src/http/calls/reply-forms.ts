import { createHash } from 'node:crypto';
import type { Language } from '@citewell/sdk';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CallContext } from '../../pipeline/context.ts';
import { validate } from '../body/validate.ts';
import type { Rendered } from './rendered.ts';
import { type CallDependencies, workOf } from './run-call.ts';

/** A form in which a reply can be had besides JSON; `Supplement` are the supplements that it can be made of. */
export type ReplyForm<Reply, Supplement extends string> = {
  /** Content type by which `Accept` asks for it; absent: only `?format=` does. */
  accept?: string;
  /** Supplements that it is made of, whether or not the body asks for them. */
  needs: readonly Supplement[];
  /** Renders a reply; the writing of files keeps a thread for milliseconds. */
  render(reply: Reply, language: Language, means: Pick<CallContext, 'work' | 'signal'>): Promise<Rendered>;
};

/** Forms of a route: how they are asked for, and what OpenAPI says of them. */
export type ReplyForms = {
  /** Guard, after the body: notes the form that is asked for. Throws 400 for a name that is none. */
  guard(request: FastifyRequest): Promise<void>;
  query: z.ZodObject;
  types: readonly string[];
};

/** Adds the supplements to a body that is asked for as one of these forms. */
type AddNeeds<Body, Supplement> = (body: Body, needs: readonly Supplement[]) => Body;

/** Adds the supplements that a form is made of to those that a body includes. */
export function includeNeeds<Body extends { include: readonly string[] }>(
  body: Body,
  needs: Body['include'],
): Body {
  return { ...body, include: [...new Set([...body.include, ...needs])] };
}

/** Makes the forms of a route, by the names that `?format=` takes. */
export function replyForms<Reply, Body, Supplement extends string>(
  forms: Record<string, ReplyForm<Reply, Supplement>>,
  addNeeds: AddNeeds<Body, Supplement>,
  dependencies: CallDependencies,
): ReplyForms {
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
    async guard(request) {
      const { format } = request.query as { format?: unknown };
      const asked = format === undefined || format === '' ? {} : { format };
      const named = validate(query, asked).format ?? acceptedForm(request.headers.accept, byType);
      const form = named === undefined ? undefined : forms[named];
      if (named === undefined || !form) return;
      const { state } = request;
      request.body = addNeeds(request.body as Body, form.needs);
      // Another form is another request: it is not answered with the reply that was stored for this one.
      if (state.requestHash)
        state.requestHash = createHash('sha256').update(state.requestHash).update(named).digest();
      state.render = (json) =>
        form.render(JSON.parse(json) as Reply, state.bodyLanguage ?? 'en', {
          work: workOf(request, dependencies),
          // The call is settled by then: nothing ends it but the pool's own deadline.
          signal: new AbortController().signal,
        });
    },
  };
}

/** Ranges that JSON, the usual form, is in. */
const jsonRanges: ReadonlySet<string> = new Set(['application/json', 'application/*', '*/*']);
/** A longer header names nothing that we have. */
const headerLengthMax = 1_000;

/** The form an Accept header asks for: of those it names what it wants most, first come first; undefined: JSON. */
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
