import { randomBytes } from 'node:crypto';
import type { Clock } from '@citewell/core/clock.ts';
import type { Language } from '@citewell/sdk';
import { countingMeter } from '../accounting/meter.ts';
import type { LlmConfig } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import type { RequestMetrics } from '../platform/request-metrics.ts';
import type { Timing } from './attempt.ts';
import { type CircuitBreakers, createCircuitBreakers } from './circuit-breakers.ts';
import { jsonOfReply } from './json-reply.ts';
import type { Model, ModelCallContext, ModelRole, ReplyTask, Task } from './model.ts';
import { callModel, type ModelCall, type ModelCallDependencies } from './model-call.ts';
import { ModelError } from './model-error.ts';
import type { ChatMessage } from './prompts/message.ts';
import { createAnthropic } from './providers/anthropic.ts';
import { createOpenAiCompatible } from './providers/openai-compatible.ts';
import type { ChatProvider } from './providers/provider.ts';
import { flag, type StructuredOutput, strictReply } from './reply-schema.ts';
import { createTokenCounter, type TokenCounter } from './tokens/token-count.ts';

export type ProviderModelOptions = {
  config: LlmConfig;
  clock: Clock;
  log: Log;
  /** Circuit breakers, for callers that need their state; by default separate ones. */
  breakers?: CircuitBreakers;
  /** Token counter that the model shares and does not close; by default its own. */
  counter?: TokenCounter;
  /** Records the outcome of each request to the model of a role. */
  recordRequest?: ((role: ModelRole, request: RequestMetrics) => void) | undefined;
  /** Random numbers in [0, 1), for jitter and for the boundaries of data in prompts: they must not be guessable. */
  random?: () => number;
  /** Timing that replaces the defaults of every task. */
  timing?: Partial<Timing>;
};

/** Models of an LLM provider, one per role. */
export type ProviderModel = Model & {
  /** Requests one word from the model of a role, charged to no key. */
  probe(role: ModelRole, signal: AbortSignal): Promise<void>;
  /**
   * Returns the form of JSON requests that the model of a role accepts, learnt from its first such reply; undefined
   * until then.
   */
  structuredOutput(role: ModelRole): StructuredOutput | undefined;
  /** Ends the connections, and the token counter if it is its own. */
  close(): Promise<void>;
};

/** Milliseconds from the end of a reply to the end of its stream. */
const tailMs = 2_000;

/** Notice for a text that stops at its token limit. */
const truncationNotice: Record<Language, string> = {
  en: '\n\n*(The answer ends here because it reached its length limit.)*',
  zh: '\n\n*（回答已达到长度上限，在此截断。）*',
};

