import { readAbstract } from '@citewell/citation-checker/locate.ts';
import type { Clock } from '@citewell/core/clock.ts';
import type { Language } from '@citewell/sdk';
import { z } from 'zod';
import { ModelError } from '../../../llm/model-error.ts';
import { createJsonClient, JsonRequestError } from '../../../llm/providers/json-client.ts';
import { requestThroughBreaker } from '../../../llm/request-through-breaker.ts';
import { type CircuitBreaker, createCircuitBreaker } from '../../../platform/circuit-breaker.ts';
import type { EntailmentConfig } from '../../../platform/config.ts';
import type { RecordRequest } from '../../../platform/request-metrics.ts';
import type { Verification } from './verification.ts';
import type { Verifier } from './verifier.ts';

/** Maximum batch of text-embeddings-inference in its default configuration, without --max-client-batch-size. */
const batchMax = 32;
const replyMaxBytes = 2 ** 20;

const predicted = z.array(z.array(z.object({ label: z.string(), score: z.number().min(0).max(1) })));

/** Probabilities of the three labels for one sentence of an abstract and the claim. */
type Entailment = { entailment: number; contradiction: number };

/** Sequence classifier over pairs of premise and hypothesis, which judges only what the rules have not decided. */
export type EntailmentVerifier = Verifier & {
  /** Classifies pairs, all in one request. */
  classify(pairs: readonly (readonly [string, string])[], signal: AbortSignal): Promise<Entailment[]>;
  close(): Promise<void>;
};

/**
 * Creates a verifier over HTTP: `POST {base}/predict` with `[premise, hypothesis]` pairs, as text-embeddings-inference
 * serves a sequence classifier. Labels are entailment, neutral and contradiction, in any letter case and order.
 */
export function createEntailmentVerifier(
  { baseUrl, apiKey, supportMin, contradictionMin, deadlineMs }: EntailmentConfig,
  {
    clock,
    breaker = createCircuitBreaker(clock),
    recordRequest,
  }: { clock: Clock; breaker?: CircuitBreaker; recordRequest?: RecordRequest },
): EntailmentVerifier {
  const url = new URL(`${baseUrl}/predict`);
  const client = createJsonClient({ url, apiKey, connectMs: deadlineMs, replyMaxBytes });

  async function classify(
    pairs: readonly (readonly [string, string])[],
    signal: AbortSignal,
  ): Promise<Entailment[]> {
    signal.throwIfAborted();
    // A classifier that is down costs its deadline a few times, then nothing until the next probe.
    const pass = breaker.enter();
    if (!pass) throw new ModelError('circuit_open');
    const body = { inputs: pairs, raw_scores: false, truncate: true };
    const failureOf = (error: unknown) => toEngineError(error).failure;
    try {
      return await requestThroughBreaker(
        pass,
        { deadlineMs, signal, recordRequest, failureOf },
        async (until) => readPredictions(await client.ask(body, until), pairs.length),
      );
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw toEngineError(error);
    }
  }

  return {
    name: 'entailment',
    hold: 0,
    classify,
    async verify({ sentence, title, abstract, language, alignment }, { signal }) {
      if (alignment.verdict !== 'undetermined') return undefined;
      const passages = readAbstract({ abstract, title }, 'same')
        .sentences.filter(({ section, text }) => section !== 'background' && section !== 'aim' && text.trim())
        // Results and conclusions are at the end.
        .slice(-batchMax);
      if (passages.length === 0) return undefined;
      const found = await classify(
        passages.map(({ text }) => [text, sentence] as const),
        signal,
      );
      const strongest = (label: keyof Entailment) => {
        const at = found.reduce(
          (best, each, index) => (each[label] > (found[best]?.[label] ?? 0) ? index : best),
          0,
        );
        return { passage: passages[at], probability: found[at]?.[label] ?? 0 };
      };
      const [support, against] = [strongest('entailment'), strongest('contradiction')];
      // If one sentence entails the claim and another contradicts it, nothing is decided.
      if (support.passage && support.probability >= supportMin && against.probability < even)
        return verification(1, support.passage, said.supports[language]);
      if (against.passage && against.probability >= contradictionMin && support.probability < even)
        return verification(-1, against.passage, said.contradicts[language]);
      return { ...silent };
    },
    close: () => client.close(),
  };
}

/** A classifier never answers differently: an unusable reply is a fault of its server. */
function toEngineError(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  if (!(error instanceof JsonRequestError)) return new ModelError('unreachable');
  return new ModelError(error.failure === 'timeout' ? 'timeout' : 'provider_error', error.status);
}

const even = 0.5;

const silent: Verification = {
  ...{ score: 0, evidence: undefined, parts: [], deviation: 'unsupported' },
  ...{ explanation: '', suggestion: '' },
};

const said = {
  supports: {
    en: 'An entailment model finds that this passage states the sentence.',
    zh: '蕴含模型判断该段陈述了该句。',
  },
  contradicts: {
    en: 'An entailment model finds that this passage contradicts the sentence.',
    zh: '蕴含模型判断该段与该句矛盾。',
  },
} satisfies Record<string, Record<Language, string>>;

function verification(
  score: 1 | -1,
  { text, start, end }: { text: string; start: number; end: number },
  explanation: string,
): Verification {
  const deviation = score === 1 ? undefined : 'unsupported';
  return { score, evidence: { text, start, end }, parts: [], deviation, explanation, suggestion: '' };
}

/**
 * Reads a reply for `count` pairs.
 * @throws JsonRequestError `bad_reply` if it is unusable, or has other labels
 */
function readPredictions(reply: unknown, count: number): Entailment[] {
  const { data } = predicted.safeParse(reply);
  if (data?.length !== count) throw new JsonRequestError('bad_reply');
  return data.map((labels) => {
    const scoreOf = (name: string) => labels.find(({ label }) => label.toLowerCase().startsWith(name))?.score;
    const [entailment, contradiction] = [scoreOf('entail'), scoreOf('contradict')];
    if (entailment === undefined || contradiction === undefined) throw new JsonRequestError('bad_reply');
    return { entailment, contradiction };
  });
}
