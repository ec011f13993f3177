import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { LlmOutcome } from './llm-faults.ts';
import type { Recording } from './llm-recordings.ts';
import type { Frame } from './llm-reply.ts';
import { noteSent, type Sent } from './llm-sent.ts';

/** Size and interval of the writes (by default all at once); the connection breaks after `atByte` bytes if given. */
export type ReplayOptions = { bytes?: number; delayMs?: number; atByte?: number };

const broken = new WeakSet<ServerResponse>();

/** Returns true if the simulator itself broke this connection, rather than its caller. */
export function brokenBySimulator(response: ServerResponse): boolean {
  return broken.has(response);
}

/** Sends the outcome of a fault or script; `pace` is the interval between chunks unless the outcome has its own. */
export async function deliver(
  outcome: LlmOutcome,
  response: ServerResponse,
  sent: Sent,
  pace = 0,
): Promise<void> {
  switch (outcome.kind) {
    case 'silent':
      return;
    case 'reset':
      broken.add(response);
      response.socket?.resetAndDestroy();
      return;
    case 'status': {
      const { status, headers = {}, body } = outcome;
      const type = typeof body === 'string' ? 'text/plain' : 'application/json';
      response.writeHead(status, { 'content-type': type, ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
      return;
    }
    case 'frames': {
      const { frames, ending, delayMs = pace } = outcome;
      const gone = whenGone(response);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      const send = async ({ bytes }: Frame) => {
        if (!response.destroyed) noteSent(sent, bytes);
        await write(response, bytes, delayMs, gone);
      };
      for (const frame of frames) await send(frame);
      const last = frames.at(-1);
      while (ending === 'repeat' && last && !response.destroyed) await send(last);
      if (ending === 'end') response.end();
      if (ending === 'reset') breakOff(response);
      return;
    }
    default:
      outcome satisfies never;
  }
}

/** Replays a recording. */
export async function replay(
  { file, bytes: step = Number.POSITIVE_INFINITY, delayMs = 0, atByte }: ReplayOptions & { file: Recording },
  response: ServerResponse,
): Promise<void> {
  const { status, contentType } = file;
  const bytes = file.bytes.subarray(0, atByte);
  const gone = whenGone(response);
  response.writeHead(status, { 'content-type': contentType });
  for (let start = 0; start < bytes.length; start += step) {
    await write(response, bytes.subarray(start, Math.min(start + step, bytes.length)), delayMs, gone);
  }
  if (atByte === undefined) response.end();
  else breakOff(response);
}

/**
 * Breaks a connection off after a moment for the bytes to arrive: a reset discards what the other side has not read.
 */
function breakOff(response: ServerResponse): void {
  broken.add(response);
  setTimeout(() => response.socket?.resetAndDestroy(), 20);
}

/** Waits for a slow reader, and until the next chunk is due; both end if the reader disconnects. */
async function write(
  response: ServerResponse,
  bytes: string | Buffer,
  delayMs: number,
  gone: AbortSignal,
): Promise<void> {
  if (response.destroyed) return;
  const ready = response.write(bytes);
  try {
    if (!ready) await once(response, 'drain', { signal: gone });
    if (delayMs > 0) await delay(delayMs, undefined, { signal: gone });
  } catch (error) {
    if (!gone.aborted) throw error;
  }
}

function whenGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}
