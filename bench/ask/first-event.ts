import { request } from 'undici';
import type { Running } from '../targets/citewell.ts';

/** Milliseconds from sending a question to the first event of its answer; the rest of the stream is read to its end. */
export async function timeToFirstEvent({ url, headers }: Running, question: string): Promise<number> {
  const sent = performance.now();
  const body = JSON.stringify({ question });
  const response = await request(`${url}/ai/api/ask_stream`, { method: 'POST', headers, body });
  if (response.statusCode !== 200)
    throw new Error(`HTTP ${response.statusCode}: ${await response.body.text()}`);
  let first = Number.NaN;
  let text = '';
  for await (const bytes of response.body as AsyncIterable<Buffer>) {
    text += bytes.toString();
    if (Number.isNaN(first) && /^event: .*\ndata: .*\n\n/m.test(text)) first = performance.now() - sent;
  }
  if (!text.includes('event: references') || text.includes('event: error')) {
    throw new Error(`not an answer: ${text.slice(-500)}`);
  }
  return first;
}
