import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it, type TestContext } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import { type DialectName, dialects } from '@citewell/simulators/llm/dialects/dialects.ts';
import { type LlmSimulator, startLlmSimulator } from '@citewell/simulators/llm/llm-simulator.ts';
import { until } from '@citewell/simulators/until.ts';
import type { WriteInput } from '../features/answers/model/answer-prompt.ts';
import { answerTask, imageTask } from '../features/answers/model/answer-tasks.ts';
import type { VerifyInput } from '../features/citation-checks/verifier/verification.ts';
import { verifyTask } from '../features/citation-checks/verifier/verify-task.ts';
import { frameTask, outlineTask, scopeTask, studiesTask } from '../features/reviews/model/review-tasks.ts';
import { toCitable } from '../literature/ranking/passage.ts';
import type { LlmConfig } from '../platform/config.ts';
import { planTask, scoreTask, secondSearchTask } from '../retrieval/planning/search-tasks.ts';
import { recordingMeter } from '../testing/accounting/recording-meter.ts';
import type { ModelFailure } from './model-error.ts';
import { createProviderModel } from './provider-model.ts';
import type { StructuredOutput } from './reply-schema.ts';

/**
 * Tests the model against each server's documented protocol: output and counts are the same, whatever the server's
 * differences. docs/operator/models.md lists them.
 */

type Conduct = {
  /** Form in which it accepts requests for JSON. */
  structured: StructuredOutput;
  /** Requests for the first plan: the rejected ones and the accepted one. */
  firstPlan: number;
  /** Indicates that it reports cached tokens. */
  reportsCached: boolean;
  /** Indicates that it sends its reasoning. */
  sendsThought?: false;
  /** Indicates that it reports its usage by default. */
  reportsUsage?: true;
  /** Failure for a prompt that is too long; `none` if the server truncates it. */
  tooLong?: 'none';
  /** Failure for this server's way of breaking off in the middle of a stream. */
  breaksOff?: ModelFailure;
  provider?: LlmConfig['provider'];
  limit?: 'max_completion_tokens';
};

const conducts: Record<DialectName, Conduct> = {
  ollama: { structured: 'schema', firstPlan: 1, reportsCached: false, tooLong: 'none' },
  vllm: { structured: 'schema', firstPlan: 1, reportsCached: true },
  'vllm-early': { structured: 'json', firstPlan: 3, reportsCached: false, reportsUsage: true },
  'llama.cpp': { structured: 'schema', firstPlan: 1, reportsCached: true, breaksOff: 'cut' },
  'lm-studio': { structured: 'schema', firstPlan: 1, reportsCached: false },
  deepseek: { structured: 'json', firstPlan: 2, reportsCached: true, reportsUsage: true },
  qwen: { structured: 'json', firstPlan: 2, reportsCached: true },
  'qwen-reasoning': { structured: 'text', firstPlan: 3, reportsCached: true },
  openai: {
    ...{ structured: 'schema', firstPlan: 3, reportsCached: true, sendsThought: false },
    ...{ provider: 'openai', limit: 'max_completion_tokens' },
  },
  anthropic: {
    ...{ structured: 'schema', firstPlan: 2, reportsCached: true, reportsUsage: true },
    provider: 'anthropic',
  },
};

/** Servers that can run without a parser for reasoning. */
const local: readonly DialectName[] = ['ollama', 'vllm', 'vllm-early', 'llama.cpp', 'lm-studio'];

const passage = (id: string, text: string) => ({
  ...{ id, article: toCitable(anArticle('38000001')), text, label: 'RESULTS' },
  ...{ start: 0, end: text.length, score: 1 },
});
const input: WriteInput = {
  ...{ question: 'Does metformin lower HbA1c?', history: [], language: 'en', attachment: [] },
  passages: [passage('E1', 'HbA1c fell by 1.1 %.')],
};
const planInput = { question: input.question, history: [], language: 'en' as const };
const claim: VerifyInput = {
  ...{ sentence: 'HbA1c fell by 1.1 %.', title: 'Metformin', abstract: 'HbA1c fell by 1.1 %.' },
  ...{ language: 'en', alignment: { verdict: 'undetermined', passages: [], differences: [] } },
};
const usage = { promptTokens: 900, completionTokens: 40, cachedTokens: 64 };
const thought = 'They ask about HbA1c. [E1] fits.';
const text = 'HbA1c fell by 1.1 % [E1].\n\nThe < 0.05 [E1] is small.';

