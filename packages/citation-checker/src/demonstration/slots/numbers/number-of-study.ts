import type { Quantity } from '../../../reading/quantities.ts';
import type { ReadText } from '../../../reading/tokens.ts';
import type { Source } from '../../align-claim.ts';
import type { Claim } from '../../claim-units.ts';
import { placesOf } from '../../index-sentence.ts';
import { memoizeBySource } from '../../memoize-by-source.ts';
import { matchNumber } from '../../numbers.ts';
import { haveSameRole } from './number-role.ts';

type ClaimNumber = Claim['numbers'][number];

const fractionOf =
  /(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|none|half))(?: out)?(?: of |\s?\/\s?)(?:the )?$/i;

/** Sentence that states participants, duration and materials. */
const describing =
  /\b(?:enrol+ed|recruited|included|eligible|randomi[sz]ed|randomly|assigned|allocated|participated|followed|follow-?up|aged|mean age|median age|were studied|were (?:treated|fed|given)|consecutive)\b|纳入|入组|随机|随访|分为|年龄/i;

/** Returns the numbers of a claim that describe the study itself. */
export const numbersOfTheStudy = memoizeBySource(
  (claim: Claim, source: Source): ReadonlySet<ClaimNumber> =>
    new Set(claim.numbers.filter((number) => isOfTheStudy(number, claim, source))),
);

/**
 * Returns true for a number of the study itself: participants, age, duration, dose. A result's number does not count:
 * it belongs to the outcome and group of its sentence.
 */
function isOfTheStudy({ quantity, index }: ClaimNumber, claim: Claim, { sentences, title }: Source): boolean {
  if (quantity.kind === 'p' || quantity.percent) return false;
  // "One of eight" is a result, whatever the total.
  const before = claim.read.text.slice(0, quantity.start);
  if (fractionOf.test(before))
    return /\bof (?:the|these) $/i.test(before) && isAllPeople(quantity, claim.read.text, sentences);
  if (isPartOfName(quantity, claim.read, [title, ...sentences.map(({ indexed }) => indexed)])) return true;
  const framing = sentences.filter(
    ({ sentence: { section, text } }) =>
      section === 'aim' ||
      section === 'method' ||
      ((section === 'result' || section === 'unknown') && describing.test(text)),
  );
  return [...framing.map(({ indexed }) => indexed), title].some((indexed) => {
    const tokens = statedAt(quantity, claim.read, indexed.read);
    if (quantity.unit?.dimension === 'time' && followed.test(around(claim.read.text, quantity)))
      return tokens.some((at) => {
        const { start = 0, end = 0 } = indexed.read.tokens[at] ?? {};
        return followed.test(around(indexed.read.text, { start, end }));
      });
    if (tokens.length > 0 && isAllPeople(quantity, claim.read.text, sentences)) return true;
    return claim.units.some(
      (unit) =>
        Math.abs(unit.index - index) <= 3 &&
        placesOf(unit, indexed).some((place) => tokens.some((at) => Math.abs(at - place) <= describedWithin)),
    );
  });
}

/** Returns true for the number in a name, "three-column osteotomy", which the abstract has before the same word. */
function isPartOfName(
  quantity: Quantity,
  { text, tokens }: ReadText,
  all: readonly { read: ReadText }[],
): boolean {
  if (!/^[-‐‑]\p{L}/u.test(text.slice(quantity.end, quantity.end + 2)) || quantity.unit) return false;
  const next = tokens.find(({ start }) => start === quantity.end + 1);
  return all.some(({ read }) =>
    read.quantities.some(
      ({ value, end, percent }) =>
        !percent &&
        value === quantity.value &&
        read.tokens.some(({ start, stem }) => start - end >= 0 && start - end <= 1 && stem === next?.stem),
    ),
  );
}

const people =
  /^\s?(?:(?!(?:of|in|to|and|or|per|vs|with|for|by|at|than|years?|months?|weeks?|days?)\b)[\p{Ll}-]+\s){0,2}(?:patients|participants|subjects|individuals|people|persons|women|men|children|adults|adolescents|infants|neonates|newborns|girls|boys|mothers|students|nurses|physicians|residents|volunteers|respondents|trainees|mice|rats|animals|cases)\b|^\s?(?:例|名|位|只)|^(?:例|名|位|只)?\p{Script=Han}{0,6}(?:患者|患儿|受试者|学生|参与者|儿童|女性|男性|小鼠|大鼠)/iu;

/**
 * Returns true for the total number of participants: it counts people in both texts, and the abstract has no larger
 * count. The number of a subgroup belongs to that.
 */
function isAllPeople({ value, end, unit }: Quantity, text: string, sentences: Source['sentences']): boolean {
  if (!(unit?.dimension === 'people' || people.test(text.slice(end, end + 60)))) return false;
  const counts = sentences
    .flatMap(({ indexed: { read } }) =>
      read.quantities.filter(
        (each) =>
          each.kind !== 'p' &&
          !each.percent &&
          each.decimals === 0 &&
          (each.kind === 'n' ||
            each.unit?.dimension === 'people' ||
            people.test(read.text.slice(each.end, each.end + 60))),
      ),
    )
    .map((each) => each.value);
  return counts.length > 0 && counts.includes(value) && Math.max(...counts) === value;
}

/** Words for follow-up, whose length is stated once. */
const followed = /follow(?:ed)?(?:-|\b)|随访/i;
const around = (text: string, { start, end }: { start: number; end: number }): string =>
  text.slice(Math.max(0, start - 24), end + 20);

/** Maximum words between a number and what it describes, in the text that describes the study. */
const describedWithin = 8;

/** Returns the tokens of a text that are the number itself, in the same role. */
function statedAt(quantity: Quantity, read: ReadText, theirs: ReadText): number[] {
  const { found, computed } = matchNumber(quantity, theirs.quantities, '');
  const stated = computed ? [] : found.filter((each) => haveSameRole(quantity, read, each, theirs));
  return stated.map(({ start }) => theirs.tokens.findIndex((token) => token.start === start));
}
