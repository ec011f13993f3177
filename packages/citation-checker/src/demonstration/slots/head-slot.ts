import type { Alignment } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import { isHarmless } from '../harmless-words.ts';
import type { SlotResult } from '../proof.ts';

/**
 * Head nouns that change the meaning of the word before them: a state, measure, end or antagonist. "TNF
 * pharmacokinetics" is not TNF, "cancer mortality" is not cancer.
 */
const noun =
  /^(?:mortality|deaths?|survival|failure|survivors?|risks?|(?:pharmaco)?kinetics|pharmacodynamics|inhibitors?|(?:ant)?agonists?|blockers?|blockade|receptors?|antibod(?:y|ies)|deficiency|resistance|sensitivity|tolerance|intolerance|dependence|adherence|compliance|cessation|withdrawal|discontinuation|prevention|reduction|inhibition|activation|suppression|depletion|deletion|amplification|mutations?|duration|time|delay|severity|variability|variation|awareness|knowledge|attitudes?|screening|users?|history|density|volume|margins?|carriers?|recurrence|infections?|diseases?|cancers?|syndromes?|transmission|prescriptions?|prescribing|costs?|stems?)$/i;

/**
 * Compares head nouns. If the sentence has one after a word of the claim and the claim omits it, they are about
 * different subjects: "anti-TNF agents" and "anti-TNF pharmacokinetics".
 */
export function compareHeads(_: Claim, { indexed: { read, clauses }, places }: Alignment): SlotResult {
  const matched = new Set([...places.values()].flat());
  const effects = clauses.flatMap((clause) => clause.effects);
  const isOther = (place: number) => {
    const [own, next] = [read.tokens[place], read.tokens[place + 1]];
    return (
      own !== undefined &&
      next?.kind === 'word' &&
      next.start - own.end === 1 &&
      !matched.has(place + 1) &&
      noun.test(next.text) &&
      !isHarmless(next.stem) &&
      !effects.some(({ start, end }) => next.start < end && start < next.end)
    );
  };
  for (const [unit, at] of places)
    if (at.length > 0 && at.every(isOther)) return { outcome: 'unclear', claim: unit.text };
  return { outcome: 'same' };
}
