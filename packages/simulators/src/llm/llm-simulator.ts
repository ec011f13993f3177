import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Dialect } from './dialects/dialect.ts';
import { jsonAlone } from './dialects/dialect.ts';
import { type DialectName, dialects } from './dialects/dialects.ts';
import { brokenBySimulator, deliver, type ReplayOptions, replay } from './llm-delivery.ts';
import { type LlmFaultMode, type LlmFaultOptions, type LlmOutcome, llmFaults } from './llm-faults.ts';
import { type ChatBody, obedientReply, promptText, type Role, roleOf } from './llm-injection-victim.ts';
import { loadRecording, type Recording } from './llm-recordings.ts';
import { type LlmScript, scriptedReply, streamFrames, wholeReply } from './llm-reply.ts';
import type { ReviewLie } from './llm-review-lies.ts';
import { noteSent, nothingSent, type Sent } from './llm-sent.ts';

export { llmFaults } from './llm-faults.ts';

/** Request to a model, as it arrived. */
export type LlmLogEntry = {
  path: string;
  role: Role;
  headers: Record<string, string | undefined>;
  body: ChatBody & Record<string, unknown>;
  /** Port of the caller: the same for requests on one connection. */
  connection: number | undefined;
  fault?: LlmFaultMode;
  /** Output sent so far; replayed recordings are not counted. */
  sent: Sent;
};

export type LlmSimulator = {
  /** Value of CITEWELL_LLM_BASE_URL: the address with /v1. */
  url: string;
  /** Address of the control requests. */
  origin: string;
  /**
   * Sets the model's reply to later requests of this role (default `write`) whose prompt contains `match`, if given;
   * undefined restores the obedient reply.
   */
  setScript(script: LlmScript | undefined, role?: Role, match?: string): void;
  setFault(mode: LlmFaultMode, options?: LlmFaultOptions): void;
  clearFaults(): void;
  /** Sets a listener that is called with every request, and awaited before it is answered. */
  onRequest(listener: ((entry: LlmLogEntry) => unknown) | undefined): void;
  /** Sets the reasoning of the obedient reply, and how it is sent; undefined for none. */
  think(thought: Pick<LlmScript, 'reasoning' | 'reasoningAs'> | undefined): void;
  /** Sets the respect in which replies to review prompts are false; undefined for none. */
  lieInReviews(lie: ReviewLie | undefined): void;
  /** Sets the server to imitate; undefined for plain chat completions, which accept every field. */
  speak(dialect: DialectName | undefined): void;
  /** Sets a recording for every later request; undefined for none. */
  replay(file: string | undefined, options?: ReplayOptions): void;
  requests(): LlmLogEntry[];
  clearLog(): void;
  /** Returns the number of requests being answered. */
  openCalls(): number;
  /** Returns the times at which callers disconnected before the end of their reply, in epoch milliseconds. */
  closedByClient(): number[];
  close(): Promise<void>;
};

type Rule = { mode: LlmFaultMode; options: LlmFaultOptions; left: number };
type ScriptRule = { script: LlmScript; role: Role; match: string | undefined };

/**
 * Simulates an OpenAI-compatible model on loopback. Without a script it obeys its prompt: plans as JSON, answers from
 * the evidence block with its evidence ids. It answers any path that ends in chat/completions, and replays recordings
 * on any other too.
 */
