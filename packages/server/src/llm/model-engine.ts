import { randomBytes } from 'node:crypto';
import type { Clock } from '@citewell/core/clock.ts';
import { tokenUpperBound } from '@citewell/core/text/token-estimate.ts';
import type { Language } from '@citewell/sdk';
import { z } from 'zod';
import { countingMeter, type StepIntent } from '../accounting/meter.ts';
import type { LlmConfig } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import type { Observed } from '../platform/observe.ts';
import type { Timing } from './attempt.ts';
import { type Call, type CallDependencies, callModel } from './call.ts';
import { type CircuitBreakers, createCircuitBreakers } from './circuit-breaker.ts';
import {
  type Engine,
  type EngineContext,
  EngineError,
  type ModelRole,
  type ScoreInput,
  type SearchPlan,
  type SecondSearchInput,
} from './engine.ts';
import { fitHistory, fitWriteInput, fullTextRoom } from './fit-evidence.ts';
import { jsonOfReply } from './json-reply.ts';
import { answerPrompt } from './prompts/answer.ts';
import { avatarPrompt } from './prompts/avatar.ts';
import { checkPrompt } from './prompts/check.ts';
import { imagePrompt } from './prompts/image.ts';
import type { ChatMessage } from './prompts/message.ts';
import { planPrompt } from './prompts/plan.ts';
import { polishPrompt } from './prompts/polish.ts';
import { replySchemas } from './prompts/reply-schemas.ts';
import { scoreRecordsPrompt } from './prompts/score-records.ts';
import { secondSearchPrompt } from './prompts/second-search.ts';
import { createAnthropic } from './providers/anthropic.ts';
import { createOpenAiCompatible } from './providers/openai-compatible.ts';
import type { ChatProvider } from './providers/provider.ts';
import { readVerification } from './read-verification.ts';
import { createReviewWriter } from './review-writer.ts';
import { createTokenCounter, type TokenCounter } from './tokens/token-count.ts';

export type ModelEngineOptions = {
  config: LlmConfig;
  clock: Clock;
  log: Log;
  /** Circuit breakers, for callers that need their state; by default separate ones. */
  breakers?: CircuitBreakers;
  /** Token counter that the engine shares and does not close; by default its own. */
  counter?: TokenCounter;
  /** Observer that is notified of each request to the model of a role. */
  observe?: ((role: ModelRole, request: Observed) => void) | undefined;
  /** Random numbers in [0, 1), for jitter and for the boundaries of data in prompts: they must not be guessable. */
  random?: () => number;
  /** Timing that replaces the defaults of every role. */
  timing?: Partial<Timing>;
};

/**
 * Limits of the roles. A plan takes 150 tokens, an answer of 350 words (600 Chinese characters) with its markers about
 * 900, a description of 200 words about 300: the limits leave room without letting a model that rambles run up a bill.
 * A plan that exceeds its time limit is too late: the search has begun without it. Half an answer is useful if it says
 * that it was cut; half a plan is not.
 */
const roles = {
  plan: { maxTokens: 400, temperature: 0, tries: 1, totalMs: 8_000 },
  // Thirty numbers with a grade each. Like a plan, an order is worth only a moment.
  rank: { maxTokens: 300, temperature: 0, tries: 1, totalMs: 8_000 },
  // Below the 120 s of a call: quotations still fit after a model that reasons until its time is over.
  write: { maxTokens: 2_000, minTokens: 500, temperature: 0.2, tries: 2, totalMs: 105_000 },
  vision: { maxTokens: 600, temperature: 0, tries: 2, totalMs: 60_000 },
  // For a segment of usual length; each has its own limit.
  polish: { maxTokens: 3_000, temperature: 0.2, tries: 2, totalMs: 60_000 },
  chat: { maxTokens: 500, temperature: 0.3, tries: 2, totalMs: 60_000 },
  // Nine parts with a quotation each.
  verify: { maxTokens: 900, temperature: 0, tries: 2, totalMs: 30_000 },
} as const;

type Role = Pick<Call, 'tries' | 'minTokens'> & { maxTokens: number; temperature: number; totalMs: number };

/**
 * Tokens of instructions, whole abstracts and a planner's prompt, for computing a hold (`npm run eval -- evidence`).
 */
const usualPromptTokens = 10_000;

/**
 * Tokens of a second look: the titles of a first search, and thirty records for a reranker (`npm run eval --
 * second-look`).
 */
const usualSecondSearchTokens = 2_000;
const usualScoreTokens = 8_000;

/** Tokens of instructions, a sentence and an abstract of usual length. */
const usualCheckTokens = 1_800;

/**
 * Tokens of instructions and a segment of usual length; of a persona's instructions and a few sentences of evidence.
 */
const usualPolishTokens = 3_000;
const usualChatTokens = 1_500;

/** Maximum length of a polished text relative to the original, beyond which it is a different text. */
const polishGrowth = 1.3;

/** Milliseconds from the end of a reply to the end of its stream. */
const tailMs = 2_000;

