import type { AskResponse } from '@citewell/sdk';
import type { Emit } from '../../pipeline/events.ts';

/** The synchronous answer is the streamed answer, collected. */
export async function collectAnswer(run: (emit: Emit) => Promise<void>): Promise<AskResponse> {
  const response: AskResponse = { answer: '', references: [] };
  await run(({ event, data }) => {
    if (event === 'answer_chunk') response.answer += data.text;
    else if (event === 'references') response.references = data.refs;
    else if (event === 'trust') response.trust = data.cards;
    else if (event === 'run') response.run = data;
    else if (event === 'verification') response.verification = data;
    return undefined;
  });
  return response;
}
