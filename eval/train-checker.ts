import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { featureNames, featuresOf } from '../packages/citation-checker/src/classifier/features.ts';
import {
  type CheckerModel,
  type ModelLine,
  useModel,
} from '../packages/citation-checker/src/classifier/model.ts';
import { compare } from '../packages/citation-checker/src/comparison.ts';
import { findAll, isRewording } from '../packages/citation-checker/src/estimate.ts';
import { stemsOf } from '../packages/citation-checker/src/reading/terms.ts';
import { readText } from '../packages/citation-checker/src/reading/tokens.ts';
import { boost, leafOf, type Row } from './boosting.ts';
import { type Claim, loadClaims } from './citation-sets.ts';

const modelFile = fileURLToPath(
  new URL('../packages/citation-checker/src/classifier/model.jsonl', import.meta.url),
);

const labels = ['consistent', 'inconsistent', 'not_enough'] as const;
/** Trees that see a part each: cross-validation was better than with trees that see everything. */
const options = {
  classes: 3,
  rounds: 120,
  depth: 3,
  rate: 0.04,
  leafMin: 25,
  shrinkage: 6,
  rowShare: 0.5,
  featureShare: 0.4,
  runs: 3,
};
/** Citation-Integrity gives sentences of the full text, not an abstract: its rows teach less about ours. */
const sourceWeights = { scifact: 1, citint: 0.25, foreign: 0.25, turned: 0.5 };
const folds = 5;

/** Figures are of five-fold cross-validation over documents, of what the rules leave open. */
const source =
  'Learned by npm run eval -- train-checker from the train splits of SciFact (Wadden et al. 2020; claims CC BY 4.0, abstracts ODC-By 1.0) and of Citation-Integrity (Sarol et al. 2024; MIT)';

export type TrainingReport = {
  rows: number;
  scifact_balanced_accuracy: number;
  scifact_macro_f1: number;
  citint_balanced_accuracy: number;
  threshold: number;
  bytes: number;
};

/**
 * Learns document frequencies and trees from the train splits of SciFact (CC BY 4.0) and Citation-Integrity (MIT), and writes
 * them into the repository. Claims beside abstracts that are not theirs teach what "undetermined" looks like.
 */
export function trainChecker(file: string = modelFile): TrainingReport | undefined {
  const [scifact, citint] = [loadClaims('scifact-train'), loadClaims('citint-train')];
  if (!scifact || !citint) return undefined;
  const weights = documentWeights([...scifact, ...citint]);
  // The rules weigh words by these.
  useModel([{ weights }]);

  const rows = [
    ...balanced(scifact, sourceWeights.scifact),
    ...balanced(citint, sourceWeights.citint),
    ...foreign(scifact).map((claim) => ({ claim, weight: sourceWeights.foreign })),
    ...turned(scifact).map((claim) => ({ claim, weight: sourceWeights.turned })),
  ].flatMap(({ claim, weight }) => {
    const row = rowOf(claim, weight);
    return row ? [row] : [];
  });
  const held = crossValidate(rows);
  const threshold = bestThreshold(held);
  const [supported = [], deviates = [], undetermined = []] = boost(rows, options);
  const lines: ModelLine[] = [
    { source, features: featureNames, threshold },
    ...Object.entries({ supported, deviates, undetermined }).flatMap(([verdict, trees]) =>
      trees.map((tree) => ({ verdict: verdict as keyof CheckerModel['trees'], tree })),
    ),
    { weights },
  ];
  const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
  writeFileSync(file, text);
  useModel(lines);
  return { rows: rows.length, ...figures(held, threshold), threshold, bytes: text.length };
}

/** What a rule decides for certain, or what stands there word for word, is not the classifier's to learn. */
function rowOf(claim: Claim, weight: number): (Row & { source: string; fold: number }) | undefined {
  const comparison = compare(claim.sentence, {
    title: claim.title,
    abstract: claim.abstract,
    publicationTypes: undefined,
  });
  const findings = findAll(comparison);
  if (comparison.verbatim || isRewording(comparison) || findings.some(({ force }) => force === 'certain'))
    return undefined;
  const { values } = featuresOf(comparison, findings);
  const rounded = Float64Array.from(values, (value) => Number(value.toPrecision(4)));
  return {
    values: rounded,
    label: labels.indexOf(claim.label),
    weight,
    source: claim.id.split('-')[0] ?? '',
    fold: foldOf(claim.docId),
  };
}

/** Each class of a set counts the same. */
function balanced(claims: readonly Claim[], weight: number): { claim: Claim; weight: number }[] {
  const sizes = new Map(
    labels.map((label) => [label, claims.filter((claim) => claim.label === label).length]),
  );
  return claims.map((claim) => ({
    claim,
    weight: (weight * claims.length) / (labels.length * (sizes.get(claim.label) ?? 1)),
  }));
}

