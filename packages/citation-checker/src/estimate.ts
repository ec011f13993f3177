import type { CheckInput } from './check.ts';
import { classify, type Probabilities, type Verdict } from './classifier/classify.ts';
import { type Features, featuresOf } from './classifier/features.ts';
import { isComparable } from './comparable.ts';
import { type Comparison, compare } from './comparison.ts';
import type { Finding } from './finding.ts';
import { presence, type Span } from './locate.ts';
import { comparedFindings } from './numbers/compared-figures.ts';
import { bindingFindings } from './numbers/number-binding.ts';
import type { Term } from './reading/terms.ts';
import { belongingFindings } from './rules/belonging-rule.ts';
import { boundFindings } from './rules/bound-rule.ts';
import { comparatorFindings } from './rules/comparator-rule.ts';
import { designFindings } from './rules/design-rule.ts';
import { type DirectionBalance, directionFindings } from './rules/direction-rule.ts';
import { drugFindings, letterFindings } from './rules/drug-rule.ts';
import { endpointFindings } from './rules/endpoint-rule.ts';
import { entityFindings } from './rules/entity-rule.ts';
import { type NumberCheck, numberFindings } from './rules/number-rule.ts';
import { pairFindings } from './rules/pair-rule.ts';
import { partFindings } from './rules/part-rule.ts';
import { polarityFindings } from './rules/polarity-rule.ts';
import { populationFindings } from './rules/population-rule.ts';
import { qualifierFindings } from './rules/qualifier-rule.ts';
import { ratioFindings } from './rules/ratio-rule.ts';
import { scheduleFindings } from './rules/schedule-rule.ts';
import { sectionFindings } from './rules/section-rule.ts';
import { effectNotes, strengthFindings } from './rules/strength-rule.ts';
import { lacksItsPoint } from './short-claim.ts';

/** An estimate of how well an abstract bears a sentence. */
export type SupportEstimate = {
  verdict: Verdict;
  /**
   * Confidence, 0 to 1: the classifier's share or the value assigned to a rule; never below one half for "supported".
   */
  confidence: number;
  /** The abstract's sentences that speak of it, verbatim with their places, best first. */
  evidence: Span[];
  numbers: NumberCheck[];
  /** Deviations behind the verdict; empty unless it is "deviates". */
  deviations: Finding[];
  /** Findings worth reporting that do not affect the verdict. */
  notes: Finding[];
  /** Words of the sentence that the abstract does not have, or not together. */
  missing: string[];
  /** Words that could not be put into the abstract's language. */
  untranslated: string[];
  /** True where a model could know better: nothing certain was found. */
  open: boolean;
  /** True where the two hold more numbers or words than are compared (`isComparable`): the verdict says nothing of them. */
  uncompared?: true;
};

/**
 * Estimates how well an abstract bears a sentence, by likeness of words, figures and directions and the shipped classifier. It
 * chooses and ranks records for sentences that were written from them; a verdict on a sentence is `checkByRules` alone.
 */
export function estimateSupport({ sentence, article }: CheckInput): SupportEstimate {
  if (!isComparable(sentence, article)) return uncompared;
  const comparison = compare(sentence, article);
  return judge(comparison, findAll(comparison));
}

const uncompared: SupportEstimate = {
  ...{ verdict: 'undetermined', confidence: 0.5, open: true, uncompared: true },
  ...{ evidence: [], numbers: [], deviations: [], notes: [], missing: [], untranslated: [] },
};

/** Everything the rules find. */
export function findAll(comparison: Comparison): Finding[] {
  return [
    ...numberFindings(comparison),
    ...bindingFindings(comparison),
    ...belongingFindings(comparison),
    ...pairFindings(comparison),
    ...partFindings(comparison),
    ...ratioFindings(comparison),
    ...scheduleFindings(comparison),
    ...endpointFindings(comparison),
    ...boundFindings(comparison),
    ...drugFindings(comparison),
    ...letterFindings(comparison),
    ...directionFindings(comparison),
    ...comparison.effects.findings,
    ...polarityFindings(comparison),
    ...comparedFindings(comparison),
    ...comparatorFindings(comparison),
    ...populationFindings(comparison),
    ...qualifierFindings(comparison),
    ...entityFindings(comparison),
    ...strengthFindings(comparison),
    ...designFindings(comparison),
    ...sectionFindings(comparison),
    ...effectNotes(comparison),
  ];
}