export async function startLlmSimulator({ port = 0 }: { port?: number } = {}): Promise<LlmSimulator> {
  let scripts: ScriptRule[] = [];
  let listener: ((entry: LlmLogEntry) => unknown) | undefined;
  let rules: Rule[] = [];
  let dialect: Dialect | undefined;
  let lie: ReviewLie | undefined;
  let thought: Pick<LlmScript, 'reasoning' | 'reasoningAs'> | undefined;
  let recording: (ReplayOptions & { file: Recording }) | undefined;
  let log: LlmLogEntry[] = [];
  let closed: number[] = [];
  let open = 0;

  const simulator = {
    setScript(script: LlmScript | undefined, role: Role = 'write', match?: string) {
      scripts = scripts.filter((rule) => rule.role !== role || rule.match !== match);
      // Scripts for certain prompts take precedence over those for all.
      if (script)
        scripts = match ? [{ script, role, match }, ...scripts] : [...scripts, { script, role, match }];
    },
    lieInReviews(next: ReviewLie | undefined) {
      lie = next;
    },
    setFault(mode: LlmFaultMode, options: LlmFaultOptions = {}) {
      if (!Object.hasOwn(llmFaults, mode))
        throw new Error(`no fault "${mode}"; there are: ${Object.keys(llmFaults).join(', ')}`);
      rules = rules.filter(
        (rule) =>
          rule.mode !== mode || rule.options.role !== options.role || rule.options.match !== options.match,
      );
      rules.push({ mode, options, left: options.times ?? Number.POSITIVE_INFINITY });
    },
    clearFaults() {
      rules = [];
    },
    onRequest(next: ((entry: LlmLogEntry) => unknown) | undefined) {
      listener = next;
    },
    think(next: typeof thought) {
      thought = next;
    },
    speak(name: DialectName | undefined) {
      if (name !== undefined && !Object.hasOwn(dialects, name))
        throw new Error(`no dialect "${name}"; there are: ${Object.keys(dialects).join(', ')}`);
      dialect = name && dialects[name];
    },
    replay(file: string | undefined, options: ReplayOptions = {}) {
      recording = file === undefined ? undefined : { ...options, file: loadRecording(file) };
    },
    requests: () => log.slice(),
    clearLog() {
      log = [];
      closed = [];
    },
    openCalls: () => open,
    closedByClient: () => closed.slice(),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://simulator').pathname;
    const body = await readBody(request);
    const route = `${request.method} ${path}`;
    if (path.startsWith('/__')) {
      try {
        json(response, 200, control(route, body));
      } catch (error) {
        json(response, 400, { error: error instanceof Error ? error.message : String(error) });
      }
      return;
    }
    if (route === 'GET /v1/models') {
      json(response, 200, { object: 'list', data: [{ id: 'simulated', object: 'model' }] });
      return;
    }
    const ending = dialect?.path ?? '/chat/completions';
    if (request.method !== 'POST' || !(recording || path.endsWith(ending))) {
      json(response, 404, { error: { message: `no ${route} here` } });
      return;
    }

    const sent = JSON.parse(body) as LlmLogEntry['body'];
    const chat = dialect?.asChat?.(sent) ?? sent;
    const role = roleOf(chat);
    const headers = Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]);
    const entry: LlmLogEntry = {
      path,
      role,
      headers: Object.fromEntries(headers),
      body: sent,
      connection: request.socket.remotePort,
      sent: nothingSent(),
    };
    log.push(entry);
    open += 1;
    response.on('close', () => {
      open -= 1;
      const { writableFinished } = response;
      entry.sent.over = brokenBySimulator(response) ? 'broken' : writableFinished ? 'complete' : 'left';
      if (entry.sent.over === 'left') closed.push(Date.now());
    });
    await listener?.(entry);
    if (recording) {
      await replay(recording, response);
      return;
    }

    const refusal = dialect?.refuse(sent);
    if (refusal) {
      await deliver(refusal, response, entry.sent);
      return;
    }
    const prompt = promptText(chat);
    const said = scripts.find((rule) => rule.role === role && prompt.includes(rule.match ?? ''));
    // JSON has few spaces: in chunks of one word, an outline would be only a few tokens.
    const isJson = dialect ? dialect.enforcesJson(sent) : chat.response_format !== undefined;
    const chunks = isJson ? { chunkCharacters: 4 } : {};
    const script: LlmScript = said?.script ?? { text: obedientReply(chat, lie), ...chunks, ...thought };
    const held = dialect && isJson ? { ...script, text: jsonAlone(script.text ?? '') } : script;
    const reply = scriptedReply(held, chat.model ?? 'simulated', prompt);
    const honest = dialect?.frames(reply, sent) ?? streamFrames(reply);
    const outcome = faultFor(role, entry, prompt, ({ mode, options }) => {
      const apply = dialect?.faults[mode] ?? llmFaults[mode].apply;
      return apply(honest, options, sent);
    });
    if (!outcome && !chat.stream) {
      for (const { bytes } of honest) noteSent(entry.sent, bytes);
      json(response, 200, wholeReply(reply));
      return;
    }
    const delivery = outcome ?? { kind: 'frames', frames: honest, ending: 'end' };
    await deliver(delivery, response, entry.sent, script.delayMs);
  }

  function faultFor(
    role: Role,
    entry: LlmLogEntry,
    prompt: string,
    apply: (rule: Rule) => LlmOutcome | undefined,
  ): LlmOutcome | undefined {
    for (const rule of rules) {
      const { role: only, match = '' } = rule.options;
      if (rule.left <= 0 || (only && only !== role) || !prompt.includes(match)) continue;
      const outcome = apply(rule);
      if (!outcome) continue;
      rule.left -= 1;
      entry.fault = rule.mode;
      return outcome;
    }
    return undefined;
  }

  /** Performs a control request and returns its reply. */
  function control(route: string, body: string): object {
    const input = JSON.parse(body || '{}');
    switch (route) {
      case 'POST /__script': {
        const { role, match, ...script } = input;
        simulator.setScript(Object.keys(script).length > 0 ? script : undefined, role, match);
        break;
      }
      case 'POST /__fault': {
        const { mode, ...options } = input;
        simulator.setFault(mode, options);
        break;
      }
      case 'DELETE /__fault':
        simulator.clearFaults();
        break;
      case 'POST /__dialect':
        simulator.speak(input.name);
        break;
      case 'POST /__replay': {
        const { file, ...options } = input;
        simulator.replay(file, options);
        break;
      }
      case 'DELETE /__log':
        simulator.clearLog();
        break;
      case 'GET /__faults':
        return faultDescriptions();
      case 'GET /__log':
        return { openCalls: open, closedByClient: closed, requests: log };
      default:
        throw new Error(`no ${route}: POST /__script, POST /__dialect, POST /__replay, POST or DELETE /__fault, GET /__faults, \
GET or DELETE /__log`);
    }
    return { ok: true };
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.on('connection', (socket) => socket.on('error', () => {}));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...simulator,
    url: `${origin}/v1`,
    origin,
    async close() {
      const ended = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await ended;
    },
  };
}

/** Faults by name, for people. */
export function faultDescriptions(): Record<string, string> {
  return Object.fromEntries(Object.entries(llmFaults).map(([mode, { description }]) => [mode, description]));
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(`${JSON.stringify(value)}\n`);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
