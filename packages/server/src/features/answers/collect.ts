import type { AskResponse } from '@citewell/sdk';
import type { Emit } from '../../pipeline/events.ts';

/** Call context whose events are collected into one reply. */
export type Collecting = { emit: Emit; isCollected: true };

/** Collects the events of the stream into the synchronous answer. */
export async function collectAnswer(run: (to: Collecting) => Promise<void>): Promise<AskResponse> {
  const response: AskResponse = { answer: '', references: [] };
  const emit: Emit = ({ event, data }) => {
    if (event === 'answer_chunk') response.answer += data.text;
    else if (event === 'references') response.references = data.refs;
    else if (event === 'trust') response.trust = data.cards;
    else if (event === 'run') response.run = data;
    else if (event === 'verification') response.verification = data;
    else if (event === 'bibliography') response.bibliography = data.records;
    return undefined;
  };
  await run({ emit, isCollected: true });
  return response;
}
