import type { Quantity } from '../../reading/quantities.ts';
import type { Alignment, Source } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import { matchNumber } from '../numbers.ts';
import { figuresOf } from '../slots/numbers/number-kind.ts';
import { numbersOfTheStudy } from '../slots/numbers/number-of-study.ts';

/**
 * Returns false if a number of the claim that is only where the study is described is the result that the claim states:
 * "rose by 40 mg" is not supported by a dose of 40 mg.
 */
export function hasOwnValues(claim: Claim, { indexed }: Alignment, source: Source): boolean {
  const ofStudy = numbersOfTheStudy(claim, source);
  return claim.numbers.every(
    (number) =>
      !ofStudy.has(number) ||
      !isResult(number.quantity, claim) ||
      matchNumber(number.quantity, figuresOf(indexed.read), '').found.length > 0,
  );
}

/** Returns true for a number that a clause states of its subject, unless that is the size, age, dose or duration of the study. */
function isResult({ start, end, unit, kind }: Quantity, { read: { text }, clauses }: Claim): boolean {
  if (kind === 'n' || unit?.dimension === 'people' || counted.test(text.slice(end))) return false;
  const clause = clauses.findLast((each) => each.start <= start);
  const before = text.slice(Math.max(clause?.start ?? 0, start - beforeWithin), start);
  return stating.test(before) && !ofTheStudy.test(before);
}

/** Characters examined before a number. */
const beforeWithin = 120;

/** Matches the end of a text after which a verb's value follows: "was", "rose by", "a mean of", 为. */
const stating =
  /(?:\b(?:was|were|is|are|be|been|averag(?:ed|es|ing)|reach(?:ed|es|ing)|equal(?:s|ed|led)|total(?:s|ed|led)|measured|by|(?:ros|ris|increas|decreas|fell|fall|drop|declin|lower|reduc|rais|chang)\w{0,5} (?:significantly )?(?:to|from)|(?:means?|medians?|averages?|values?|levels?|scores?|differences?|changes?|increases?|decreases?|reductions?|rates?|volumes?|coefficients?) of)|=|[为是达至低高少多加轻强短长了]|平均)\s?(?:(?:about|approximately|around|roughly|nearly|almost|only|a mean of|an average of|a median of|up to)\s|约|大约|仅|平均)?$/iu;

/** Matches what a study states of itself. */
const ofTheStudy =
  /\b(?:aged?|doses?|dosages?|dosed|given|received|follow(?:ed)?(?:[- ]up)?|durations?|lasted|treated|treatment|sample sizes?|randomi[sz]ed|enrol\w+|recruited|includ\w+|admin\w+|intake|followed|replaced by|divided by|separated by)\b|年龄|剂量|随访|疗程|样本|纳入|给予|给药|时间|服用/i;

/** Matches people after a number. */
const counted =
  /^\s?(?:[\p{Ll}-]+\s){0,2}(?:patients|participants|subjects|individuals|people|persons|women|men|children|adults|adolescents|infants|girls|boys|mothers|volunteers|studies|trials|hospitals|cent(?:er|re)s|cases|samples|specimens|mice|rats|animals)\b|^\s?[例名位只人项家]/u;