const conceptsSchema = z
  .array(
    z.object({
      term: z.string().trim().min(1).max(100),
      // Not worth rejecting a plan for.
      zh: z.string().trim().max(40).optional().catch(undefined),
      synonyms: z.array(z.string().trim().min(1).max(100)).default([]),
    }),
  )
  .default([]);
const planSchema = z.object({
  question: z.string().trim().max(1_000).default(''),
  concepts: conceptsSchema,
});
const secondSearchSchema = z.object({ enough: z.boolean(), concepts: conceptsSchema });
const scoresSchema = z.object({ relevance: z.record(z.string(), z.number().min(0).max(3)) });

/** Notice for an answer that stops at its token limit. */
const cutShort: Record<Language, string> = {
  en: '\n\n*(The answer ends here because it reached its length limit.)*',
  zh: '\n\n*（回答已达到长度上限，在此截断。）*',
};

/**
 * Creates an engine that writes with a model of an LLM provider. `close` ends its connections and a token counter of its own.
 */
export function createModelEngine(options: ModelEngineOptions): Engine & { close(): Promise<void> } {
  const { config, clock, log, observe, random = cryptoRandom } = options;
  const { models } = config;
  const pace = { firstPartMs: config.firstWordMs, partMs: config.pauseMs, tailMs };
  const provider = createProvider(config, clock);
  const { counter = createTokenCounter() } = options;
  const dependencies: CallDependencies = {
    provider,
    breakers: options.breakers ?? createCircuitBreakers(clock),
    counter,
    random,
    log,
    contextTokens: config.contextTokens,
    observe: observe && ((kind, request) => observe(roleOf(kind), request)),
    thinkers: new Set(),
    silent: new WeakMap(),
  };
  const boundary = () => [random(), random()].map(toHex).join('');

  function call(
    kind: keyof typeof roles,
    request: Pick<Call['request'], 'model' | 'messages' | 'json'>,
  ): Call {
    const { maxTokens, minTokens, temperature, tries, totalMs }: Role = roles[kind];
    return {
      kind,
      request: { ...request, maxTokens, temperature },
      timing: { ...pace, totalMs, ...options.timing },
      tries,
      minTokens,
    };
  }
  /** Requests a reply that is used whole or not at all. */
  async function wholeReply(whole: Call, context: EngineContext) {
    let text = '';
    const discardText = () => {
      text = '';
    };
    const reason = await callModel({ ...whole, discardText }, dependencies, context, (part) => {
      if (part.type === 'text') text += part.text;
      return undefined;
    });
    return { text, reason };
  }
  async function reply(whole: Call, context: EngineContext): Promise<string> {
    const { text, reason } = await wholeReply(whole, context);
    const { model, json } = whole.request;
    if (json && reason === 'stop' && jsonOfReply(text) === undefined) provider.noteNoJson(model);
    return text;
  }

  return {
    name: `${config.provider}/${models.writer}`,
    vision: models.vision !== undefined,
    answerHold:
      // A small window has no room for a usual prompt.
      Math.min(usualPromptTokens, config.contextTokens) +
      roles.plan.maxTokens +
      roles.write.maxTokens +
      (config.secondSearch ? usualSecondSearchTokens + roles.plan.maxTokens : 0) +
      (models.reranker ? usualScoreTokens + roles.rank.maxTokens : 0),

    fullTextHold: fullTextRoom(config.contextTokens),

    async planSearch(input, context) {
      const messages = same(planPrompt({ ...input, history: fitHistory(input.history) }, boundary()));
      const json = replySchemas.plan;
      const text = await reply(call('plan', { model: models.planner, messages, json }), context);
      const plan = readPlan(text, input.question);
      if (!plan) throw new EngineError('bad_json');
      return plan;
    },

    ...(config.secondSearch && {
      async planSecondSearch(input: SecondSearchInput, context: EngineContext) {
        const messages = same(
          secondSearchPrompt({ ...input, history: fitHistory(input.history) }, boundary()),
        );
        const json = replySchemas.secondSearch;
        const text = await reply(call('plan', { model: models.planner, messages, json }), context);
        const { data } = secondSearchSchema.safeParse(jsonOfReply(text));
        if (!data) throw new EngineError('bad_json');
        return data.enough ? undefined : { question: input.question, concepts: searchable(data.concepts) };
      },
    }),

    ...(models.reranker && {
      async scoreRecords(input: ScoreInput, context: EngineContext) {
        const messages = same(scoreRecordsPrompt(input, boundary()));
        const json = replySchemas.relevance;
        const request = call('rank', { model: models.reranker ?? '', messages, json });
        const { data } = scoresSchema.safeParse(jsonOfReply(await reply(request, context)));
        if (!data) throw new EngineError('bad_json');
        return input.records.map((_, at) => data.relevance[String(at + 1)] ?? 0);
      },
    }),

    async writeAnswer(input, context, take) {
      const mark = boundary();
      const messages = madeAgain(() => answerPrompt(fitWriteInput(input, config.contextTokens), mark));
      const request = call('write', { model: models.writer, messages });
      const reason = await callModel(request, dependencies, context, take);
      if (reason === 'length') await take({ type: 'text', text: cutShort[input.language] });
    },

    verifyHold: usualCheckTokens + roles.verify.maxTokens,

    async verifyCitation(input, context) {
      for (const again of [false, true]) {
        const messages = same(checkPrompt(input, boundary(), again));
        const json = replySchemas.verification;
        const text = await reply(call('verify', { model: models.verifier, messages, json }), context);
        const verification = readVerification(text, input);
        if (verification) return verification;
      }
      throw new EngineError('bad_json');
    },

    polishHold: usualPolishTokens + roles.polish.maxTokens,

    async polish(input, context) {
      const messages = same(polishPrompt(input, boundary()));
      const request = call('polish', { model: models.writer, messages });
      const maxTokens = Math.ceil(tokenUpperBound(input.text) * polishGrowth) + 200;
      const whole = { ...request, request: { ...request.request, maxTokens } };
      const { text, reason } = await wholeReply(whole, context);
      // Half a segment would look like one whose end was left out.
      if (reason === 'length') throw new EngineError('cut');
      return text;
    },

    chatHold: usualChatTokens + roles.chat.maxTokens,

    async chat(input, context, take) {
      const history = fitHistory(input.history);
      const messages = same(avatarPrompt({ ...input, history }, boundary()));
      const reason = await callModel(
        call('chat', { model: models.writer, messages }),
        dependencies,
        context,
        take,
      );
      if (reason === 'length') await take({ type: 'text', text: cutShort[input.language] });
    },

    async describeImages(input, context) {
      if (!models.vision) throw new EngineError('provider_error');
      const messages = same(imagePrompt(input, boundary()));
      return (await reply(call('vision', { model: models.vision, messages }), context)).trim();
    },

    review: createReviewWriter({
      models,
      contextTokens: config.contextTokens,
      boundary,
      reply: ({ kind, tries, totalMs, messages, ...request }, context) =>
        reply(
          {
            kind,
            request: { ...request, messages: same(messages) },
            tries,
            timing: { ...pace, totalMs, ...options.timing },
          },
          context,
        ),
    }),

    async probe(role, signal) {
      const model = models[role];
      if (!model) throw new EngineError('provider_error');
      // A role that needs JSON learns in which form the model accepts it; the content does not matter.
      const request = role === 'vision' ? { text: 'Reply with the one word: ready' } : readyRequest;
      const { text, ...json } = request;
      const messages = same([{ role: 'user' as const, text }]);
      await reply(call(probedAs[role], { model, messages, ...json }), { signal, meter: countingMeter() });
    },

    structuredOutput(role) {
      const model = models[role];
      return model === undefined || role === 'vision' ? undefined : provider.structuredOutput(model);
    },

    async close() {
      await Promise.all([provider.close(), !options.counter && counter.close()]);
    },
  };
}

