import { areKept } from '../align.ts';
import type { Comparison } from '../comparison.ts';
import type { Finding } from '../finding.ts';
import { type EvidenceSentence, presence } from '../locate.ts';
import type { Quantity } from '../reading/quantities.ts';
import type { ReadText } from '../reading/tokens.ts';
import { areToldApart } from '../rules/belonging-rule.ts';
import { held } from '../statements/arms.ts';
import { tellingWeight, topicsOf } from '../statements/topics.ts';
import { otherSubject } from './bracketed-subjects.ts';
import { type Place, placesIn, samePlaces } from './figure-places.ts';
import { distinctLabel, type Figure, readFigures } from './figures.ts';
import { matchQuantity } from './match-quantity.ts';
import { areComparable, isFinding, type Measure } from './measures.ts';
import { readTimePoints } from './time-points.ts';

/**
 * Numbers that the abstract has, and has of something else: of the other arm, of another outcome, as a standard deviation
 * where the sentence tells a mean, as the bounds of another interval.
 */
export function bindingFindings(comparison: Comparison): Finding[] {
  const { claim, abstract, verbatim, cross, source } = comparison;
  if (verbatim || claim.quantities.every((quantity) => !isFinding(quantity))) return [];
  const across = cross ? 'english' : 'same';
  const own = readFigures(claim, across);
  const times = new Set(readTimePoints(claim).map(({ start }) => start));
  const places = placesIn(abstract, across);
  const weigh = weigher(comparison);
  return own.flatMap((figure, index): Finding[] => {
    if (!isFinding(figure.quantity) || figure.measure === 'level' || times.has(figure.quantity.start))
      return [];
    const words = [figure.quantity.text, ...figure.label.map(({ text }) => text)];
    if (areKept(words, source?.alignment)) return [];
    const same = samePlaces(figure, places);
    if (same.length === 0) return [];
    const finding =
      otherInterval(own, index, places, claim.text) ??
      otherMeasure(figure, same) ??
      otherTest(figure, same, places) ??
      otherArm(figure, claim, own, same, places) ??
      otherSubject(figure, own, claim.text, same, places, across) ??
      otherOutcome(figure, own, same, places, weigh);
    return finding ? [finding] : [];
  });
}

/** An interval that is not this estimate's: both bounds must stand together, in order, and behind the estimate. */
function otherInterval(
  own: readonly Figure[],
  index: number,
  places: readonly Place[],
  text: string,
): Finding | undefined {
  const [low, high] = [own[index], own[index + 1]];
  if (low?.measure !== 'low' || high?.measure !== 'high') return undefined;
  const intervals = places.flatMap(({ figure, sentence }, at) => {
    const next = places[at + 1];
    return figure.measure === 'low' && next?.figure.measure === 'high'
      ? [{ low: figure, high: next.figure, sentence }]
      : [];
  });
  const agrees = (one: Figure, other: Figure) => matchQuantity(one.quantity, other.quantity) !== undefined;
  const { estimate } = low;
  const ofEstimate = ({ low: { estimate: theirs } }: { low: Figure }) =>
    estimate === undefined || theirs === undefined || matchQuantity(estimate, theirs) !== undefined;
  const both = intervals.filter((each) => agrees(low, each.low) && agrees(high, each.high));
  if (both.some(ofEstimate) || intervals.length === 0) return undefined;
  const instead =
    intervals.find((each) => estimate !== undefined && ofEstimate(each)) ??
    intervals.find(
      (each) =>
        agrees(low, each.low) || agrees(high, each.high) || agrees(low, each.high) || agrees(high, each.low),
    );
  if (!instead) return undefined;
  const written = (one: Figure, other: Figure, text: string) =>
    text.slice(one.quantity.start, other.quantity.end).trim();
  return {
    kind: 'numeric',
    force: 'certain',
    claim: written(low, high, text),
    evidence: written(instead.low, instead.high, instead.sentence.text),
  };
}

/**
 * Reports a number whose measure in the sentence differs everywhere in the abstract: a spread given as a mean, a
 * bound as an estimate, an odds ratio as a risk ratio.
 */
function otherMeasure(figure: Figure, same: readonly Place[]): Finding | undefined {
  const { measure, quantity } = figure;
  if (same.some(({ figure: { measure: theirs } }) => areAlike(measure, theirs))) return undefined;
  const [{ figure: other, sentence } = {}] = same;
  if (!other || !sentence) return undefined;
  const isNamed = measure !== '' || ['spread', 'low', 'high', 'range'].includes(other.measure);
  return {
    kind: 'numeric',
    force: isNamed && isTold(measure, other.measure) ? 'certain' : 'doubt',
    claim: nameOf(measure, quantity),
    evidence: nameOf(other.measure, other.quantity),
  };
}

function nameOf(measure: Measure, { text }: Quantity): string {
  const names: Partial<Record<Measure, string>> = { spread: 'SD/SE', low: 'CI', high: 'CI' };
  const name = names[measure] ?? measure;
  return name === '' ? text.trim() : `${name} ${text.trim()}`;
}

/** "Relative risk" is said of every ratio, and "average" of medians. */
function areAlike(mine: Measure, theirs: Measure): boolean {
  if (mine === theirs || mine === '')
    return !['spread', 'low', 'high', 'range'].includes(theirs) || mine === theirs;
  if (theirs === '' || theirs === 'n' || mine === 'n') return true;
  // An odds ratio is none where the outcome is common.
  if (mine === 'RR' && theirs === 'HR') return true;
  return (mine === 'low' || mine === 'high' || mine === 'range') && ['low', 'high', 'range'].includes(theirs);
}

