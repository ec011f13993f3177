import type { AnswerEvent } from '@citewell/sdk';

/** What a pipeline yields. `error` and `done` are the front door's: a pipeline throws, or ends. */
export type PipelineEvent = Exclude<AnswerEvent, { event: 'error' | 'done' }>;

export function thinking(message: string): PipelineEvent {
  return { event: 'thinking', data: { message } };
}

export function chunk(text: string): PipelineEvent {
  return { event: 'answer_chunk', data: { text } };
}