function judge(comparison: Comparison, findings: readonly Finding[]): SupportEstimate {
  const { terms, abstract, verbatim, cross } = comparison;
  const certain = findings.filter(({ force }) => force === 'certain');
  const doubts = findings.filter(({ force }) => force === 'doubt');
  const notes = findings.filter(({ force }) => force === 'note' || force === 'doubt');
  const features = featuresOf(comparison, findings);
  const { missing, untranslated } = unheld(comparison);
  const common = {
    evidence: evidenceOf(comparison),
    numbers: comparison.numbers.map(({ text, found, how, evidence }) => ({
      text,
      found,
      how,
      evidence,
    })),
    deviations: [],
    notes,
    missing,
    untranslated,
  };
  if (verbatim) return { ...common, verdict: 'supported', confidence: 0.99, missing: [], open: false };
  if (abstract.sentences.length === 0 || terms.length + comparison.claim.quantities.length === 0)
    return { ...common, verdict: 'undetermined', confidence: 0.5, open: true };
  const probabilities = cross ? acrossLanguages(comparison, features, findings) : classify(features.values);
  if (certain.length > 0)
    return {
      ...common,
      verdict: 'deviates',
      confidence: Math.max(0.9, probabilities.deviates),
      deviations: certain,
      open: false,
    };
  const { supported, deviates, undetermined } = probabilities;
  const possible = nameable(comparison, findings, features.balance);
  const foreign = findings.filter(({ kind, force }) => kind === 'numeric' && force === 'possible');
  const isDoubtful =
    foreign.length + doubts.length > 0 ||
    lacksItsPoint(comparison) ||
    comparison.effects.findings.some(({ force }) => force === 'possible');
  if (!isDoubtful && isRewording(comparison))
    return {
      ...common,
      verdict: 'supported',
      confidence: Math.max(0.9, supported),
      missing: [],
      open: possible.length > 0,
    };
  if (
    !isDoubtful &&
    (supported >= likelier ||
      (possible.length === 0 && (missing.length + untranslated.length === 0 || saysTheSame(comparison))))
  )
    return {
      ...common,
      verdict: 'supported',
      confidence: Math.max(supported, allThere),
      open: supported < settled,
    };
  // Refused only for what can be named.
  if (deviates > undetermined && possible.length > 0)
    return { ...common, verdict: 'deviates', confidence: deviates, deviations: possible, open: true };
  return {
    ...common,
    verdict: 'undetermined',
    confidence: Math.max(likelier, undetermined, 1 - supported),
    missing: [...foreign.map(({ claim }) => claim), ...missing],
    open: true,
  };
}

/** From these shares of words in the source's order, and of weight in the abstract, only other words say the same. */
const reworded = { shared: 0.8, held: 0.85 };

/** Returns true if this is a sentence of the abstract in which the rules found no change of meaning. */
export function isRewording({ source, covered }: Comparison): boolean {
  return source !== undefined && source.alignment.shared >= reworded.shared && covered.all >= reworded.held;
}

/** Supported is said of what is likelier so than not, and never with less. */
const likelier = 0.5;
/** Probability from which a sentence counts as supported, if all its words are found and nothing contradicts it. */
const allThere = 0.55;

/** From this share on a model would only cost tokens. */
const settled = 0.9;

/** From this share of its words on, a statement of the abstract that says the same settles its direction. */
const agreed = 0.7;

/** Returns true if a statement of the abstract says the same about the same subject, in whatever words. */
function saysTheSame({ effects, covered }: Comparison): boolean {
  return effects.agreement >= saidAgain && covered.all >= 0.5;
}

