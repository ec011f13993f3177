import type { Clock } from '@citewell/core/clock.ts';
import type { StructuredOutput } from '../reply-schema.ts';

/** Milliseconds after which a model's features are learnt again: servers are updated while we run. */
const rememberedMs = 6 * 60 * 60 * 1_000;

type Seen = {
  since: number;
  /** Names of optional fields that it rejected. */
  refused: Set<string>;
  /** Form of requests for JSON: the best one that it has not rejected. */
  form: StructuredOutput | undefined;
  /** Indicates that it has replied in that form. */
  replied: boolean;
  /** Maximum tokens of a reply, if it has stated a limit. */
  replyMax: number;
  /** Indicates that its reasoning has an end mark in the text and no start. */
  opensInThought: boolean;
};

/**
 * Features of the models at one address, in memory: learnt from the first request that shows them, and again after six
 * hours or a restart.
 */
export type ModelFeatures = {
  isRefused(model: string, field: string): boolean;
  refuse(model: string, field: string): void;
  /** Returns the limit for a reply: the desired one, or less if it has stated so. */
  replyLimit(model: string, wanted: number): number;
  hasReplyMax(model: string): boolean;
  noteReplyMax(model: string, tokens: number): void;
  /** Returns the form for requesting JSON from this model. */
  form(model: string): StructuredOutput;
  /** Records that it accepted a request in this form. */
  noteReply(model: string, form: StructuredOutput): void;
  /** Moves from a form to the next one, unless that has happened since; returns false if there is none. */
  stepDown(model: string, from: StructuredOutput): boolean;
  /** Returns the form in which it has replied; undefined while none is known. */
  known(model: string): StructuredOutput | undefined;
  /** Returns true if its replies begin within its reasoning. */
  opensInThought(model: string): boolean;
  noteThought(model: string): void;
};

/** Creates the record of an address whose API supports these `forms` of requesting JSON, best first. */
export function createModelFeatures(forms: readonly StructuredOutput[], clock: Clock): ModelFeatures {
  const models = new Map<string, Seen>();

  function seen(model: string): Seen {
    const known = models.get(model);
    const now = clock.now();
    if (known && now - known.since < rememberedMs) return known;
    const fresh = {
      since: now,
      refused: new Set<string>(),
      replyMax: Number.POSITIVE_INFINITY,
      form: forms[0],
      replied: false,
      opensInThought: false,
    };
    models.set(model, fresh);
    return fresh;
  }
  const formOf = (model: string) => seen(model).form ?? 'text';

  return {
    isRefused: (model, field) => seen(model).refused.has(field),
    refuse: (model, field) => void seen(model).refused.add(field),
    replyLimit: (model, wanted) => Math.min(seen(model).replyMax, wanted),
    hasReplyMax: (model) => seen(model).replyMax < Number.POSITIVE_INFINITY,
    noteReplyMax(model, tokens) {
      seen(model).replyMax = tokens;
    },
    form: formOf,
    noteReply(model, form) {
      if (formOf(model) === form) seen(model).replied = true;
    },
    stepDown(model, from) {
      const next = forms[forms.indexOf(from) + 1];
      if (!next) return false;
      // Requests that were sent together are rejected one after another.
      if (formOf(model) === from) Object.assign(seen(model), { form: next, replied: false });
      return true;
    },
    known: (model) => (seen(model).replied ? formOf(model) : undefined),
    opensInThought: (model) => seen(model).opensInThought,
    noteThought(model) {
      seen(model).opensInThought = true;
    },
  };
}