/** Messages of a short reply, which are kept in memory. */
function same(messages: readonly ChatMessage[]): () => readonly ChatMessage[] {
  return () => messages;
}

/** Messages of a long reply, rebuilt after they were garbage collected. */
function madeAgain(make: () => readonly ChatMessage[]): () => readonly ChatMessage[] {
  let kept: WeakRef<readonly ChatMessage[]> | undefined;
  return () => {
    const known = kept?.deref();
    if (known) return known;
    const made = make();
    kept = new WeakRef(made);
    return made;
  };
}

function roleOf(kind: StepIntent['kind']): ModelRole {
  if (kind === 'plan') return 'planner';
  if (kind === 'rank') return 'reranker';
  return kind === 'verify' ? 'verifier' : kind === 'vision' ? 'vision' : 'writer';
}

const readyRequest = { text: 'Reply with this JSON object alone: {"ready": true}', json: replySchemas.ready };

/** Time limits for one word from the model of a role. */
const probedAs = {
  planner: 'plan',
  writer: 'chat',
  verifier: 'verify',
  vision: 'vision',
  reranker: 'rank',
} as const;

function createProvider({ provider: name, baseUrl, apiKey }: LlmConfig, clock: Clock): ChatProvider {
  return name === 'anthropic'
    ? createAnthropic({ baseUrl, apiKey, clock })
    : createOpenAiCompatible({ name, baseUrl, apiKey, clock });
}

/** Parses a plan. Concepts must be searchable in English; beyond a handful, further ones only blur the query. */
function readPlan(text: string, question: string): SearchPlan | undefined {
  const { data } = planSchema.safeParse(jsonOfReply(text));
  if (!data) return undefined;
  return { question: data.question || question, concepts: searchable(data.concepts) };
}

/** Returns the concepts that can be searched for in English. */
function searchable(concepts: z.output<typeof conceptsSchema>): SearchPlan['concepts'] {
  const inEnglish = (term: string) => !/\p{Script=Han}/u.test(term);
  return concepts
    .filter(({ term }) => inEnglish(term))
    .slice(0, 6)
    .map(({ term, zh, synonyms }) => ({
      term,
      ...(zh && !inEnglish(zh) && { zh }),
      synonyms: synonyms.filter(inEnglish).slice(0, 6),
    }));
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