export function createProviderModel(options: ProviderModelOptions): ProviderModel {
  const { config, clock, log, recordRequest, random = cryptoRandom } = options;
  const { models, contextTokens } = config;
  const provider = createProvider(config, clock);
  const { counter = createTokenCounter() } = options;
  const dependencies: ModelCallDependencies = {
    provider,
    breakers: options.breakers ?? createCircuitBreakers(clock),
    counter,
    random,
    log,
    contextTokens,
    reasoningModels: new Set(),
    silentModels: new WeakMap(),
  };

  /** Creates the request of a task; `messagesOf` gets the function that builds its prompt. */
  function callFor<Input>(
    task: Task<Input> & Pick<ReplyTask<Input, unknown>, 'json'>,
    input: Input,
    again: boolean,
    messagesOf: (make: () => readonly ChatMessage[]) => () => readonly ChatMessage[],
  ): ModelCall {
    const { kind, role, json, temperature, maxAttempts, minTokens, totalMs } = task;
    const model = models[role];
    if (model === undefined) throw new ModelError('provider_error');
    const boundary = [random(), random()].map(toHex).join('');
    const maxTokens = typeof task.maxTokens === 'number' ? task.maxTokens : task.maxTokens(input);
    return {
      kind,
      request: {
        ...{ model, maxTokens, temperature, ...(json && { json }) },
        messages: messagesOf(() => task.prompt(input, { boundary, contextTokens, maxTokens, again })),
      },
      timing: { firstPartMs: config.firstWordMs, partMs: config.pauseMs, tailMs, totalMs, ...options.timing },
      maxAttempts,
      minTokens,
      recordRequest: recordRequest && ((request) => recordRequest(role, request)),
    };
  }

  async function replyText<Input>(
    task: ReplyTask<Input, unknown>,
    input: Input,
    again: boolean,
    context: ModelCallContext,
  ): Promise<string> {
    const call = callFor(task, input, again, kept);
    let text = '';
    const discardText = () => {
      text = '';
    };
    const reason = await callModel({ ...call, discardText }, dependencies, context, (part) => {
      if (part.type === 'text') text += part.text;
      return undefined;
    });
    if (reason === 'length' && task.mustBeComplete) throw new ModelError('cut');
    if (task.json && reason === 'stop' && jsonOfReply(text) === undefined)
      provider.noteNoJson(call.request.model);
    return text;
  }

  const model: ProviderModel = {
    name: `${config.provider}/${models.writer}`,
    contextTokens,
    has: (role) => models[role] !== undefined,
    async reply(task, input, context) {
      for (let replies = 1; replies <= (task.maxReplies ?? 1); replies += 1) {
        const read = task.read(await replyText(task, input, replies > 1, context), input);
        if (read !== undefined) return read;
      }
      throw new ModelError('bad_json');
    },
    async write(task, input, context, take) {
      const reason = await callModel(callFor(task, input, false, rebuilt), dependencies, context, take);
      if (reason === 'length') await take({ type: 'text', text: truncationNotice[input.language] });
    },
    async probe(role, signal) {
      await model.reply(probeOf(role), {}, { signal, meter: countingMeter() });
    },
    structuredOutput(role) {
      const name = models[role];
      return name === undefined || role === 'vision' ? undefined : provider.structuredOutput(name);
    },
    async close() {
      await Promise.all([provider.close(), !options.counter && counter.close()]);
    },
  };
  return model;
}

/** Messages of a short reply, which are kept in memory. */
function kept(make: () => readonly ChatMessage[]): () => readonly ChatMessage[] {
  const messages = make();
  return () => messages;
}

/** Messages of a long reply, rebuilt after they were garbage collected. */
function rebuilt(make: () => readonly ChatMessage[]): () => readonly ChatMessage[] {
  let held: WeakRef<readonly ChatMessage[]> | undefined;
  return () => {
    const known = held?.deref();
    if (known) return known;
    const made = make();
    held = new WeakRef(made);
    return made;
  };
}

/** Kinds of the steps by which the models of the roles are probed. */
const probedAs = {
  planner: 'plan',
  writer: 'chat',
  verifier: 'verify',
  vision: 'vision',
  reranker: 'rank',
} as const;

/** Task of one word. A role that needs JSON learns in which form the model accepts it; the content does not matter. */
function probeOf(role: ModelRole): ReplyTask<object, string> {
  const isText = role === 'vision';
  const text = isText
    ? 'Reply with the one word: ready'
    : 'Reply with this JSON object alone: {"ready": true}';
  return {
    ...{ kind: probedAs[role], role },
    prompt: () => [{ role: 'user', text }],
    ...(!isText && { json: strictReply('ready', { ready: flag }) }),
    read: (reply) => reply,
    ...{ maxTokens: 500, temperature: 0, maxAttempts: 2, totalMs: 60_000 },
  };
}

function createProvider({ provider: name, baseUrl, apiKey }: LlmConfig, clock: Clock): ChatProvider {
  return name === 'anthropic'
    ? createAnthropic({ baseUrl, apiKey, clock })
    : createOpenAiCompatible({ name, baseUrl, apiKey, clock });
}

function cryptoRandom(): number {
  return randomBytes(6).readUIntBE(0, 6) / 2 ** 48;
}

/** 8 hexadecimal digits. */
function toHex(number: number): string {
  return Math.floor(number * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
}
