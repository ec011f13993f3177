import { align } from '../align.ts';
import type { Comparison } from '../comparison.ts';
import type { Finding } from '../finding.ts';
import { oncePerSentence, presence } from '../locate.ts';
import { conceptOf } from '../reading/synonyms.ts';
import { stemSet } from '../reading/terms.ts';
import type { Token } from '../reading/tokens.ts';
import { balanceDirections, type DirectionBalance } from '../rules/direction-rule.ts';
import { findStrength } from '../statements/claim-strength.ts';
import { findDirections } from '../statements/directions.ts';
import { countNegated, findNegations } from '../statements/negation.ts';

export const featureNames = [
  'coveredBest',
  'coveredTwo',
  'coveredAll',
  'coveredTitle',
  'pairs',
  'missingMost',
  'missingCount',
  'terms',
  'shared',
  'numbersMissing',
  'numbersFound',
  'agree',
  'conflict',
  'balance',
  'negatedClaim',
  'negatedBest',
  'negationDiffers',
  'equalClaim',
  'equalBest',
  'hedgedBest',
  'universal',
  'causal',
  'associativeBest',
  'found',
  'namesMissing',
  'directions',
  'bothDirections',
  'bestInClaim',
  'place',
  'aheadOfSecond',
  'sentences',
  'possible',
  'certain',
  'contextual',
  'claimLength',
  'populations',
  'negatedAbstract',
  'qualityConflict',
  'superlative',
  'headTerm',
  'tailTerm',
  'effectAgreement',
  'effectConflict',
  'doubts',
] as const;
export type FeatureName = (typeof featureNames)[number];

export type Features = { values: Float64Array; balance: DirectionBalance };