for (const [name, conduct] of Object.entries(conducts) as [DialectName, Conduct][])
  describe(`the protocol of ${dialects[name].name}`, () => {
    let simulator: LlmSimulator;
    before(async () => {
      simulator = await startLlmSimulator();
      simulator.speak(name);
    });
    after(() => simulator.close());
    beforeEach(() => {
      for (const role of ['plan', 'write', 'verify'] as const) simulator.setScript(undefined, role);
      simulator.think(undefined);
      simulator.clearFaults();
      simulator.clearLog();
    });

    /** One model for the tests that count: its counter is a thread that starts more slowly than they run. */
    let counting: ReturnType<typeof createProviderModel>;
    before(() => {
      counting = createModel();
    });
    after(() => counting.close());

    function createModel() {
      const models = { planner: 'm', writer: 'm', verifier: 'm', vision: 'm', reranker: 'm' };
      return createProviderModel({
        config: {
          provider: conduct.provider ?? 'openai-compatible',
          ...{ baseUrl: simulator.url, apiKey: 'sk-secret', models },
          ...{ firstWordMs: 15_000, pauseMs: 10_000, contextTokens: 32_000 },
        },
        clock: { now: () => 0 },
        log: () => {},
      });
    }

    function open(t: TestContext) {
      const model = createModel();
      t.after(() => model.close());
      return use(model);
    }

    function use(model: ReturnType<typeof createProviderModel>) {
      const meter = recordingMeter();
      const context = { signal: new AbortController().signal, meter };
      async function write(signal = context.signal, onText = () => {}) {
        const seen = { text: '', thinking: '' };
        await model.write(answerTask, input, { meter, signal }, (part) => {
          seen[part.type] += part.text;
          if (part.type === 'text') onText();
          return undefined;
        });
        return seen;
      }
      return { model, meter, context, write, plan: () => model.reply(planTask, planInput, context) };
    }

    it('delivers all text, separate reasoning and the provider’s usage', async (t) => {
      const { write, meter } = open(t);
      simulator.setScript({ text, reasoning: thought, usage });
      assert.deepEqual(await write(), { text, thinking: conduct.sendsThought === false ? '' : thought });
      const { cachedTokens, ...figures } = usage;
      assert.deepEqual(meter.steps.at(-1)?.finished, {
        ...{ ...figures, source: 'provider' },
        ...(conduct.reportsCached && { cachedTokens }),
      });
    });

    it('discovers once how the model accepts a request for JSON, and parses the reply', async (t) => {
      const { model, plan } = open(t);
      assert.equal(model.structuredOutput('planner'), undefined);
      const object =
        '{"question": "Does it?", "concepts": [{"term": "metformin", "zh": "", "synonyms": []}]}';
      simulator.setScript({ text: `Certainly:\n\`\`\`json\n${object}\n\`\`\``, reasoning: thought }, 'plan');
      const expected = { question: 'Does it?', concepts: [{ term: 'metformin', synonyms: [] }] };
      assert.deepEqual(await plan(), expected);
      assert.equal(simulator.requests().length, conduct.firstPlan);
      assert.equal(model.structuredOutput('planner'), conduct.structured);
      simulator.clearLog();
      assert.deepEqual(await plan(), expected);
      assert.equal(simulator.requests().length, 1);
    });

    it('accepts every kind of request for JSON', async (t) => {
      const { model, context, plan } = open(t);
      await plan();
      simulator.clearLog();
      const titles = ['Metformin'];
      const records = [{ title: 'Metformin and HbA1c', conclusion: 'HbA1c fell.' }];
      const review = { topic: 'metformin', language: 'en' as const, passages: input.passages };
      await model.reply(secondSearchTask, { ...planInput, titles }, context);
      await model.reply(scoreTask, { ...planInput, records }, context);
      await model.reply(verifyTask, claim, context);
      await model.reply(scopeTask, review, context);
      await model.reply(outlineTask, review, context);
      await model.reply(
        studiesTask,
        { ...review, studies: [{ pmid: '1', title: 't', abstract: 'a' }] },
        context,
      );
      const frame = { ...review, section: 'frame' as const, heading: 'h', outline: ['h'] };
      await model.reply(frameTask, frame, context);
      await model.probe('planner', context.signal);
      assert.equal(simulator.requests().length, 8);
      assert.equal(model.structuredOutput('planner'), conduct.structured);
    });

    it('sends images in the form that the server accepts', async (t) => {
      const { model, context } = open(t);
      const images = [{ mediaType: 'image/png' as const, base64: 'iVBORw0KGgo=' }];
      const described = await model.reply(imageTask, { question: 'q', language: 'en', images }, context);
      assert.match(described, /photograph of a laboratory report/);
    });

    it('raises the limit for a model that spends it on reasoning', async (t) => {
      const { write, plan } = open(t);
      await plan();
      simulator.clearLog();
      simulator.setScript({ reasoning: thought, finishReason: 'length' });
      await assert.rejects(write(), { failure: 'empty' });
      const limits = simulator.requests().map(({ body }) => body[conduct.limit ?? 'max_tokens']);
      assert.deepEqual(limits, [2_000, 6_000]);
    });

    it('raises it in advance for a model known to reason', async (t) => {
      const { write, plan } = open(t);
      simulator.think({ reasoning: thought });
      await plan();
      simulator.clearLog();
      await write();
      assert.equal(simulator.requests()[0]?.body[conduct.limit ?? 'max_tokens'], 6_000);
    });

    it('rejects an unrequested tool call as an answer', async (t) => {
      const { write } = open(t);
      simulator.setScript({ toolCall: { name: 'search', arguments: '{"query":"metformin"}' } });
      await assert.rejects(write(), { failure: 'empty' });
    });

    it('distinguishes a prompt that is too long from other errors', async (t) => {
      const { write, plan } = open(t);
      await plan();
      simulator.clearLog();
      simulator.setFault('context-length');
      if (conduct.tooLong === 'none') assert.notEqual((await write()).text, '');
      else await assert.rejects(write(), { failure: 'context_length', status: 400 });
      assert.equal(simulator.requests().length, 1);
    });

    it('delivers what arrived before the server disconnected, and reports the interruption', async (t) => {
      const { model, context, plan } = open(t);
      await plan();
      simulator.setScript({ text: 'one two three four' });
      simulator.setFault('error-in-stream', { at: 2 });
      let seen = '';
      const writing = model.write(answerTask, input, context, (part) => {
        seen += part.text;
        return undefined;
      });
      await assert.rejects(writing, { failure: conduct.breaksOff ?? 'provider_error' });
      assert.equal(seen, 'one two');
    });

    it('cancels the server’s work when its caller disconnects', async () => {
      const { write, meter } = use(counting);
      simulator.setScript({ text: 'word '.repeat(200), delayMs: 1 });
      const controller = new AbortController();
      const reason = new Error('client disconnected');
      await assert.rejects(
        write(controller.signal, () => controller.abort(reason)),
        reason,
      );
      await until(() => simulator.openCalls() === 0);
      assert.equal(simulator.closedByClient().length, 1);
      assert.equal(meter.steps.at(-1)?.finished?.source, 'estimated');
    });

    if (name !== 'anthropic') {
      it('estimates the usage if the server reports none', async () => {
        const { write, meter } = use(counting);
        simulator.setScript({ text, reasoning: thought, usage: 'absent' });
        await write();
        const counted = meter.steps.at(-1)?.finished;
        assert.equal(counted?.source, 'estimated');
        // Reasoning that was received is counted with the text.
        assert.ok(
          counted.completionTokens > (conduct.sendsThought === false ? 15 : 25),
          `${counted.completionTokens}`,
        );
      });

      it('works without usage if stream_options is rejected', async () => {
        const { write, meter } = use(counting);
        simulator.setScript({ text, usage });
        simulator.setFault('refuses-field', { field: 'stream_options' });
        assert.equal((await write()).text, text);
        assert.equal(meter.steps.at(-1)?.finished?.source, conduct.reportsUsage ? 'provider' : 'estimated');
      });
    }

    if (local.includes(name))
      describe('without a parser for reasoning', () => {
        it('removes tagged reasoning from an answer', async (t) => {
          const { write, plan } = open(t);
          simulator.think({ reasoning: thought, reasoningAs: 'tags' });
          assert.equal((await plan())?.question, planInput.question);
          simulator.setScript({ text, reasoning: thought, reasoningAs: 'tags', chunkCharacters: 3 });
          assert.deepEqual(await write(), { text, thinking: `\n${thought}\n` });
        });

        it('removes reasoning with only an end tag, once a plan has revealed it', async (t) => {
          const { write, plan } = open(t);
          simulator.think({ reasoning: thought, reasoningAs: 'end-tag' });
          assert.equal((await plan())?.question, planInput.question);
          simulator.setScript({ text, reasoning: thought, reasoningAs: 'end-tag', chunkCharacters: 3 });
          assert.deepEqual(await write(), { text, thinking: `\n${thought}\n` });
          // A reply without reasoning is complete all the same.
          simulator.setScript({ text });
          assert.equal((await write()).text, text);
          // A reply cut off during its reasoning is not.
          simulator.setScript({ text: `${thought} And`, finishReason: 'length' });
          await assert.rejects(write(), { failure: 'empty' });
        });

        it('ends a streamed answer that turns out to begin with reasoning, and gets the next one right', async (t) => {
          const { write } = open(t);
          simulator.setScript({ text, reasoning: thought, reasoningAs: 'end-tag' });
          await assert.rejects(write(), { failure: 'provider_error' });
          assert.equal((await write()).text, text);
        });
      });
  });
