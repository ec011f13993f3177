import type { Alignment, Source } from '../align.ts';
import type { Claim } from '../claim-units.ts';
import type { SlotResult } from '../proof.ts';
import { findQuantifiers, type Reach } from '../quantifiers.ts';
import { matchingClauses } from './effect-slot.ts';
import { isOfOthers } from './universal-scope.ts';

/** Kinds of words that narrow a statement: a claim must keep them if its source has them. */
const narrowing: readonly Reach[] = ['hedge', 'exclusive'];
/** Kinds of words that a claim may use only if its source does. */
const widening: readonly Reach[] = [
  'universal',
  'exclusive',
  'majority',
  'extreme',
  'certain',
  'without',
  'normative',
];

/**
 * Compares how far and how surely the two speak: "all", "only", "proves", "may". A claim that causes beside a sentence that
 * associates, in a study that assigned nothing, conflicts; so does one that proves what the sentence calls possible.
 */
export function compareReach(claim: Claim, { indexed, places }: Alignment, source: Source): SlotResult {
  const mine = findQuantifiers(claim.read.text);
  const own = new Set(mine.map(({ sense }) => sense));
  const theirs = findQuantifiers(indexed.read.text);
  const found = new Set(theirs.map(({ sense }) => sense));
  const wordOf = (list: typeof mine, sense: Reach) => list.find((each) => each.sense === sense)?.text ?? '';
  // "Has not been proved to cause" claims neither.
  const isDenied = claim.clauses.some(({ effects }) =>
    effects.some(({ state }) => state === 'denied' || state === 'none'),
  );
  if (isDenied && (own.has('certain') || own.has('causal')) && !found.has('certain') && !found.has('causal'))
    return { outcome: 'unclear', claim: wordOf(mine, own.has('certain') ? 'certain' : 'causal') };
  if (
    proves.test(wordOf(mine, 'certain')) &&
    possible.test(wordOf(theirs, 'hedge')) &&
    !found.has('certain') &&
    !own.has('hedge')
  )
    return {
      outcome: 'conflict',
      kind: 'over_extrapolation',
      claim: wordOf(mine, 'certain'),
      evidence: wordOf(theirs, 'hedge'),
    };
  // "Causally related" is more than related.
  const causally = /\bcausal(?:ly)?\b|因果/i.exec(claim.read.text);
  if (causally && !found.has('causal')) return { outcome: 'unclear', claim: causally[0] };
  if (own.has('causal') && !found.has('causal') && !own.has('associative')) {
    if (
      found.has('associative') &&
      !source.isRandomised &&
      causes.test(wordOf(mine, 'causal')) &&
      !own.has('hedge')
    )
      return {
        outcome: 'conflict',
        kind: 'causality',
        claim: wordOf(mine, 'causal'),
        evidence: wordOf(theirs, 'associative'),
      };
    if (strongCause.test(wordOf(mine, 'causal')) || found.has('associative'))
      return { outcome: 'unclear', claim: wordOf(mine, 'causal'), leansAgainst: true };
  }
  for (const sense of widening)
    if (own.has(sense) && !found.has(sense) && !(sense === 'universal' && found.has('without')))
      return { outcome: 'unclear', claim: wordOf(mine, sense) };
  for (const sense of ['before', 'after'] as const)
    if (
      own.has(sense) &&
      !found.has(sense) &&
      (found.has(sense === 'before' ? 'after' : 'before') ||
        (timed.test(wordOf(mine, sense)) && !timed.test(source.title.read.text)))
    )
      return { outcome: 'unclear', claim: wordOf(mine, sense) };
  const timeOf = (list: typeof mine) =>
    new Set(list.filter(({ text }) => timed.test(text)).map(({ sense }) => sense));
  const [ownTime, theirTime] = [timeOf(mine), timeOf(theirs)];
  if (theirTime.size > 0 && [...ownTime].some((sense) => !theirTime.has(sense)))
    return { outcome: 'unclear', claim: wordOf(mine, ownTime.has('before') ? 'before' : 'after') };
  const moved = mine.find(({ sense, text, end }) => {
    const next = claim.units.find((unit) => unit.start > end && unit.start - end === 1);
    const same = theirs.filter((other) => other.sense === sense && timed.test(other.text));
    if (!timed.test(text) || !next || same.length === 0) return false;
    const at = (places.get(next) ?? []).map((place) => indexed.read.tokens[place]?.start ?? -1);
    return !same.some((other) => at.some((start) => start > other.end && start - other.end <= besideWithin));
  });
  if (moved) return { outcome: 'unclear', claim: moved.text };
  const widened = isOfOthers(claim, { indexed, places });
  if (widened) return { outcome: 'unclear', claim: widened };
  const limit = theirs.find(
    ({ sense, text }) => narrowing.includes(sense) && !own.has(sense) && isOfTheFinding(text, sense),
  );
  if (limit) return { outcome: 'unclear', claim: limit.text };
  // "We recommend less investigation of X" finds nothing of X.
  const wish = theirs.find(({ sense }) => sense === 'normative');
  if (wish && !own.has('normative')) {
    const clauses = claim.clauses.flatMap((_, index) => matchingClauses(index, claim, { indexed, places }));
    if (clauses.some(({ start, end }) => wish.start >= start && wish.end <= end))
      return { outcome: 'unclear', claim: wish.text };
  }
  return { outcome: 'same' };
}

/** Words that tell when in themselves; "after hip fracture" has other words to be found. */
const timed = /^(?:pre|post)|\b(?:pre|post)-?(?:operative|treatment)|baseline|术[前后]|基线/i;

/** "Postoperative AF" says nothing of postoperative statins: what it tells of stands within so many characters. */
const besideWithin = 24;

/** Words that claim proof. */
const proves = /^(?:prov(?:es?|ed|en)|definitive|conclusive|unequivocal|undoubted|证明|证实|确证)/i;
const possible =
  /^(?:may|might|could|possibl|potential|perhaps|hypothesi|cannot be excluded|可能|或许|也许)/i;
/** Verbs of causation that nobody writes of an association. */
const causes = /^(?:causes?|caused|leads? to|led to|results? in|resulted in|导致|引起|造成|引发)$/i;
const strongCause =
  /caus|lead|led|result|due|because|trigger|responsible|driv|attributable|导致|引起|造成|引发|诱发|由于/i;

/** "These data suggest that …" hedges a conclusion; "suggest" in a report of results is how it is told. */
function isOfTheFinding(word: string, sense: Reach): boolean {
  return sense !== 'hedge' || !/^(?:suggest|indicat|提示)/i.test(word);
}
