import { createProviderModel } from '../../packages/server/src/llm/provider-model.ts';
import { startLlmSimulator } from '../../packages/simulators/src/llm/llm-simulator.ts';
import { seededRandom } from '../../packages/simulators/src/random.ts';
import type { CheckedClaim, JudgedClaim } from './judged-claim.ts';
import { type RateRow, rowOf } from './rates.ts';
import { runChecks } from './run-checks.ts';

/**
 * Scripted verifiers, which show what the code around a model preserves and loses: `oracle` knows the label and quotes the
 * decisive passage; `right in 85 %` sometimes says the opposite of the label; `agrees always` finds everything stated;
 * `quotes nothing real` does too, and quotes text that is not in the abstract; `fails` answers with status 500.
 */
export const scriptedVerifiers = [
  'oracle',
  'right in 85 %',
  'agrees always',
  'quotes nothing real',
  'fails',
] as const;
export type ScriptedVerifier = (typeof scriptedVerifiers)[number];

/** Result of a set with a scripted verifier. */
export type VerifierRow = RateRow & {
  /**
   * Number of wrong sentences that the rules alone found to deviate and that were called supported, and of all of the
   * former.
   */
  contradictions_supported: string;
  /** Number of wrong sentences with a negation added or removed that were called supported, and of all of them. */
  negations_supported: string;
  /** Number of sentences without a verdict. */
  failed: number;
};

const accuracy = 0.85;

/**
 * Checks claims with a scripted verifier behind the product's own model client, over HTTP. `byRules` are the same claims
 * checked without one.
 */
export async function runScripted(
  verifier: ScriptedVerifier,
  byRules: readonly CheckedClaim[],
): Promise<VerifierRow> {
  const simulator = await startLlmSimulator();
  if (verifier === 'fails') simulator.setFault('server-error');
  const model = createProviderModel({
    config: {
      ...{ provider: 'openai-compatible', baseUrl: simulator.url, apiKey: 'none' },
      ...{ firstWordMs: 15_000, pauseMs: 10_000, contextTokens: 32_000 },
      models: { planner: 'scripted', writer: 'scripted', verifier: 'scripted', vision: undefined },
    },
    clock: { now: () => Date.now() },
    log: () => {},
  });
  const random = seededRandom(85);
  try {
    const checked = await runChecks(
      byRules.map(({ claim }) => claim),
      {
        model,
        before: (claim) => simulator.setScript({ text: replyOf(verifier, claim, random) }, 'verify'),
      },
    );
    const contradicted = new Set(
      byRules
        .filter(({ claim, check }) => !claim.holds && check.verdict === 'deviates')
        .map(({ claim }) => claim),
    );
    const outvoted = checked.filter(
      ({ claim, check }) => contradicted.has(claim) && check.verdict === 'supported',
    );
    const negated = checked.filter(({ claim }) => !claim.holds && claim.class.startsWith('negation'));
    const passed = negated.filter(({ check }) => check.verdict === 'supported');
    return {
      ...rowOf(verifier, checked),
      contradictions_supported: `${outvoted.length} of ${contradicted.size}`,
      negations_supported: `${passed.length} of ${negated.length}`,
      failed: checked.filter(({ check }) => check.verdict === 'failed').length,
    };
  } finally {
    await model.close();
    await simulator.close();
  }
}

function replyOf(verifier: ScriptedVerifier, claim: JudgedClaim, random: () => number): string {
  const { relation, evidence = '', sentence } = claim;
  if (verifier === 'agrees always') return reading(sentence, 'supports', evidence);
  if (verifier === 'quotes nothing real')
    return reading(sentence, 'supports', `The authors state: ${sentence}`);
  if (verifier === 'right in 85 %' && random() >= accuracy)
    return reading(sentence, relation === 'supports' ? 'contradicts' : 'supports', evidence);
  return reading(sentence, relation, evidence);
}

/** Creates a reply in the form that the prompt requests, with the whole sentence as its only part. */
function reading(sentence: string, relation: JudgedClaim['relation'], evidence: string): string {
  const { score, same, deviation } = {
    supports: { score: 2, same: 'same', deviation: 'none' },
    contradicts: { score: -2, same: 'different', deviation: 'unsupported' },
    not_stated: { score: 0, same: 'absent', deviation: 'unsupported' },
  }[relation];
  // Evidence of several sentences is joined by an ellipsis; a quotation is within one of them.
  const quote = relation === 'not_stated' ? '' : (evidence.split(' … ')[0] ?? '');
  return JSON.stringify({
    evidence: quote,
    parts: [{ part: 'outcome', claim: sentence, quote, relation: same }],
    ...{ score, deviation, explanation: '', suggestion: '' },
  });
}
