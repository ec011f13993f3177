import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { z } from 'zod';
import { deliver } from './delivery.ts';
import type { Reply } from './replies.ts';
import { jsonReply } from './replies.ts';
import {
  type FaultOptions,
  FaultSwitch,
  type FaultTable,
  type SimulatedRequest,
  UnknownFaultError,
} from './source-faults.ts';

/** Request as it arrived. */
type LogEntry = {
  method: string;
  /** Path without the query: "/entrez/eutils/esearch.fcgi"; empty for a connection reset before its request. */
  path: string;
  endpoint: string;
  params: Record<string, string>;
  headers: Record<string, string | undefined>;
  /** Milliseconds of the simulator's clock. */
  at: number;
  /** Status of the reply; undefined if there was none. */
  status?: number;
  /** Fault that determined the reply. */
  fault?: string;
  /** Set once the caller closed the connection before the reply was complete. */
  abandoned?: boolean;
};

export type Simulator<Mode extends string> = {
  /** Base address to set in the product. */
  url: string;
  /** Address of the control requests: {origin}/__fault, /__faults, /__log. */
  origin: string;
  close(): Promise<void>;
  setFault(mode: Mode, options?: FaultOptions): void;
  clearFaults(): void;
  log(): LogEntry[];
  clearLog(): void;
  /** Returns the maximum number of requests that arrived within any `windowMs` (default 1000). */
  maxStartsPerSecond(windowMs?: number): number;
};

export type SimulatorOptions<Mode extends string> = {
  basePath: string;
  port: number;
  now: () => number;
  faults: Readonly<Record<Mode, FaultTable[string]>>;
  /** Returns the honest reply. */
  answer(request: SimulatedRequest): Reply;
};

const faultRequest = z.strictObject({
  mode: z.string(),
  rate: z.number().min(0).max(1).optional(),
  times: z.number().int().min(0).optional(),
  seed: z.number().int().optional(),
  endpoint: z.string().optional(),
  delayMs: z.number().min(0).optional(),
  atByte: z.number().int().min(0).optional(),
});

const bodyLimitBytes = 16 * 1024 * 1024;