const saidAgain = 0.85;

/**
 * Returns the deviations that may be named: possible findings of the rules, and an opposite direction in the
 * abstract.
 */
function nameable(
  { covered, effects }: Comparison,
  findings: readonly Finding[],
  { pair, conflict, agree }: DirectionBalance,
): Finding[] {
  const possible = findings.filter(({ force }) => force === 'possible');
  if (pair && conflict > agree && covered.best > 0.2 && effects.agreement < agreed)
    possible.push({ kind: 'direction', force: 'possible', claim: pair[0].text, evidence: pair[1].text });
  return possible;
}

/** From this share of a sentence's translated words on, a sentence of the other language says the same. */
const coveredAcross = 0.62;
/** Maximum share of its terms without a translation. */
const unknownAcross = 0.45;

/** Across languages the lexicon finds the words, or not; the classifier was trained on one language only. */
function acrossLanguages(
  { terms, covered, abstract, effects }: Comparison,
  { balance }: Features,
  findings: readonly Finding[],
): Probabilities {
  const all = terms.reduce((sum, { weight }) => sum + weight, 0);
  const unknown = terms
    .filter(({ stems }) => stems.length === 0)
    .reduce((sum, { weight }) => sum + weight, 0);
  const known = all - unknown;
  if (known === 0 || abstract.sentences.length === 0) return { supported: 0, deviates: 0, undetermined: 1 };
  const held = (covered.two * all) / known;
  if (effects.agreement < agreed && balance.conflict > 0 && balance.conflict > balance.agree && held >= 0.5)
    return { supported: 0.1, deviates: 0.75, undetermined: 0.15 };
  if (held >= 0.45 && findings.some(({ kind, force }) => kind === 'numeric' && force === 'possible'))
    return { supported: 0.1, deviates: 0.7, undetermined: 0.2 };
  if (held >= coveredAcross && unknown / all <= unknownAcross)
    return { supported: 0.75, deviates: 0.1, undetermined: 0.15 };
  return { supported: 0.2, deviates: 0.15, undetermined: 0.65 };
}

/** Terms that the abstract does not have; where it has all, those its best sentences do not have. */
function unheld({ terms, abstract, ranked, claim }: Comparison): {
  missing: string[];
  untranslated: string[];
} {
  const untranslated = terms.filter(({ stems }) => stems.length === 0).map(({ text }) => text);
  const translated = terms.filter(({ stems }) => stems.length > 0);
  const absent = (stems: ReadonlySet<string>) => translated.filter((term) => presence(term, stems) < 0.5);
  let missing: Term[] = absent(abstract.stems);
  if (missing.length === 0)
    missing = absent(new Set(ranked.slice(0, 2).flatMap(({ sentence }) => [...sentence.stems])));
  const names = [...missing].sort((one, other) => other.weight - one.weight).map(({ text }) => text);
  return {
    missing: joinHan([...new Set(names)], claim.text).slice(0, 8),
    untranslated: [...new Set(untranslated)].slice(0, 8),
  };
}

/** Pairs of Chinese characters that overlap are one word to a reader. */
function joinHan(names: readonly string[], text: string): string[] {
  const joined: string[] = [];
  for (const name of names) {
    const last = joined.findIndex(
      (each) =>
        /\p{Script=Han}$/u.test(each) && each.at(-1) === name[0] && text.includes(each + name.slice(1)),
    );
    if (last >= 0) joined[last] += name.slice(1);
    else joined.push(name);
  }
  return joined;
}

function evidenceOf({ verbatim, ranked, source, covered }: Comparison): Span[] {
  if (verbatim) return [verbatim];
  const best = source ? [source.sentence] : [];
  for (const { sentence, coverage } of ranked.slice(0, 2))
    if (coverage >= 0.15 && coverage >= covered.best * 0.6 && !best.includes(sentence)) best.push(sentence);
  return best.slice(0, 2).map(({ text, start, end }) => ({ text, start, end }));
}
