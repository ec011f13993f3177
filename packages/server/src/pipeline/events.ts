import type { AnswerEvent, Thinking } from '@citewell/sdk';

/** Event of a pipeline. The HTTP layer adds `error` and `done`: a pipeline throws or returns. */
export type PipelineEvent = Exclude<AnswerEvent, { event: 'error' | 'done' }>;

/**
 * Receives a pipeline's events, one after another. A returned promise means that the reader lags behind: the emitter
 * awaits it before producing more. Throws once nobody wants the answer.
 *
 * A function, not a generator to be iterated: at 5,000 events a second each generator between the provider's socket and
 * the caller's costs a promise and two turns of the microtask queue for every one of them (ADR 0013).
 */
export type Emit = (event: PipelineEvent) => Promise<void> | undefined;

/** Makes the event of a progress message, with what it tells beside its words. */
export function thinking(message: string, details: Omit<Thinking, 'message'> = {}): PipelineEvent {
  return { event: 'thinking', data: { message, ...details } };
}

export function chunk(text: string): PipelineEvent {
  return { event: 'answer_chunk', data: { text } };
}
