import type { Quantity } from '../../reading/quantities.ts';
import type { Source } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import { placesOf } from '../index-sentence.ts';
import { matchNumber } from '../numbers.ts';
import type { StudyConflict } from '../proof.ts';
import { significanceOf } from '../statistics.ts';
import { exception } from './alternative-slot.ts';

/**
 * Minimum share of a claim's words in a sentence whose significance is compared; the smaller one applies if numbers
 * match.
 */
const shareByWords = 0.7;
const shareByNumbers = 0.3;
/** Minimum number of words of a clause; a shorter one refers to what precedes it. */
const unitsMin = 3;

/**
 * Compares significance, in words or by p value. The sentence of the claim is identified by numbers that only it has,
 * or by most of the words; its statement must be unambiguous.
 */
export function compareSignificance(claim: Claim, { sentences }: Source): StudyConflict | undefined {
  const mine = significanceOf(claim.read);
  const ps = claim.numbers.filter(({ quantity }) => quantity.kind === 'p');
  if (mine === undefined && ps.length === 0) return undefined;
  // "Apart from a higher rate of A, the groups did not differ": two findings, either of which may be meant.
  if (exception.test(claim.read.text)) return undefined;
  // If several findings are stated together, the clause that states the significance is compared.
  const significant = claim.clauses.filter(({ text }) => /significan|统计学意义|显著/i.test(text));
  const isOfOne =
    claim.clauses.filter(({ effects }) => effects.length > 0).length > 1 && significant.length === 1;
  const [sole] = significant;
  const units =
    isOfOne && sole
      ? claim.units.filter(({ start, end }) => start >= sole.start && end <= sole.end)
      : claim.units;
  if (isOfOne && units.length < unitsMin && ps.length === 0) return undefined;
  const anchors = claim.numbers.map(({ quantity }) => quantity).filter(isAnchor);
  const about = sentences.filter(({ sentence: { section }, indexed }) => {
    if (section === 'background' || section === 'aim' || section === 'method') return false;
    const share =
      units.filter((unit) => placesOf(unit, indexed).length > 0).length / Math.max(1, units.length);
    const hasAll =
      anchors.length > 0 &&
      anchors.every((anchor) => matchNumber(anchor, indexed.read.quantities, '').found.length > 0);
    return hasAll ? share >= shareByNumbers : anchors.length === 0 && share >= shareByWords;
  });
  const [only, second] = about;
  if (!only || second) return undefined;
  const { read } = only.indexed;
  const theirs = significanceOf(read);
  const conflict = (text: string, evidence: string): StudyConflict => ({
    slot: 'effect',
    sentence: only.sentence,
    isAnchored: true,
    conflict: { outcome: 'conflict', kind: 'numeric', claim: text, evidence },
  });
  const stated = read.quantities.filter(({ kind }) => kind === 'p');
  const [p] = ps;
  // With several p values in a sentence, the claim's is unknown.
  if (
    p &&
    stated.length === 1 &&
    // A claim may join two findings: the p value of another sentence may belong to one.
    !sentences.some(({ indexed }) => matchNumber(p.quantity, indexed.read.quantities, '').found.length > 0) &&
    differ(p.quantity, stated[0])
  )
    return conflict(p.quantity.text, stated[0]?.text ?? '');
  if (
    mine !== undefined &&
    theirs !== undefined &&
    mine !== theirs &&
    (anchors.length > 0 || ps.length === 0)
  )
    return {
      ...conflict(wordOf(claim.read.text), wordOf(read.text)),
      conflict: {
        outcome: 'conflict',
        kind: 'negation',
        claim: wordOf(claim.read.text),
        evidence: wordOf(read.text),
      },
    };
  return undefined;
}

/** Matches a distinctive number: a share, a decimal, a count of three digits. */
const isAnchor = ({ kind, small, percent, decimals, value, unit }: Quantity): boolean =>
  kind === 'plain' && !small && !unit && (percent || decimals > 0 || value >= 100);

/** Returns true for two p values unless one is a bound that includes the other. */
function differ(one: Quantity, other: Quantity | undefined): boolean {
  if (!other) return false;
  const isBound = ({ sign }: Quantity) => sign === '<' || sign === '>';
  return isBound(one) || isBound(other) ? one.value < 0.05 !== other.value < 0.05 : one.value !== other.value;
}

/** Returns the words in which a text states significance, for the reason. */
function wordOf(text: string): string {
  return (
    /(?:\b(?:not|no|without|lack\w*|short of|attain\w*|reach\w*|highly|statistical(?:ly)?)\s(?:\w+\s){0,3})?(?:non-?)?significan\w+|\bP\s?[<>=]\s?0?\.\d+|[无有未]?\p{Script=Han}{0,4}(?:统计学意义|显著)/iu.exec(
      text,
    )?.[0] ?? text.slice(0, 60)
  );
}