/** Pairs of measures that nobody takes for one another by way of speaking. */
function isTold(mine: Measure, theirs: Measure): boolean {
  if (mine === 'mean' && theirs === 'median') return false;
  if (mine === 'median' && theirs === 'mean') return false;
  if (mine === 'RR' && theirs === 'OR') return false;
  return true;
}

const ofTests: readonly Measure[] = ['sensitivity', 'specificity', 'PPV', 'NPV'];

/** A test's measure told with the number of another, wherever else that number stands. */
function otherTest(
  { measure, quantity }: Figure,
  same: readonly Place[],
  places: readonly Place[],
): Finding | undefined {
  if (!ofTests.includes(measure) || same.some(({ figure }) => figure.measure === measure)) return undefined;
  const other = same.find(({ figure }) => ofTests.includes(figure.measure))?.figure;
  const instead = places.find(({ figure }) => figure.measure === measure)?.figure;
  return other && instead
    ? {
        kind: 'numeric',
        force: 'certain',
        claim: nameOf(measure, quantity),
        evidence: nameOf(measure, instead.quantity),
      }
    : undefined;
}

/** Minimum coverage of a label, and by how much it must exceed that of the number's own. */
const labelled = 0.6;
const margin = 0.3;

/** A number of the other arm: its own label is not the sentence's, and a neighbour's is. */
function otherArm(
  figure: Figure,
  claim: ReadText,
  own: readonly Figure[],
  same: readonly Place[],
  places: readonly Place[],
): Finding | undefined {
  const label = distinctLabel(
    figure,
    own.filter((each) => areComparable(each, figure) && !haveOneLabel(each, figure)),
  );
  if (label.length === 0) return undefined;
  let instead: Figure | undefined;
  for (const { figure: found, sentence } of same) {
    const rivals = places.filter(
      (place) =>
        place.sentence === sentence &&
        place.figure !== found &&
        areComparable(found, place.figure) &&
        matchQuantity(figure.quantity, place.figure.quantity) === undefined &&
        !areToldApart(figure, claim, { figure: found, sentence }, place) &&
        // "From 10.4 to 3.5": the sentence gives one name to both.
        !own.some(
          (each) =>
            each !== figure &&
            haveOneLabel(each, figure) &&
            matchQuantity(each.quantity, place.figure.quantity) !== undefined,
        ),
    );
    const rival = rivals.find(({ figure: other }) => {
      const [theirs, its] = [distinctLabel(other, [found]), distinctLabel(found, [other])];
      if (theirs.length === 0) return false;
      return held(theirs, label) >= labelled && held(its, label) < held(theirs, label) - margin;
    });
    if (!rival) return undefined;
    const free = rivals.find(
      ({ figure: other }) =>
        held(distinctLabel(other, [found]), label) >= labelled &&
        !own.some((each) => matchQuantity(each.quantity, other.quantity) !== undefined),
    );
    instead ??= (free ?? rival).figure;
  }
  return (
    instead && {
      kind: 'comparator',
      force: 'certain',
      claim: figure.quantity.text.trim(),
      evidence: instead.quantity.text.trim(),
    }
  );
}

function haveOneLabel(one: Figure, other: Figure): boolean {
  const write = ({ label }: Figure) => label.map(({ text }) => text).join(' ');
  return write(one) === write(other);
}

/** From this share of the sentence's words on, a place is what it speaks of; below the other, it is not. */
const spokenOf = 0.65;
const elsewhere = 0.6;

/** A number of another outcome: where it stands little is said of what the sentence is about, and elsewhere a like number is. */
function otherOutcome(
  figure: Figure,
  own: readonly Figure[],
  same: readonly Place[],
  places: readonly Place[],
  weigh: (place: Place) => number,
): Finding | undefined {
  const home = Math.max(...same.map(weigh));
  const rivals = places.filter(
    (place) =>
      areComparable(figure, place.figure) &&
      matchQuantity(figure.quantity, place.figure.quantity) === undefined &&
      !own.some((each) => matchQuantity(each.quantity, place.figure.quantity) !== undefined),
  );
  const rival = rivals.toSorted((one, other) => weigh(other) - weigh(one))[0];
  if (!rival || weigh(rival) < spokenOf || home >= elsewhere * weigh(rival)) return undefined;
  return {
    kind: 'numeric',
    force: figure.measure !== '' || figure.quantity.percent ? 'certain' : 'doubt',
    claim: nameOf(figure.measure, figure.quantity),
    evidence: nameOf(rival.figure.measure, rival.figure.quantity),
  };
}

/** Weighted share of the sentence's words in the place's own sentence, 0 to 1; rare ones within the abstract weigh most. */
function weigher({ claim, abstract, cross }: Comparison): (place: Place) => number {
  const known = topicsOf(claim.text, cross ? 'english' : 'same').filter(({ stems }) => stems.length > 0);
  const weight = tellingWeight(abstract.sentences);
  const shares = new Map<EvidenceSentence, number>();
  return ({ sentence }) => {
    let share = shares.get(sentence);
    if (share === undefined) {
      let [sum, all] = [0, 0];
      for (const term of known) {
        all += weight(term);
        sum += weight(term) * presence(term, sentence.stems);
      }
      share = all === 0 ? 0 : sum / all;
      shares.set(sentence, share);
    }
    return share;
  };
}
