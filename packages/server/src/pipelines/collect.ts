import type { AskResponse } from '@citewell/sdk';
import type { PipelineEvent } from './events.ts';

/** The synchronous answer is the streamed answer, collected. */
export async function collectAnswer(events: AsyncIterable<PipelineEvent>): Promise<AskResponse> {
  const response: AskResponse = { answer: '', references: [] };
  for await (const { event, data } of events) {
    if (event === 'answer_chunk') response.answer += data.text;
    else if (event === 'references') response.references = data.refs;
  }
  return response;
}
