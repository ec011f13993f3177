import type { Alignment } from '../align-claim.ts';
import type { Claim, Unit } from '../claim-units.ts';
import { hasOwnWords, isWithin, type Span } from './own-words.ts';

/**
 * Returns false if the population or time of a claim is stated elsewhere in the abstract, and the sentence states
 * another: "in children with malaria" is not "in children with fever", nor "at 12 months" "at discharge".
 */
export function hasSameCircumstances(claim: Claim, alignment: Alignment): boolean {
  const { elsewhere, indexed, places } = alignment;
  if (elsewhere.length === 0) return true;
  const mine = circumstancesOf(claim.read.text);
  const theirs = circumstancesOf(indexed.read.text);
  const isOfTime = (unit: Unit) => isWithin(unit, mine.times);
  const isOfPeople = (unit: Unit) =>
    isWithin(unit, mine.populations) || (unit.isCircumstance && !isOfTime(unit));
  const kinds: (keyof Circumstances)[] = [
    ...(elsewhere.some(isOfTime) ? (['times'] as const) : []),
    ...(elsewhere.some(isOfPeople) ? (['populations'] as const) : []),
  ];
  return !kinds.some((kind) =>
    theirs[kind].some((phrase) => {
      if (comparing.test(indexed.read.text.slice(Math.max(0, phrase.start - comparedWithin), phrase.start)))
        return false;
      const stems = new Set(
        claim.units.filter((unit) => isWithin(unit, mine[kind])).map(({ wordings }) => wordings[0]?.[0]),
      );
      // "Bone enzymes were higher in bone disease": the first word is not the second.
      const isOfAnother = (unit: Unit) =>
        !stems.has(unit.wordings[0]?.[0]) &&
        (places.get(unit) ?? []).some((place) => {
          const token = indexed.read.tokens[place];
          return token !== undefined && !isWithin(token, theirs[kind]);
        });
      return hasOwnWords(phrase, claim, alignment, { isOfAnother, ignored: peopleAlone });
    }),
  );
}

type Circumstances = { times: readonly Span[]; populations: readonly Span[] };

const circumstancesOf = (text: string): Circumstances => ({
  times: spansOf(times, text),
  populations: spansOf(populations, text),
});

const spansOf = (phrases: RegExp, text: string): Span[] =>
  [...text.matchAll(phrases)].map(({ index, 0: phrase }) => ({ start: index, end: index + phrase.length }));

/** Words up to the end of a phrase. */
const rest = String.raw`(?: (?!(?:was|were|is|are|had|has|have|did|do|does|can|could|may|might|will|would|should|showed|who|which|that|than|compared|versus|vs|at|in|on|for|to|by|from|after|before|during|and|but|as|when)\b)[^\s,;:.()]+){1,6}`;

/** Matches a time, except that of an adjustment by statistics. */
const times = new RegExp(
  String.raw`\b(?:after|following|during|before|at|within|over|until)(?! (?:\w+ ){0,2}(?:adjust|controll|account|correct|exclu)\w+)${rest}|在\p{Script=Han}{1,12}(?:后|时|前|期间|内)|\p{Script=Han}{1,8}(?:后|时|前|期间)(?=[，,])`,
  'giu',
);

const people =
  'patients?|people|persons?|individuals?|participants?|subjects?|adults?|adolescents?|child(?:ren)?|women|men|girls|boys|infants?|neonates?|newborns?|mothers|volunteers|survivors|recipients|mice|rats|animals';
const peopleAlone = new RegExp(`^(?:${people})$`, 'i');

/** Matches people or animals with the words that describe them before and after. */
const populations = new RegExp(
  String.raw`(?:(?<=\b(?:in|among|for|of|from|with|the|all|these|those|between) )(?:[\p{L}\d-]+ ){1,2}?(?:${people})|\b(?:${people}|those))\b(?: (?:with|without|having|undergoing|receiving|given|treated with|aged|of|who (?:was|were|is|are|had|have))\b${rest})?|\p{Script=Han}{2,12}(?:患[者儿]|病人|小鼠|大鼠|儿童|女性|男性|孕妇|受试者)`,
  'giu',
);

/** Matches words after which those with whom others are compared follow, and maximum number of their characters. */
const comparing =
  /\b(?:compared (?:with|to)|than|versus|vs\.?|relative to)(?: (?:in|among|for|the|those|that|of)){0,3} $/i;
const comparedWithin = 40;
