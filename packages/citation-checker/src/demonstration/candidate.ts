import type { Alignment, Source } from './align-claim.ts';
import type { Claim } from './claim-units.ts';
import type { SlotName, SlotResult } from './proof.ts';
import { hasFreePlaces } from './requirements/free-place.ts';
import { statesMoreThanAim } from './requirements/more-than-aim.ts';
import { isNotPending } from './requirements/not-pending.ts';
import { isOfOneStatement } from './requirements/one-statement.ts';
import { hasSameCircumstances } from './requirements/own-circumstances.ts';
import { hasOwnTimes } from './requirements/own-times.ts';
import { hasOwnValues } from './requirements/own-values.ts';
import { statesCause } from './requirements/stated-cause.ts';
import { compareAlternatives } from './slots/alternative-slot.ts';
import { compareDegrees } from './slots/degree-slot.ts';
import { compareStatedDesign } from './slots/design-slot.ts';
import { compareEffects } from './slots/effect-slot.ts';
import { compareFrames } from './slots/framed-slot.ts';
import { compareEndings, compareGroups, compareStatistics } from './slots/group-slot.ts';
import { compareHeads } from './slots/head-slot.ts';
import { compareKinds } from './slots/kind-slot.ts';
import { compareLabels } from './slots/label-slot.ts';
import { compareLinks } from './slots/linked-slot.ts';
import { compareBrackets } from './slots/numbers/bracket-slot.ts';
import { compareCoordination } from './slots/numbers/coordination-slot.ts';
import { compareCounted } from './slots/numbers/counted-slot.ts';
import { compareNumbers } from './slots/numbers/number-slot.ts';
import { comparePairedNumbers } from './slots/numbers/paired-numbers.ts';
import { compareObjects } from './slots/object-slot.ts';
import { compareOrder } from './slots/order-slot.ts';
import { compareSentenceParts } from './slots/part-slot.ts';
import { compareOpposites } from './slots/population-slot.ts';
import { compareReach } from './slots/reach-slot.ts';
import { compareRelations } from './slots/relation-slot.ts';
import { compareRoles } from './slots/role-slot.ts';
import { compareStudied } from './slots/species-slot.ts';
import { compareTests } from './slots/test-slot.ts';
import { compareWithout } from './slots/without-slot.ts';

/** Compares one part of a claim with the sentence it is aligned with. */
type SlotComparison = (claim: Claim, alignment: Alignment, source: Source) => SlotResult;

/** Comparisons in the order of the slots: a new one is a file in `slots/` and a line here. */
const slots: readonly [SlotName, SlotComparison][] = [
  ['effect', compareEffects],
  ['number', compareNumbers],
  ['number', compareCounted],
  ['number', comparePairedNumbers],
  ['number', compareBrackets],
  ['population', compareOpposites],
  ['population', compareDegrees],
  ['population', compareStudied],
  ['population', compareLabels],
  ['population', compareKinds],
  ['population', compareGroups],
  ['number', compareStatistics],
  ['content', compareEndings],
  ['number', compareCoordination],
  ['content', compareSentenceParts],
  ['design', compareStatedDesign],
  ['reach', compareReach],
  ['reach', compareRelations],
  ['reach', compareAlternatives],
  ['reach', compareFrames],
  ['effect', compareWithout],
  ['effect', compareTests],
  ['content', compareHeads],
  ['content', compareRoles],
  ['content', compareLinks],
  ['effect', compareObjects],
  ['reach', compareOrder],
];

/**
 * Conditions for support besides slots: a new one is a file in `requirements/` and a line here. A sentence that does not
 * meet them leaves a claim undetermined that it would support, and may still contradict it.
 */
const requirements: readonly ((claim: Claim, alignment: Alignment, source: Source) => boolean)[] = [
  statesCause,
  hasSameCircumstances,
  hasOwnValues,
  hasOwnTimes,
  hasFreePlaces,
  isOfOneStatement,
  isNotPending,
  statesMoreThanAim,
];

/** Alignment with the result of each slot. Slots are compared when first needed. */
export type Candidate = Alignment & {
  readonly conflicts: { slot: SlotName; conflict: Extract<SlotResult, { outcome: 'conflict' }> }[];
  readonly isClear: boolean;
  /** Indicates that the sentence may support the claim if no slot is unclear or in conflict. */
  readonly maySupport: boolean;
  /** Indicates that a slot that is unclear counts against the claim. */
  readonly leansAgainst: boolean;
};

/**
 * Compares a claim with a sentence, slot by slot, as far as needed: most sentences of an abstract lack too many of its
 * words.
 */
export function compareSlots(claim: Claim, alignment: Alignment, source: Source): Candidate {
  const known: { slot: SlotName; result: SlotResult }[] = [];
  /** Returns the result of a slot; those before it are known. */
  const resultAt = (at: number) => {
    if (known.length <= at)
      for (const [slot, compare] of slots.slice(known.length, at + 1))
        known.push({ slot, result: compare(claim, alignment, source) });
    return known[at]?.result;
  };
  const results = () => {
    resultAt(slots.length - 1);
    return known;
  };
  return {
    ...alignment,
    get conflicts() {
      return results().flatMap(({ slot, result }) =>
        result.outcome === 'conflict' ? [{ slot, conflict: result }] : [],
      );
    },
    get isClear() {
      return slots.every((_, at) => resultAt(at)?.outcome !== 'unclear');
    },
    get maySupport() {
      return requirements.every((isMet) => isMet(claim, alignment, source));
    },
    get leansAgainst() {
      return results().some(({ result }) => result.outcome === 'unclear' && result.leansAgainst);
    },
  };
}
