import type { Alignment, Source } from '../align.ts';
import type { Claim } from '../claim-units.ts';
import type { SlotResult } from '../proof.ts';
import { findQuantifiers, type Reach } from '../quantifiers.ts';

/** Kinds of words that narrow a statement: a claim must keep them if its source has them. */
const narrowing: readonly Reach[] = ['hedge', 'exclusive'];
/** Kinds of words that a claim may use only if its source does. */
const widening: readonly Reach[] = ['universal', 'exclusive', 'majority', 'extreme', 'certain', 'without'];

/**
 * Compares how far and how surely the two speak: "all", "only", "proves", "may". A claim that causes beside a sentence that
 * associates, in a study that assigned nothing, conflicts; so does one that proves what the sentence calls possible.
 */
export function compareReach(claim: Claim, { indexed }: Alignment, source: Source): SlotResult {
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
    if (own.has(sense) && !found.has(sense) && found.has(sense === 'before' ? 'after' : 'before'))
      return { outcome: 'unclear', claim: wordOf(mine, sense) };
  const limit = theirs.find(
    ({ sense, text }) => narrowing.includes(sense) && !own.has(sense) && isOfTheFinding(text, sense),
  );
  if (limit) return { outcome: 'unclear', claim: limit.text };
  return { outcome: 'same' };
}

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
