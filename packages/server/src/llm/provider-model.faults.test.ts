import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { anArticle } from '@citewell/core/testing/an-article.ts';
import type { LlmFaultMode, LlmFaultOptions } from '@citewell/simulators/llm/llm-faults.ts';
import { type LlmSimulator, llmFaults, startLlmSimulator } from '@citewell/simulators/llm/llm-simulator.ts';
import { until } from '@citewell/simulators/until.ts';
import type { WriteInput } from '../features/answers/model/answer-prompt.ts';
import { answerTask } from '../features/answers/model/answer-tasks.ts';
import { toCitable } from '../literature/ranking/passage.ts';
import { planTask } from '../retrieval/planning/search-tasks.ts';
import { type RecordedStep, recordingMeter } from '../testing/accounting/recording-meter.ts';
import type { Timing } from './attempt.ts';
import type { ModelFailure } from './model-error.ts';
import { ModelError } from './model-error.ts';
import { createProviderModel } from './provider-model.ts';

const input: WriteInput = {
  question: 'Does metformin lower HbA1c?',
  history: [],
  language: 'en',
  passages: [
    { id: 'E1', article: toCitable(anArticle('1')), text: 'HbA1c fell.', start: 0, end: 11, score: 1 },
  ],
  attachment: [],
};
const usage = { promptTokens: 900, completionTokens: 33 };
const words = 'one two three four five';

/** Journal entry of a request: the provider's figures, our count, nothing used, or an open entry. */
type Journal = 'provider' | 'estimated' | 'nothing' | 'open';

type Outcome = {
  /** Failure that the caller sees; absent if the complete answer is returned. */
  failure?: ModelFailure;
  status?: number;
  /** Text sent before it. */
  text?: string;
  /** One entry per request. */
  journal: Journal[];
  timing?: Partial<Timing>;
};

const patient: Partial<Timing> = { firstPartMs: 20_000, partMs: 20_000, tailMs: 20_000, totalMs: 60_000 };

/** Every fault of the simulator with its result. Times are short only if a deadline is being tested. */
const outcomes: [LlmFaultMode, LlmFaultOptions, Outcome][] = [
  ['unauthorized', {}, { failure: 'provider_error', status: 401, journal: ['nothing'] }],
  [
    'rate-limited',
    { retryAfter: 0 },
    { failure: 'rate_limited', status: 429, journal: ['nothing', 'nothing'] },
  ],
  ['rate-limited', { retryAfter: 0, times: 1 }, { text: words, journal: ['nothing', 'provider'] }],
  ['rate-limited', { retryAfter: 60 }, { failure: 'rate_limited', status: 429, journal: ['nothing'] }],
  ['server-error', {}, { failure: 'provider_error', status: 500, journal: ['nothing', 'nothing'] }],
  ['server-error', { times: 1 }, { text: words, journal: ['nothing', 'provider'] }],
  ['unavailable', {}, { failure: 'provider_error', status: 503, journal: ['nothing', 'nothing'] }],
  ['unavailable', { retryAfter: 4 }, { failure: 'provider_error', status: 503, journal: ['nothing'] }],
  ['html', {}, { failure: 'provider_error', status: 200, journal: ['nothing'] }],
  ['reset', {}, { failure: 'unreachable', journal: ['nothing', 'nothing'] }],
  ['reset', { times: 1 }, { text: words, journal: ['nothing', 'provider'] }],
  ['silent', {}, { failure: 'timeout', journal: ['nothing'], timing: { firstPartMs: 400 } }],
  ['silent', {}, { failure: 'timeout', journal: ['nothing'], timing: { totalMs: 50 } }],
  ['cut', { at: 0 }, { failure: 'cut', journal: ['nothing', 'nothing'] }],
  ['cut', { at: 1 }, { failure: 'cut', text: 'one', journal: ['open'] }],
  ['cut', { at: 3 }, { failure: 'cut', text: 'one two three', journal: ['open'] }],
  ['clean-cut', { at: 0 }, { failure: 'cut', journal: ['nothing', 'nothing'] }],
  ['clean-cut', { at: 2 }, { failure: 'cut', text: 'one two', journal: ['open'] }],
  ['stall', { at: 0 }, { failure: 'timeout', journal: ['nothing'], timing: { firstPartMs: 400 } }],
  ['stall', { at: 1 }, { failure: 'stalled', text: 'one', journal: ['open'], timing: { partMs: 400 } }],
  [
    'stall',
    { at: 4 },
    { failure: 'stalled', text: 'one two three four', journal: ['open'], timing: { partMs: 400 } },
  ],
  ['heartbeat', {}, { failure: 'timeout', journal: ['nothing'], timing: { firstPartMs: 400 } }],
  ['empty', {}, { failure: 'empty', journal: ['provider'] }],
  ['content-filter', { at: 0 }, { failure: 'content_filter', journal: ['provider'] }],
  ['content-filter', { at: 2 }, { failure: 'content_filter', text: 'one two', journal: ['provider'] }],
  ['refusal', {}, { failure: 'content_filter', journal: ['provider'] }],
  ['content-filter-400', {}, { failure: 'content_filter', status: 400, journal: ['nothing'] }],
  ['context-length', {}, { failure: 'context_length', status: 400, journal: ['nothing'] }],
  ['refuses-field', { field: 'stream_options' }, { text: words, journal: ['nothing', 'provider'] }],
  ['refuses-field', { field: 'messages' }, { failure: 'provider_error', status: 400, journal: ['nothing'] }],
  ['no-system-role', {}, { text: words, journal: ['nothing', 'provider'] }],
  ['short-replies', {}, { text: words, journal: ['nothing', 'provider'] }],
  ['error-in-stream', { at: 0 }, { failure: 'provider_error', status: 502, journal: ['nothing', 'nothing'] }],
  [
    'error-in-stream',
    { at: 2 },
    { failure: 'provider_error', status: 502, text: 'one two', journal: ['open'] },
  ],
  [
    'usage-before-error',
    { at: 1 },
    { failure: 'provider_error', status: 502, text: 'one', journal: ['provider'] },
  ],
  [
    'usage-after-error',
    { at: 1 },
    { failure: 'provider_error', status: 502, text: 'one', journal: ['provider'] },
  ],
  ['no-done', {}, { text: words, journal: ['provider'] }],
  ['no-usage', {}, { text: words, journal: ['estimated'] }],
  ['open-end', {}, { text: words, journal: ['estimated'], timing: { tailMs: 50 } }],
  ['invalid-chunk', { at: 1 }, { failure: 'provider_error', text: 'one', journal: ['provider'] }],
  ['invalid-json', {}, { text: words, journal: ['provider'] }],
  ['slow', { delayMs: 5 }, { text: words, journal: ['provider'] }],
  ['endless', {}, { failure: 'provider_error', journal: ['open'] }],
  ['garbage', {}, { failure: 'provider_error', status: 200, journal: ['nothing'] }],
];