/** Computes the classifier's features from a comparison and the findings of the rules. */
export function featuresOf(comparison: Comparison, findings: readonly Finding[]): Features {
  const { claim, terms, abstract, ranked, covered, source } = comparison;
  const best = ranked[0]?.sentence;
  const bestText = best?.text ?? '';
  const balance = balanceDirections(comparison);
  const numbers = comparison.numbers.filter(({ quantity }) => !quantity.small);
  const missing = terms
    .map((term) => ({ ...term, absent: 1 - presence(term, abstract.stems) }))
    .filter(({ absent }) => absent > 0.5);
  const strength = findStrength(claim.text);
  const bestStrength = findStrength(bestText);
  const count = (list: typeof strength, sense: string) => list.filter((cue) => cue.sense === sense).length;
  const own = findDirections(claim.text);
  const theirs = findDirections(bestText);
  const ownAxes = new Set(own.map(({ axis }) => axis));
  const sidesOfBest = new Set(
    theirs.filter(({ axis }) => ownAxes.has(axis)).map(({ axis, side }) => axis + side),
  );
  const [negatedClaim, negatedBest] = [countNegated(claim.text), countNegated(bestText)];
  const equal = (text: string) => findNegations(text).filter(({ sense }) => sense === 'equal').length;
  const shared = source?.alignment.shared ?? (best ? (align(claim.tokens, best.tokens)?.shared ?? 0) : 0);
  const presentIn = (index: number) => {
    const term = terms.at(index);
    return term && best ? presence(term, best.stems) : 0;
  };
  const values: Record<FeatureName, number> = {
    coveredBest: covered.best,
    coveredTwo: covered.two,
    coveredAll: covered.all,
    coveredTitle: ranked.length > 0 ? share(terms, abstract.title.stems) : 0,
    pairs: pairShare(comparison),
    missingMost: Math.max(0, ...missing.map(({ weight }) => weight)),
    missingCount: missing.length,
    terms: terms.length,
    shared,
    numbersMissing: numbers.filter(({ found }) => !found).length,
    numbersFound: numbers.filter(({ found }) => found).length,
    agree: balance.agree,
    conflict: balance.conflict,
    balance: balance.agree - balance.conflict,
    negatedClaim,
    negatedBest,
    negationDiffers: Number(negatedClaim % 2 !== negatedBest % 2),
    equalClaim: equal(claim.text),
    equalBest: equal(bestText),
    hedgedBest: count(bestStrength, 'hedge'),
    universal: count(strength, 'universal'),
    causal: count(strength, 'causal'),
    associativeBest: count(bestStrength, 'associative'),
    found: findings.length,
    namesMissing: missing.filter(({ isName }) => isName).length,
    directions: own.length,
    bothDirections: Number(
      [...sidesOfBest].some((key) =>
        sidesOfBest.has(key.endsWith('+') ? `${key.slice(0, -1)}-` : `${key.slice(0, -1)}+`),
      ),
    ),
    bestInClaim: best
      ? share(
          best.tokens
            .filter(({ empty }) => !empty)
            .map(({ stem, text }) => ({ text, stems: [stem], weight: 1, isName: false })),
          stemSet(claim.tokens.map(({ stem }) => stem)),
        )
      : 0,
    place:
      best && abstract.sentences.length > 1 ? (ranked[0]?.index ?? 0) / (abstract.sentences.length - 1) : 0,
    aheadOfSecond: covered.best - (ranked[1]?.coverage ?? 0),
    sentences: abstract.sentences.length,
    possible: findings.filter(({ force }) => force === 'possible').length,
    certain: findings.filter(({ force }) => force === 'certain').length,
    contextual: findings.filter(({ kind }) => kind === 'context' || kind === 'over_extrapolation').length,
    claimLength: claim.tokens.length,
    populations: findings.filter(({ kind }) => kind === 'over_extrapolation').length,
    negatedAbstract: abstract.sentences.reduce((sum, sentence) => sum + negatedIn(sentence), 0),
    qualityConflict: Number(balance.pair?.[0].axis === 'quality'),
    superlative: count(strength, 'superlative') + count(strength, 'certain'),
    headTerm: presentIn(0),
    tailTerm: presentIn(-1),
    effectAgreement: comparison.effects.agreement,
    effectConflict: comparison.effects.findings.filter(({ force }) => force !== 'doubt').length,
    doubts: findings.filter(({ force }) => force === 'doubt').length,
  };
  return { values: Float64Array.from(featureNames, (name) => values[name]), balance };
}

const negatedIn = oncePerSentence(({ text }) => countNegated(text));

function share(
  terms: readonly { text: string; stems: string[]; weight: number; isName: boolean }[],
  stems: ReadonlySet<string>,
): number {
  let [held, all] = [0, 0];
  for (const term of terms) {
    all += term.weight;
    held += term.weight * presence(term, stems);
  }
  return all === 0 ? 0 : held / all;
}

const conceptsOf = (tokens: readonly Token[]): string[] =>
  tokens.filter(({ empty }) => !empty).map(({ stem }) => conceptOf(stem));

const conceptsIn = oncePerSentence(({ tokens }) => conceptsOf(tokens));

/** Words further apart are not near. */
const near = 3;

/** Neighbouring words of the sentence that are near each other in the abstract too. */
function pairShare({ claim, abstract }: Comparison): number {
  const content = conceptsOf(claim.tokens);
  if (content.length < 2) return 0;
  const wanted = new Set(content);
  const pairs = new Set<string>();
  for (const sentence of abstract.sentences) {
    const concepts = conceptsIn(sentence);
    for (const [place, one] of concepts.entries())
      if (wanted.has(one))
        for (const other of concepts.slice(place + 1, place + 1 + near))
          if (wanted.has(other)) pairs.add(`${one} ${other}`);
  }
  let found = 0;
  for (const [place, one] of content.slice(0, -1).entries()) {
    const next = content[place + 1];
    if (pairs.has(`${one} ${next}`) || pairs.has(`${next} ${one}`)) found++;
  }
  return found / (content.length - 1);
}
