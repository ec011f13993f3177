import type { LlmFaultMode, LlmFaultOptions } from '@citewell/simulators/llm/llm-faults.ts';
import {
  brokeOff,
  brokeOffPaid,
  clientDisconnected,
  type Expected,
  internalError,
  ok,
  quoted,
  timedOut,
} from './expected.ts';

/** Behaviour of the engine: its delay or failure, inferred from the question. */
export type ModelBehaviour =
  | 'patient'
  /** Abandons a text that pauses. */
  | 'gives up pauses'
  /** Abandons a plan, or a text, that does not begin. */
  | 'gives up plans'
  | 'gives up texts'
  /** Throws before its first word, or after it. */
  | 'fails first'
  | 'fails in text';

/** State of PubMed and Europe PMC during the call. */
export type Sources = 'well' | 'shaky' | 'PubMed down' | 'all down';

export type Scenario = {
  name: string;
  /** Number of calls of this kind in the run. */
  count: number;
  endpoint?: 'ask' | 'ask_stream';
  sources?: Sources;
  temper?: ModelBehaviour;
  /** Faults of the model for this call's requests. */
  faults?: [LlmFaultMode, LlmFaultOptions?][];
  /** Replacement for the default answer, one word each; `flowing` is sent slowly. */
  writes?: 'at length' | 'flowing';
  /** Key of the call: one that many share, or its own. */
  key?: 'everyday' | 'limited' | 'own';
  /** Tokens of an own key; `hold`: exactly what an admission needs. */
  balance?: 'plenty' | 'below the hold' | 'hold' | 'a little';
  /** Time at which the key is disabled: before the call, or while its planner runs. */
  disabled?: 'before' | 'meanwhile';
  /** Usage reported by the provider, instead of its own count. */
  reports?: { role: 'plan' | 'write'; promptTokens: number; completionTokens: number };
  images?: number;
  /** Moment at which the call's time is up: when the writer has been asked, or when it has written. */
  timeIsUp?: 'before the text' | 'in the text';
  leaves?: 'in silence after text' | 'in flowing text' | 'while the planner is asked';
  expected: Expected;
};

/** Quota of the limited key, for all its calls together. */
export const limitedQuota = 5;

const write = 'write';
const plan = 'plan';

