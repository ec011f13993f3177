import { setTimeout as delay } from 'node:timers/promises';
import { Agent, type Dispatcher, request } from 'undici';
import { answerCommands } from './commands.ts';
import { microsSince, nowMicros, readStamps, stampLength } from './stamps.ts';
import { percentile } from './statistics.ts';

/** Clients of the bench, in a separate process so that their work is not counted as the server's. */
export type Target = { url: string; headers: Record<string, string>; body: string };
export type Streams = { count: number; withinMs: number };
/** Results of a stretch of streaming. Latency: from the model's write to the client's read, in milliseconds. */
export type Stretch = { events: number; p50Ms: number; p99Ms: number; endedStreams: number };
export type Finished = { events: number; complete: number; failures: string[] };
/**
 * Client that disconnected: from which stream, undefined if it had received no text; and from which request, if the reply
 * had begun and named it.
 */
export type Dropped = {
  stream: number | undefined;
  requestId: string | undefined;
  atMicros: number;
  /** Wall-clock time of that moment. */
  atEpochMs: number;
};
export type Rate = { perSecond: number; seconds: number };
export type Flood = { callers: number; seconds: number };
/** Number of answered calls, and the seconds from the first to the last of them. */
export type Flooded = { calls: number; seconds: number };
/** A request from its first byte sent to its last one read. */
export type Timed = { ms: number; body: string };

const dispatcher = new Agent({ pipelining: 1, headersTimeout: 60_000, bodyTimeout: 60_000 });

let latenciesMs: number[] = [];
let events = 0;
let ended = 0;
let running: Promise<boolean>[] = [];
let failures: string[] = [];

function send({ url, headers, body }: Target, signal?: AbortSignal): Promise<Dispatcher.ResponseData> {
  return request(url, { method: 'POST', headers, body, dispatcher, ...(signal && { signal }) });
}

/** Reads a stream to its end, calling back for every stamp in it; resolves with true if it had one and ended properly. */
async function readStream(
  target: Target,
  onStamp: (stamp: number) => void,
  signal?: AbortSignal,
  onHead: (headers: Dispatcher.ResponseData['headers']) => void = () => {},
): Promise<boolean> {
  const response = await send(target, signal);
  onHead(response.headers);
  if (response.statusCode !== 200)
    throw new Error(`HTTP ${response.statusCode}: ${await response.body.text()}`);
  let tail = '';
  let stamps = 0;
  let last = '';
  for await (const bytes of response.body as AsyncIterable<Buffer>) {
    const text = tail + bytes.toString('latin1');
    const { stamps: found, end } = readStamps(text);
    for (const stamp of found) onStamp(stamp);
    stamps += found.length;
    tail = text.slice(Math.max(end, text.length - stampLength));
    last = text;
    if (text.includes('event: error')) throw new Error(`a stream that broke off: ${text.slice(-300)}`);
  }
  if (stamps === 0) throw new Error(`a stream without text, ending in: ${last.slice(-300)}`);
  return true;
}

async function open(target: Target & Streams): Promise<void> {
  [latenciesMs, events, ended, failures] = [[], 0, 0, []];
  const opened: Promise<void>[] = [];
  running = Array.from({ length: target.count }, async (_, index) => {
    const first = Promise.withResolvers<void>();
    opened.push(first.promise);
    try {
      await delay((index * target.withinMs) / target.count);
      return await readStream(target, (stamp) => {
        latenciesMs.push(microsSince(stamp) / 1000);
        events += 1;
        first.resolve();
      });
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
      return false;
    } finally {
      ended += 1;
      first.resolve();
    }
  });
  await Promise.all(opened);
}

/** Ends a measured period and begins the next. */
function stretch(): Stretch {
  const measured = {
    events: latenciesMs.length,
    p50Ms: percentile(latenciesMs, 50),
    p99Ms: percentile(latenciesMs, 99),
    endedStreams: ended,
  };
  latenciesMs = [];
  return measured;
}

async function finish(): Promise<Finished> {
  const complete = (await Promise.all(running)).filter(Boolean).length;
  return { events, complete, failures: failures.slice(0, 3) };
}

/** Starts clients over `withinMs`, each of which disconnects at its own moment within `leaveWithinMs` of its question. */
function drop(target: Target & Streams & { leaveWithinMs: number }): Promise<Dropped[]> {
  return Promise.all(
    Array.from({ length: target.count }, async (_, index): Promise<Dropped> => {
      await delay((index * target.withinMs) / target.count);
      const controller = new AbortController();
      let stream: number | undefined;
      let requestId: string | undefined;
      const read = readStream(
        target,
        (stamp) => {
          stream ??= stamp;
        },
        controller.signal,
        (headers) => {
          requestId = headers['x-request-id']?.toString();
        },
      ).catch(() => {});
      await delay(Math.random() * target.leaveWithinMs);
      const left = { atMicros: nowMicros(), atEpochMs: Date.now() };
      controller.abort();
      await read;
      return { stream, requestId, ...left };
    }),
  );
}

/** Starts requests at a steady rate, regardless of replies; returns the number of each status. */
async function rate({ perSecond, seconds, ...target }: Target & Rate): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  const begun: Promise<void>[] = [];
  const start = performance.now();
  while (begun.length < perSecond * seconds) {
    const due = Math.min(((performance.now() - start) / 1000) * perSecond, perSecond * seconds);
    while (begun.length < due) begun.push(post(target, statuses));
    await delay(1);
  }
  await Promise.all(begun);
  return statuses;
}

async function post(target: Target, statuses: Record<number, number>): Promise<void> {
  const { statusCode, body } = await send(target);
  await body.dump();
  statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
}

/** Sends one request at a time, to each of the targets in turn; returns all times by target. */
async function alternate({ targets, requests }: { targets: Target[]; requests: number }): Promise<Timed[][]> {
  const times = targets.map((): Timed[] => []);
  for (let turn = 0; turn < requests; turn++)
    for (const [index, target] of targets.entries()) {
      const started = performance.now();
      const { statusCode, body } = await send(target);
      const text = await body.text();
      const ms = performance.now() - started;
      if (statusCode !== 200) throw new Error(`${target.url}: HTTP ${statusCode}: ${text}`);
      times[index]?.push({ ms, body: text });
    }
  return times;
}

/**
 * Runs callers that repeat their request as soon as they have their reply, until the time is over. Throws for any status
 * other than 200.
 */
async function flood({ callers, seconds, ...target }: Target & Flood): Promise<Flooded> {
  const started = performance.now();
  let calls = 0;
  const caller = async () => {
    while (performance.now() - started < 1_000 * seconds) {
      const { statusCode, body } = await send(target);
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`${target.url}: HTTP ${statusCode}: ${text}`);
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { calls, seconds: (performance.now() - started) / 1_000 };
}

answerCommands({ open, stretch, finish, drop, rate, alternate, flood });