describe('every fault of a provider', () => {
  let simulator: LlmSimulator;
  before(async () => {
    simulator = await startLlmSimulator();
  });
  after(() => simulator.close());
  beforeEach(() => {
    simulator.setScript({ text: words, usage, delayMs: 1 });
    simulator.clearFaults();
    simulator.clearLog();
  });

  function start(timing: Partial<Timing> = {}) {
    return createProviderModel({
      config: {
        provider: 'openai-compatible',
        baseUrl: simulator.url,
        apiKey: 'k',
        models: { planner: 'm', writer: 'm', verifier: 'm', vision: undefined },
        firstWordMs: 15_000,
        pauseMs: 10_000,
        contextTokens: 32_000,
      },
      clock: { now: () => Date.now() },
      log: () => {},
      random: () => 0,
      timing: { ...patient, ...timing },
    });
  }

  it('covers every fault of the simulator', () => {
    assert.deepEqual([...new Set(outcomes.map(([mode]) => mode))].sort(), Object.keys(llmFaults).sort());
  });

  for (const [mode, options, expected] of outcomes) {
    const said = expected.failure ?? 'an answer';
    it(`${mode} ${JSON.stringify(options)}: ${said}, journal ${expected.journal.join(', ')}`, async (t) => {
      simulator.setFault(mode, options);
      const model = start(expected.timing);
      t.after(() => model.close());
      const meter = recordingMeter();
      let text = '';
      let error: unknown;
      try {
        await model.write(answerTask, input, { signal: new AbortController().signal, meter }, (part) => {
          if (part.type === 'text') text += part.text;
          return undefined;
        });
      } catch (thrown) {
        error = thrown;
      }

      if (expected.failure) {
        assert.ok(error instanceof ModelError, String(error));
        assert.deepEqual([error.failure, error.status], [expected.failure, expected.status]);
      } else assert.equal(error, undefined);
      if (mode !== 'endless') assert.equal(text, expected.text ?? '');
      assert.equal(simulator.requests().length, expected.journal.length);
      assert.deepEqual(meter.steps.map(journalOf), expected.journal);
      for (const step of meter.steps) assertFigures(step);
      await until(() => simulator.openCalls() === 0);
    });
  }

  it('reports an unused port as unreachable, with two entries of zero', async (t) => {
    const gone = await startLlmSimulator();
    await gone.close();
    const model = createProviderModel({
      config: {
        provider: 'openai-compatible',
        baseUrl: gone.url,
        apiKey: undefined,
        models: { planner: 'm', writer: 'm', verifier: 'm', vision: undefined },
        firstWordMs: 15_000,
        pauseMs: 10_000,
        contextTokens: 32_000,
      },
      clock: { now: () => Date.now() },
      log: () => {},
    });
    t.after(() => model.close());
    const meter = recordingMeter();
    await assert.rejects(
      model.write(answerTask, input, { signal: new AbortController().signal, meter }, () => undefined),
      { failure: 'unreachable' },
    );
    assert.deepEqual(meter.steps.map(journalOf), ['nothing', 'nothing']);
  });

  it('reports a plan in prose as bad_json after one attempt, and charges it', async (t) => {
    simulator.setFault('invalid-json');
    const model = start();
    t.after(() => model.close());
    const meter = recordingMeter();
    const context = { signal: new AbortController().signal, meter };
    await assert.rejects(model.reply(planTask, input, context), { failure: 'bad_json' });
    assert.deepEqual(meter.steps.map(journalOf), ['provider']);
  });
});

function journalOf({ finished }: RecordedStep): Journal {
  if (!finished) return 'open';
  if (finished.source === 'provider') return 'provider';
  return finished.promptTokens + finished.completionTokens === 0 ? 'nothing' : 'estimated';
}

function assertFigures(step: RecordedStep): void {
  const { finished, seen, hold } = step;
  const figures = finished ?? seen;
  assert.ok(figures);
  if (finished?.source === 'provider' && step.kind === 'write')
    assert.deepEqual(finished, { ...usage, source: 'provider' });
  if (journalOf(step) === 'estimated') assert.equal(figures.completionTokens, 5);
  if (journalOf(step) !== 'nothing') assert.ok(figures.promptTokens > 0);
  assert.ok(figures.promptTokens <= hold);
}
