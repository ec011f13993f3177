import type { Quantity } from '../../reading/quantities.ts';
import type { Source } from '../align.ts';
import type { Claim } from '../claim-units.ts';
import { placesOf } from '../index-sentence.ts';
import { matchNumber } from '../numbers.ts';
import type { StudyConflict } from '../proof.ts';
import { significanceOf } from '../statistics.ts';
import { exception } from './alternative-slot.ts';

/**
 * Smallest share of a claim's words that a sentence must have for its significance to be the claim's; the smaller one
 * holds where numbers tell.
 */
const shareByWords = 0.7;
const shareByNumbers = 0.3;
/** A clause of fewer words points at what stands before it. */
const unitsMin = 3;

/**
 * Compares whether a difference was significant, in words or by its p value. The sentence that the claim is about is told by
 * its numbers, which stand there alone, or by most of its words; it has to say one thing only.
 */
export function compareSignificance(claim: Claim, { sentences }: Source): StudyConflict | undefined {
  const mine = significanceOf(claim.read);
  const ps = claim.numbers.filter(({ quantity }) => quantity.kind === 'p');
  if (mine === undefined && ps.length === 0) return undefined;
  // "Apart from a higher rate of A, the groups did not differ": two findings, of which each may be the sentence's.
  if (exception.test(claim.read.text)) return undefined;
  // Of several findings told at once, that of the clause which tells the significance is compared.
  const telling = claim.clauses.filter(({ text }) => /significan|统计学意义|显著/i.test(text));
  const isOfOne =
    claim.clauses.filter(({ effects }) => effects.length > 0).length > 1 && telling.length === 1;
  const [told] = telling;
  const units =
    isOfOne && told
      ? claim.units.filter(({ start, end }) => start >= told.start && end <= told.end)
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
  // Of several p values of a sentence it is not told which is the claim's.
  if (
    p &&
    stated.length === 1 &&
    // A claim may join two findings: the p value of another sentence may be that one's.
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

/** A number that is hardly another's: a share, a decimal, a count of three digits. */
const isAnchor = ({ kind, small, percent, decimals, value, unit }: Quantity): boolean =>
  kind === 'plain' && !small && !unit && (percent || decimals > 0 || value >= 100);

/** Two p values of which one is not a bound that holds for the other. */
function differ(one: Quantity, other: Quantity | undefined): boolean {
  if (!other) return false;
  const isBound = ({ sign }: Quantity) => sign === '<' || sign === '>';
  return isBound(one) || isBound(other) ? one.value < 0.05 !== other.value < 0.05 : one.value !== other.value;
}

/** The words in which a text states significance, for the reason. */
function wordOf(text: string): string {
  return (
    /(?:\b(?:not|no|without|lack\w*|short of|attain\w*|reach\w*|highly|statistical(?:ly)?)\s(?:\w+\s){0,3})?(?:non-?)?significan\w+|\bP\s?[<>=]\s?0?\.\d+|[无有未]?\p{Script=Han}{0,4}(?:统计学意义|显著)/iu.exec(
      text,
    )?.[0] ?? text.slice(0, 60)
  );
}
