import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerCommands } from './commands.ts';
import { nowMicros, toStamp, writeStamp } from './stamps.ts';

/**
 * OpenAI-compatible model with minimal cost: the text of every chunk is the time at which it was sent (`stamps.ts`). The
 * first one identifies its stream, because no two are equal. A script with its own text is answered at once, as a whole if
 * no stream was requested.
 */
export type Script = Chunks | { text: string[] };
/**
 * `isHeld`: until `release` is called, a stream gets one chunk per second, so that all can be opened before any reaches its
 * pace.
 */
export type Chunks = { chunks: number; intervalMs: number; isHeld?: boolean };
/** Stream whose reader disconnected, and the time at which that was noticed here. */
export type Closed = { stream: number; atMicros: number };

let script: Script = { chunks: 100, intervalMs: 20 };
let isHeld = false;
let open = 0;
let closed: Closed[] = [];
let lastStamp = 0;

function stamp(): number {
  lastStamp = Math.max(lastStamp + 1, nowMicros());
  return lastStamp;
}

const frame = (fields: object) =>
  `data: ${JSON.stringify({ id: 'bench', object: 'chat.completion.chunk', created: 1, model: 'bench', ...fields })}\n\n`;
const delta = (content: string) =>
  frame({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
// Begins with a space, like models' tokens, and has one line each: a line is sent when it is complete, a sentence with the
// next one.
const [beforeStamp = '', afterStamp = ''] = delta(' STAMP\n').split('STAMP');
const firstFrame = frame({
  choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }],
});
const usage = { prompt_tokens: 1000, completion_tokens: 300, total_tokens: 1300 };
const ending = [
  frame({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
  frame({ choices: [], usage }),
  'data: [DONE]\n\n',
].join('');

/** Reply to a planner, whatever the question. */
const plan = JSON.stringify({
  question: 'Does metformin lower cardiovascular mortality in type 2 diabetes?',
  concepts: ['metformin', 'cardiovascular mortality', 'type 2 diabetes'].map((term) => ({
    term,
    synonyms: [],
  })),
});

function streamText(response: ServerResponse, text: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(firstFrame + text.map(delta).join('') + ending);
}

function answerWhole(response: ServerResponse, text: readonly string[]): void {
  const message = { role: 'assistant', content: text.join('') };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({ id: 'bench', object: 'chat.completion', created: 1, model: 'bench', choices, usage }),
  );
}

const heldIntervalMs = 1_000;

function streamStamps(response: ServerResponse, { chunks, intervalMs }: Chunks): void {
  let stream: number | undefined;
  let sent = 0;
  let ticks = 0;
  open += 1;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(firstFrame);
  const timer = setInterval(() => {
    if (isHeld && (ticks++ * intervalMs) % heldIntervalMs >= intervalMs) return;
    if (sent++ === chunks) return void response.end(ending);
    const now = toStamp(stamp());
    stream ??= now;
    response.write(beforeStamp + writeStamp(now) + afterStamp);
  }, intervalMs);
  response.once('close', () => {
    clearInterval(timer);
    open -= 1;
    if (!response.writableEnded && stream !== undefined) {
      closed.push({ stream, atMicros: nowMicros() });
    }
  });
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  // Some gateways check whether a model exists.
  if (request.method !== 'POST') return void response.writeHead(404).end();
  let body = '';
  for await (const chunk of request) body += chunk;
  const { response_format: format, stream } = JSON.parse(body);
  // Only planners request JSON.
  if (!format) {
    if (!('text' in script)) return streamStamps(response, script);
    return stream ? streamText(response, script.text) : answerWhole(response, script.text);
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(delta(plan) + ending);
}

const server = createServer((request, response) => void answer(request, response));

answerCommands({
  listen: () =>
    new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    }),
  script(next: Script) {
    script = next;
    isHeld = 'isHeld' in next && next.isHeld === true;
    closed = [];
  },
  release() {
    isHeld = false;
  },
  open: () => open,
  closed: () => closed,
});
