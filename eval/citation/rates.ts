import { seededRandom } from '../../packages/simulators/src/random.ts';
import type { CheckedClaim, JudgedClaim } from './judged-claim.ts';

/** Assumed share of wrong citations in the precisions: published audits of biomedical citations find 10 to 25 %. */
const prevalence = 0.15;

/** Rates of a list of checked claims, 0 to 1; undefined if the denominator is 0. */
export type Rates = {
  wrong_supported: number | undefined;
  true_accused: number | undefined;
  true_supported: number | undefined;
  wrong_named: number | undefined;
  /** Share of "deviates" that are right if 15 % of the citations are wrong. */
  red_precision: number | undefined;
  /** Share of "supported" that are right if 15 % of the citations are wrong. */
  green_precision: number | undefined;
  /** Mean of the share of true ones supported and the share of wrong ones not supported. */
  balanced_accuracy: number | undefined;
  /** Pairs whose true claim is not accused, whose wrong one is not supported, and whose verdicts differ. */
  distinguished: number | undefined;
};

export const rateNames = [
  'wrong_supported',
  'true_accused',
  'true_supported',
  'wrong_named',
  'red_precision',
  'green_precision',
  'balanced_accuracy',
  'distinguished',
] as const satisfies readonly (keyof Rates)[];

/** A rate with its 95 % interval. */
export type Estimate = { value: number; low: number; high: number };

/** Computes the rates of claims that have been checked. */
export function ratesOf(checked: readonly CheckedClaim[], pairs = distinguishedPairs(checked)): Rates {
  const [right, wrong] = [
    checked.filter(({ claim }) => claim.holds),
    checked.filter(({ claim }) => !claim.holds),
  ];
  const share = (list: readonly CheckedClaim[], verdict: string) =>
    list.length === 0
      ? undefined
      : list.filter(({ check }) => check.verdict === verdict).length / list.length;
  const judged = checked.flatMap(({ claim }) => pairs.get(claim) ?? []);
  const [wrongSupported, trueAccused, trueSupported, wrongNamed] = [
    share(wrong, 'supported'),
    share(right, 'deviates'),
    share(right, 'supported'),
    share(wrong, 'deviates'),
  ];
  return {
    wrong_supported: wrongSupported,
    true_accused: trueAccused,
    true_supported: trueSupported,
    wrong_named: wrongNamed,
    red_precision: precision(wrongNamed, prevalence, trueAccused),
    green_precision: precision(trueSupported, 1 - prevalence, wrongSupported),
    balanced_accuracy:
      trueSupported === undefined || wrongSupported === undefined
        ? undefined
        : (trueSupported + 1 - wrongSupported) / 2,
    distinguished: judged.length === 0 ? undefined : judged.filter(Boolean).length / judged.length,
  };
}

function precision(
  hits: number | undefined,
  frequency: number,
  alarms: number | undefined,
): number | undefined {
  if (hits === undefined || alarms === undefined || hits + alarms === 0) return undefined;
  return (hits * frequency) / (hits * frequency + alarms * (1 - frequency));
}

/** Maps the true claim of each pair to true if the pair was told apart. */
function distinguishedPairs(checked: readonly CheckedClaim[]): Map<JudgedClaim, boolean> {
  const paired = checked.filter(({ claim }) => claim.pair !== undefined);
  const pairs = Map.groupBy(paired, ({ claim }) => `${claim.document} ${claim.pair}`);
  return new Map(
    [...pairs.values()].flatMap((members): [JudgedClaim, boolean][] => {
      const right = members.find(({ claim }) => claim.holds);
      const wrong = members.find(({ claim }) => !claim.holds);
      if (!right || !wrong) return [];
      const [one, other] = [right.check.verdict, wrong.check.verdict];
      return [[right.claim, one !== 'deviates' && other !== 'supported' && one !== other]];
    }),
  );
}

const resamples = 500;

/**
 * Computes rates with 95 % percentile intervals of a bootstrap over records (Efron and Tibshirani 1993), which resamples
 * the claims of one record together. The same claims and `seed` give the same intervals.
 */
export function estimateRates(
  checked: readonly CheckedClaim[],
  seed = 1,
): { [Name in keyof Rates]: Estimate | undefined } {
  const documents = [...Map.groupBy(checked, ({ claim }) => claim.document).values()];
  const pairs = distinguishedPairs(checked);
  const random = seededRandom(seed);
  const samples = Array.from({ length: resamples }, () =>
    ratesOf(
      documents.flatMap(() => documents[Math.floor(random() * documents.length)] ?? []),
      pairs,
    ),
  );
  const rates = ratesOf(checked, pairs);
  const estimate = (name: keyof Rates): Estimate | undefined => {
    const value = rates[name];
    if (value === undefined) return undefined;
    const sorted = samples.flatMap((sample) => sample[name] ?? []).sort((one, other) => one - other);
    const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? value;
    return { value, low: at(0.025), high: at(0.975) };
  };
  return Object.fromEntries(rateNames.map((name) => [name, estimate(name)])) as ReturnType<
    typeof estimateRates
  >;
}

/** Rates of a set, or of a part of it. */
export type RateRow = {
  name: string;
  claims: number;
  rates: ReturnType<typeof estimateRates>;
};

/** Computes the row of a list of checked claims. */
export function rowOf(name: string, checked: readonly CheckedClaim[]): RateRow {
  return { name, claims: checked.length, rates: estimateRates(checked) };
}