/** Every claim beside the abstract of another one: as a wrong reference number makes it. */
function foreign(claims: readonly Claim[]): Claim[] {
  const shift = Math.floor(claims.length / 3);
  return claims.flatMap((claim, index) => {
    const other = claims[(index + shift) % claims.length];
    return other && other.docId !== claim.docId && index % 2 === 0
      ? [
          {
            ...claim,
            id: `foreign-${claim.id}`,
            title: other.title,
            abstract: other.abstract,
            label: 'not_enough' as const,
          },
        ]
      : [];
  });
}

const opposites = [
  ['increases', 'decreases'],
  ['increased', 'decreased'],
  ['increase', 'decrease'],
  ['higher', 'lower'],
  ['more', 'less'],
  ['greater', 'smaller'],
  ['improves', 'worsens'],
  ['improved', 'worsened'],
  ['promotes', 'inhibits'],
  ['enhances', 'suppresses'],
  ['activates', 'inactivates'],
  ['reduces', 'increases'],
  ['reduced', 'elevated'],
  ['inhibits', 'promotes'],
  ['prevents', 'causes'],
  ['is', 'is not'],
  ['are', 'are not'],
].flatMap(([one = '', other = '']) => [[one, other] as const, [other, one] as const]);

/** True claims turned into their opposite by one word: as written for the purpose, and beside the abstract they contradict. */
function turned(claims: readonly Claim[]): Claim[] {
  return claims.flatMap((claim) => {
    const opposite = opposites.find(([word]) => new RegExp(`\\b${word}\\b`).test(claim.sentence));
    if (claim.label !== 'consistent' || !opposite) return [];
    const sentence = claim.sentence.replace(new RegExp(`\\b${opposite[0]}\\b`), opposite[1]);
    return [{ ...claim, id: `turned-${claim.id}`, sentence, label: 'inconsistent' as const }];
  });
}

function documentWeights(claims: readonly Claim[]): Record<string, number> {
  const texts = new Set(claims.map(({ abstract }) => abstract));
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const stem of stemsOf(readText(text), 'same')) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return Object.fromEntries(
    [...counts]
      .filter(([stem, count]) => count >= 4 && !/^[#~]|\*$/.test(stem))
      .map(([stem, count]) => [stem, Number(Math.log((texts.size + 1) / count).toFixed(2))] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

function foldOf(docId: string): number {
  let hash = 0;
  for (const character of docId) hash = (hash * 31 + character.charCodeAt(0)) % 1_000_003;
  return hash % folds;
}

type Held = { label: number; source: string; shares: number[] };

function crossValidate(rows: readonly (Row & { source: string; fold: number })[]): Held[] {
  return Array.from({ length: folds }, (_, fold) => {
    const trees = boost(
      rows.filter((row) => row.fold !== fold),
      options,
    );
    return rows
      .filter((row) => row.fold === fold)
      .map(({ values, label, source }) => {
        const exponentials = trees.map((list) =>
          Math.exp(list.reduce((sum, tree) => sum + leafOf(tree, values), 0)),
        );
        const sum = exponentials.reduce((one, other) => one + other, 0);
        return { label, source, shares: exponentials.map((value) => value / sum) };
      });
  }).flat();
}

/** Where the mean of both sets' balanced accuracy and of SciFact's macro-F1 is highest. */
function bestThreshold(held: readonly Held[]): number {
  let best = { threshold: 0.5, accuracy: 0 };
  for (let threshold = 0.2; threshold <= 0.7; threshold += 0.02) {
    const accuracy =
      accuracyAt(held, 'scifact', threshold) +
      accuracyAt(held, 'citint', threshold) +
      macroF1(held, threshold);
    if (accuracy > best.accuracy) best = { threshold: Number(threshold.toFixed(2)), accuracy };
  }
  return best.threshold;
}

function accuracyAt(held: readonly Held[], source: string, threshold: number): number {
  const own = held.filter((each) => each.source === source);
  const recall = (consistent: boolean) => {
    const those = own.filter(({ label }) => (label === 0) === consistent);
    return those.filter(({ shares }) => (shares[0] ?? 0) >= threshold === consistent).length / those.length;
  };
  return (recall(true) + recall(false)) / 2;
}

function macroF1(held: readonly Held[], threshold: number): number {
  const own = held.filter(({ source }) => source === 'scifact');
  const verdict = ({ shares: [a = 0, b = 0, c = 0] }: Held) => (a >= threshold ? 0 : b > c ? 1 : 2);
  const f1 = labels.map((_, label) => {
    const hit = own.filter((each) => each.label === label && verdict(each) === label).length;
    const all =
      own.filter((each) => each.label === label).length +
      own.filter((each) => verdict(each) === label).length;
    return (2 * hit) / all;
  });
  return f1.reduce((sum, each) => sum + each, 0) / labels.length;
}

function figures(
  held: readonly Held[],
  threshold: number,
): Omit<TrainingReport, 'rows' | 'threshold' | 'bytes'> {
  const round = (value: number) => Math.round(value * 1000) / 1000;
  return {
    scifact_balanced_accuracy: round(accuracyAt(held, 'scifact', threshold)),
    scifact_macro_f1: round(macroF1(held, threshold)),
    citint_balanced_accuracy: round(accuracyAt(held, 'citint', threshold)),
  };
}