/** Starts a service on loopback that answers honestly until a fault is switched on. */
export async function startSimulator<Mode extends string>(
  options: SimulatorOptions<Mode>,
): Promise<Simulator<Mode>> {
  const { basePath, now } = options;
  const faults = new FaultSwitch(options.faults);
  let entries: LogEntry[] = [];
  /** Open connections that have not sent a request yet. */
  const waiting = new Set<Socket>();

  const server = createServer(
    { maxHeaderSize: 256 * 1024, keepAliveTimeout: 30_000 },
    (request, response) => {
      handle(request, response).catch((error) => {
        if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'text/plain' });
        response.end(`the simulator itself failed: ${error instanceof Error ? error.stack : error}\n`);
      });
    },
  );
  const serve = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => {});
    const goOn = () => {
      for (const listener of serve) listener.call(server, socket);
    };
    if (!faults.meetsConnections) {
      goOn();
      return;
    }
    // A connection that begins with a control request is let through, so that the fault can be switched off.
    waiting.add(socket);
    socket.once('close', () => waiting.delete(socket));
    socket.once('data', (first: Buffer) => {
      waiting.delete(socket);
      socket.pause();
      socket.unshift(first);
      if (!/^[A-Z]+ \/__/.test(first.toString('latin1')) && resets(socket)) return;
      goOn();
      socket.resume();
    });
  });

  /** Returns true if a fault affects this connection, which is then reset. */
  function resets(socket: Socket): boolean {
    const rule = faults.next(undefined);
    if (!rule) return false;
    entries.push({
      method: '',
      path: '',
      endpoint: '',
      params: {},
      headers: {},
      at: now(),
      fault: rule.mode,
    });
    socket.resetAndDestroy();
    return true;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = now();
    const target = new URL(request.url ?? '/', 'http://simulator');
    const body = await readBody(request);
    if (target.pathname.startsWith('/__')) {
      const [status, value] = controlled(`${request.method} ${target.pathname}`, body);
      deliver(jsonReply(value, status), undefined, response, {});
      return;
    }

    const params = Object.fromEntries([...target.searchParams, ...formParams(request, body)]);
    const inside = target.pathname.startsWith(`${basePath}/`);
    const endpoint = inside ? target.pathname.slice(basePath.length + 1).replace(/\.fcgi$/, '') : '';
    const simulated: SimulatedRequest = {
      method: request.method ?? 'GET',
      endpoint,
      params,
      address: request.socket.remoteAddress ?? '',
      targetLength: request.url?.length ?? 0,
      at,
    };
    const entry: LogEntry = {
      method: simulated.method,
      path: target.pathname,
      endpoint,
      params,
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]),
      ),
      at,
    };
    entries.push(entry);

    const rule = faults.next(endpoint);
    if (!rule) {
      deliver(options.answer(simulated), undefined, response, entry);
      return;
    }
    entry.fault = rule.mode;
    const outcome = rule.fault.apply({
      request: simulated,
      honest: () => options.answer(simulated),
      random: rule.random,
      options: rule.options,
    });
    if ('kind' in outcome) deliver(undefined, outcome, response, entry);
    else if ('delivery' in outcome) deliver(outcome.reply, outcome.delivery, response, entry);
    else deliver(outcome, undefined, response, entry);
  }

  /** Performs a control request and returns its status and reply. */
  function control(route: string, body: string): [status: number, value: unknown] {
    switch (route) {
      case 'POST /__fault': {
        const { mode, ...faultOptions } = faultRequest.parse(JSON.parse(body || '{}'));
        set(mode, faultOptions);
        return [200, { ok: true }];
      }
      case 'DELETE /__fault':
        faults.clear();
        return [200, { ok: true }];
      case 'GET /__faults':
        return [200, descriptions(options.faults)];
      case 'GET /__log':
        return [200, { maxStartsPerSecond: maxStarts(1000), requests: entries }];
      case 'DELETE /__log':
        entries = [];
        return [200, { ok: true }];
      default:
        return [404, { error: 'POST or DELETE /__fault, GET /__faults, GET or DELETE /__log' }];
    }
  }

  /** Performs a control request, with 400 for an invalid one. */
  function controlled(route: string, body: string): [status: number, value: unknown] {
    try {
      return control(route, body);
    } catch (error) {
      if (error instanceof z.ZodError) return [400, { error: z.prettifyError(error) }];
      if (error instanceof UnknownFaultError || error instanceof SyntaxError)
        return [400, { error: error.message }];
      throw error;
    }
  }

  function set(mode: string, faultOptions: FaultOptions): void {
    faults.set(mode, faultOptions);
    // A fault of new connections must not be hidden by idle ones that the caller still holds.
    if (options.faults[mode as Mode].onConnect) server.closeIdleConnections();
  }

  function maxStarts(windowMs: number): number {
    const times = entries.map((entry) => entry.at).sort((left, right) => left - right);
    let most = 0;
    for (let first = 0, last = 0; last < times.length; last += 1) {
      while ((times[last] ?? 0) - (times[first] ?? 0) >= windowMs) first += 1;
      most = Math.max(most, last - first + 1);
    }
    return most;
  }

  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}${basePath}`,
    origin,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      for (const socket of waiting) socket.destroy();
      await closed;
    },
    setFault: set,
    clearFaults: () => faults.clear(),
    log: () => entries.slice(),
    clearLog: () => {
      entries = [];
    },
    maxStartsPerSecond: (windowMs = 1000) => maxStarts(windowMs),
  };
}

/** Returns a fault table as mode → description. */
export function descriptions<Mode extends string>(
  faults: Readonly<Record<Mode, FaultTable[string]>>,
): Record<Mode, string> {
  const pairs = Object.entries<FaultTable[string]>(faults).map(([mode, fault]) => [mode, fault.description]);
  return Object.fromEntries(pairs);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > bodyLimitBytes) throw new Error('request body over the limit');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function formParams(request: IncomingMessage, body: string): Iterable<[string, string]> {
  const type = request.headers['content-type'] ?? '';
  return type.startsWith('application/x-www-form-urlencoded') ? new URLSearchParams(body) : [];
}
