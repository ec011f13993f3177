import type { Clock } from '@citewell/core/clock.ts';
import type { StructuredOutput } from '../engine.ts';

/** Time after which a model's features are found out again, in milliseconds: servers are updated while we run. */
const rememberedMs = 6 * 60 * 60 * 1_000;

type Seen = {
  since: number;
  /** Names of optional fields that it refused. */
  refused: Set<string>;
  /** Form in which it is asked for JSON: the best one that it has not refused. */
  form: StructuredOutput | undefined;
  /** True if it has replied in that form. */
  replied: boolean;
  /** Tokens of a reply that it takes at most, where it has said so. */
  replyMax: number;
  /** True if its reasoning has an end in the text and no beginning. */
  opensInThought: boolean;
};

/**
 * Record of what the models at one address were found to take. Kept in memory: found out by the first request that shows it, and
 * again after six hours or a restart.
 */
export type ModelFeatures = {
  isRefused(model: string, field: string): boolean;
  refuse(model: string, field: string): void;
  /** Returns the limit of a reply that it takes: what is wanted, or less where it has said so. */
  replyLimit(model: string, wanted: number): number;
  hasReplyMax(model: string): boolean;
  noteReplyMax(model: string, tokens: number): void;
  /** Returns the form to ask this model for JSON in. */
  form(model: string): StructuredOutput;
  /** Records that it took a request in this form. */
  noteReply(model: string, form: StructuredOutput): void;
  /** Gives a form up for the next one, unless that has been done since; false where there is none. */
  stepDown(model: string, from: StructuredOutput): boolean;
  /** Returns the form that it has replied in; undefined as long as none is known. */
  known(model: string): StructuredOutput | undefined;
  /** Tells whether its replies begin within its reasoning. */
  opensInThought(model: string): boolean;
  noteThought(model: string): void;
};

/** Creates the record of an address whose API has these `forms` of asking for JSON, best first. */
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
      // Requests that went out together are refused one after another.
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
