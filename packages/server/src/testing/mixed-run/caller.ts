import { parseEvents, type ReadEvent } from '../process/sse-reader.ts';

/** Events and reply that a caller received. */
export type ReceivedReply = {
  /** Status of the reply; undefined if the caller disconnected before one began. */
  status: number | undefined;
  requestId: string | undefined;
  charged: number | undefined;
  body: string;
  events: ReadEvent[];
  left: boolean;
};

export type Question = { url: string; key: string; body: object };

/** Condition on which a caller disconnects, given the text read so far. Undefined: they stay. */
export type Disconnection = { until(heard: () => string): Promise<void> } | undefined;

/** Asks over a real connection and reads to the end, or disconnects. */
export async function call({ url, key, body }: Question, leaving: Disconnection): Promise<ReceivedReply> {
  const controller = new AbortController();
  const heard: ReceivedReply = {
    ...{ status: undefined, requestId: undefined, charged: undefined },
    ...{ body: '', events: [], left: false },
  };
  void leaving
    ?.until(() => heard.body)
    .then(() => {
      heard.left = true;
      controller.abort();
    });
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify(body),
      signal: controller.signal,
    });
    heard.status = reply.status;
    heard.requestId = reply.headers.get('x-request-id') ?? undefined;
    const charged = reply.headers.get('x-tokens-charged');
    if (charged !== null) heard.charged = Number(charged);
    const decoder = new TextDecoder();
    for await (const bytes of reply.body ?? []) heard.body += decoder.decode(bytes, { stream: true });
    if (reply.headers.get('content-type')?.startsWith('text/event-stream'))
      heard.events = parseEvents(heard.body);
  } catch (error) {
    if (!heard.left) throw error;
  }
  return heard;
}

/** Returns the answer's text in a stream read so far. */
export function textIn(stream: string): string {
  const whole = stream.slice(0, stream.lastIndexOf('\n\n') + 2);
  return parseEvents(whole)
    .filter(({ event }) => event === 'answer_chunk')
    .map(({ data }) => data.text)
    .join('');
}