/** 200 calls with every kind of outcome. Each runs in both languages, and on either endpoint unless specified. */
export const scenarios: readonly Scenario[] = [
  { name: 'answered', count: 24, expected: ok },
  { name: 'answered, PubMed failing now and then', count: 6, sources: 'shaky', expected: ok },
  { name: 'answered from Europe PMC', count: 6, sources: 'PubMed down', expected: ok },

  { name: 'the planner fails', count: 6, faults: [['server-error', { role: plan }]], expected: ok },
  { name: 'the planner talks', count: 6, faults: [['invalid-json', { role: plan }]], expected: ok },
  {
    name: 'the planner breaks off',
    count: 6,
    faults: [['cut', { role: plan, at: 4 }]],
    expected: { ...ok, charged: 'what finished', reason: 'upstream_error' },
  },
  { name: 'the planner does not report', count: 4, faults: [['no-usage', { role: plan }]], expected: ok },
  {
    name: 'the planner never answers',
    count: 3,
    faults: [['silent', { role: plan }]],
    temper: 'gives up plans',
    expected: ok,
  },

  { name: 'the writer is down', count: 6, faults: [['server-error', { role: write }]], expected: quoted },
  {
    name: 'the writer fails once',
    count: 6,
    faults: [['server-error', { role: write, times: 1 }]],
    expected: ok,
  },
  {
    name: 'the writer fails once, and reports what that cost',
    count: 5,
    faults: [['usage-before-error', { role: write, times: 1, at: 0 }]],
    expected: ok,
  },
  {
    name: 'the writer is asked for too much once',
    count: 3,
    faults: [['rate-limited', { role: write, times: 1, retryAfter: 0 }]],
    expected: ok,
  },
  {
    name: 'the writer’s key is refused',
    count: 3,
    faults: [['unauthorized', { role: write }]],
    expected: quoted,
  },
  {
    name: 'the writer’s connection is reset',
    count: 3,
    faults: [['reset', { role: write }]],
    expected: quoted,
  },
  {
    name: 'the evidence is too long for the writer',
    count: 2,
    faults: [['context-length', { role: write }]],
    expected: quoted,
  },
  {
    name: 'the writer never answers',
    count: 3,
    faults: [['silent', { role: write }]],
    temper: 'gives up texts',
    expected: quoted,
  },

  {
    name: 'the writer fails in the text',
    count: 6,
    writes: 'at length',
    faults: [['error-in-stream', { role: write, at: 5 }]],
    expected: brokeOff,
  },
  {
    name: 'the writer fails in the text, having reported',
    count: 4,
    writes: 'at length',
    faults: [['usage-before-error', { role: write, at: 5 }]],
    expected: brokeOffPaid,
  },
  {
    name: 'the writer fails in the text, and reports afterwards',
    count: 3,
    writes: 'at length',
    faults: [['usage-after-error', { role: write, at: 5 }]],
    expected: brokeOffPaid,
  },
  {
    name: 'the connection breaks in the text',
    count: 5,
    writes: 'at length',
    faults: [['cut', { role: write, at: 5 }]],
    expected: brokeOff,
  },
  {
    name: 'the text ends without an end',
    count: 3,
    writes: 'at length',
    faults: [['clean-cut', { role: write, at: 5 }]],
    expected: brokeOff,
  },
  {
    name: 'the writer stalls in the text',
    count: 4,
    writes: 'at length',
    faults: [['stall', { role: write, at: 5 }]],
    temper: 'gives up pauses',
    expected: brokeOff,
  },

  { name: 'nothing is reported', count: 7, faults: [['no-usage', {}]], expected: ok },
  {
    name: 'the end is never said to be one',
    count: 3,
    faults: [['open-end', { role: write }]],
    temper: 'gives up pauses',
    expected: ok,
  },
  { name: 'an empty answer', count: 5, faults: [['empty', { role: write }]], expected: quoted },
  {
    name: 'filtered before the first word',
    count: 3,
    faults: [['content-filter', { role: write, at: 0 }]],
    expected: quoted,
  },
  {
    name: 'filtered in the text',
    count: 4,
    writes: 'at length',
    faults: [['content-filter', { role: write, at: 5 }]],
    expected: brokeOffPaid,
  },
  { name: 'the model declines', count: 2, faults: [['refusal', { role: write }]], expected: quoted },

  {
    name: 'a reader leaves while the model is silent',
    count: 8,
    endpoint: 'ask_stream',
    writes: 'at length',
    faults: [['stall', { role: write, at: 60 }]],
    leaves: 'in silence after text',
    expected: clientDisconnected,
  },
  {
    name: 'a reader leaves while the text flows',
    count: 6,
    endpoint: 'ask_stream',
    writes: 'flowing',
    leaves: 'in flowing text',
    expected: clientDisconnected,
  },
  {
    name: 'somebody who waits for JSON leaves',
    count: 4,
    endpoint: 'ask',
    key: 'own',
    writes: 'at length',
    faults: [['stall', { role: write, at: 60 }]],
    leaves: 'in silence after text',
    expected: clientDisconnected,
  },
  {
    name: 'a reader leaves before anything was generated',
    count: 4,
    key: 'own',
    faults: [['silent', { role: plan }]],
    leaves: 'while the planner is asked',
    expected: clientDisconnected,
  },

  { name: 'more calls than the quota has', count: 8, key: 'limited', expected: ok },
  {
    name: 'a balance below what a call needs',
    count: 3,
    key: 'own',
    balance: 'below the hold',
    expected: { refused: 'insufficient_balance' },
  },
  {
    name: 'a balance that carries the plan alone',
    count: 3,
    key: 'own',
    balance: 'hold',
    reports: { role: plan, promptTokens: 11_000, completionTokens: 100 },
    expected: quoted,
  },
  {
    name: 'a balance that does not carry the images',
    count: 2,
    endpoint: 'ask_stream',
    key: 'own',
    balance: 'hold',
    images: 4,
    // Its prompt is charged: it is random whether a failing reply arrives before the rejection.
    faults: [['silent', { role: plan }]],
    expected: { outcome: 'insufficient_balance', charged: 'everything', reads: 'a rejection' },
  },
  {
    name: 'a provider that reports more than was held',
    count: 2,
    key: 'own',
    balance: 'a little',
    reports: { role: write, promptTokens: 50_000, completionTokens: 300 },
    expected: { ...ok, charged: 'the balance', reason: 'insufficient_balance' },
  },
  { name: 'a disabled key', count: 2, key: 'own', disabled: 'before', expected: { refused: 'key_disabled' } },
  {
    name: 'a key disabled in mid-call',
    count: 3,
    key: 'own',
    disabled: 'meanwhile',
    expected: { outcome: 'key_disabled', charged: 'everything', reads: 'a rejection' },
  },
  { name: 'a bug of ours before the text', count: 2, temper: 'fails first', expected: internalError },
  {
    name: 'a bug of ours in the text',
    count: 2,
    endpoint: 'ask_stream',
    writes: 'at length',
    temper: 'fails in text',
    faults: [['stall', { role: write, at: 5 }]],
    expected: { outcome: 'internal_error', charged: 'everything', reads: 'a part' },
  },
  {
    name: 'out of time before the text',
    count: 2,
    timeIsUp: 'before the text',
    faults: [['stall', { role: write, at: 0 }]],
    expected: { ...timedOut, reads: 'a rejection' },
  },
  {
    name: 'out of time in the text',
    count: 2,
    endpoint: 'ask_stream',
    timeIsUp: 'in the text',
    writes: 'at length',
    faults: [['stall', { role: write, at: 60 }]],
    expected: timedOut,
  },
  {
    name: 'no source can be asked',
    count: 6,
    sources: 'all down',
    expected: { outcome: 'upstream_error', charged: 'everything', reads: 'a rejection' },
  },
];
