import type { AnswerEvent } from '@citewell/sdk';

/** What a pipeline emits. `error` and `done` are the front door's: a pipeline throws, or ends. */
export type PipelineEvent = Exclude<AnswerEvent, { event: 'error' | 'done' }>;

/**
 * Where a pipeline's events go, one after another. A promise says that the reader lags behind: whoever emits awaits it
 * before making more. It throws where nobody wants the answer any more.
 *
 * A function, not a generator to be iterated: at 5,000 events a second each generator between the provider's socket and
 * the caller's costs a promise and two turns of the microtask queue for every one of them (ADR 0013).
 */
export type Emit = (event: PipelineEvent) => Promise<void> | undefined;

export function thinking(message: string): PipelineEvent {
  return { event: 'thinking', data: { message } };
}

export function chunk(text: string): PipelineEvent {
  return { event: 'answer_chunk', data: { text } };
}
