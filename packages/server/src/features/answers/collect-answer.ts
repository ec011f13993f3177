import { type AskResponse, addSupplement } from '@citewell/sdk';
import type { Emit } from '../../pipeline/events.ts';

/** Call context whose events are collected into one reply. */
export type Collecting = { emit: Emit; isCollected: true };

/** Collects the events of the stream into the synchronous answer. */
export async function collectAnswer(run: (to: Collecting) => Promise<void>): Promise<AskResponse> {
  const response: AskResponse = { answer: '', references: [] };
  const emit: Emit = (event) => {
    if (event.event === 'answer_chunk') response.answer += event.data.text;
    else if (event.event === 'references') response.references = event.data.refs;
    else addSupplement(response, event);
    return undefined;
  };
  await run({ emit, isCollected: true });
  return response;
}
