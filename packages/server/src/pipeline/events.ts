import type { AnswerEvent, Thinking } from '@citewell/sdk';

/** Event of a pipeline, which throws or returns; the HTTP layer adds `error` and `done`. */
export type PipelineEvent = Exclude<AnswerEvent, { event: 'error' | 'done' }>;

/**
 * Receives a pipeline's events, one after another. A returned promise means that the client reads too slowly: the emitter
 * awaits it before producing more. Throws once the call is aborted.
 *
 * A function rather than a generator: at 5,000 events a second, each generator between the provider's socket and the caller's
 * adds a promise and two turns of the microtask queue per event (ADR 0013).
 */
export type Emit = (event: PipelineEvent) => Promise<void> | undefined;

/** Creates the event of a progress message, with any further details. */
export function thinking(message: string, details: Omit<Thinking, 'message'> = {}): PipelineEvent {
  return { event: 'thinking', data: { message, ...details } };
}

export function chunk(text: string): PipelineEvent {
  return { event: 'answer_chunk', data: { text } };
}
