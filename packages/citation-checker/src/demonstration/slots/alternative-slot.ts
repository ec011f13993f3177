import type { Alignment } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import type { SlotResult } from '../proof.ts';

/** Words for both, either or neither of two items: "lacking both" is not "lacking either". */
const ofBoth = /\bboth\b|(?<!\w)(?:as well as|together with)\b|两者(?:均|都)|二者(?:均|都)|同时/i;
const ofEither =
  /\beither\b(?! (?:group|arm|side|case|way|study|sex|eye)\b)|\bone of the two\b|\bor both\b|其中之一|任一|或(?:者)?(?!许)/i;
const eitherOr = /\beither\b[^.;]{1,80}\bor\b/i;

/** Matches an open question, which is not a finding: "the influence of A on B is controversial". */
const open =
  /\b(?:controversial|debates? (?:exists?|remains?|continues?|over|about|on|regarding)|whether [^.;]{2,120}\bor\b|debated|disputed|debatable|questionable|unresolved|inconclusive|equivocal|unclear|unknown|uncertain|conflicting|inconsistent|remains? to be|not (?:clear|known|established))\b|争议|不(?:清楚|明确|明)|未知|存疑/i;

/** Words that introduce an exception: "none was associated, except for the number of staff". */
export const exception =
  /\b(?:except(?:ing)?|apart from|aside from|with the exception of|other than|but for)\b|除[^，。；]{1,20}外/i;

/** Words that introduce what differs from the subject: "A, unlike B, lowered …". */
const differing =
  /\b(?:unlike|in contrast (?:to|with)|as opposed to|rather than)\b[^,;.]{1,60}(?:,|$)|(?:不同于|有别于|与)[^，。；]{1,24}(?:不同(?=，)|(?<=(?:不同于|有别于)[^，。；]{1,24})(?=，))/iu;

/**
 * Compares statements about several items together and about each alone: "either A or B" with "both A and B" is
 * unclear, and so is a plain claim with a sentence that leaves the question open.
 */
export function compareAlternatives({ read: { text } }: Claim, { indexed, places }: Alignment): SlotResult {
  const theirs = indexed.read.text;
  const excepted = exception.exec(theirs);
  if (excepted && !exception.test(text)) {
    const isExcepted = [...places].some(
      ([unit, at]) =>
        !unit.isCircumstance &&
        at.every((place) => (indexed.read.tokens[place]?.start ?? 0) > excepted.index),
    );
    if (isExcepted) return { outcome: 'unclear', claim: text };
  }
  const other = differing.exec(theirs);
  if (other) {
    const own = differing.exec(text);
    const isBetween = (start: number, of: RegExpExecArray | null) =>
      of !== null && start >= of.index && start < of.index + of[0].length;
    const moved = [...places].find(
      ([{ start }, at]) =>
        !isBetween(start, own) &&
        at.every((place) => isBetween(indexed.read.tokens[place]?.start ?? -1, other)),
    );
    if (moved) return { outcome: 'unclear', claim: moved[0].text, leansAgainst: true };
  }
  if (open.test(theirs) && !open.test(text)) return { outcome: 'unclear', claim: text, leansAgainst: true };
  if (eitherOr.test(text) && ofBoth.test(theirs) && !ofEither.test(theirs))
    return { outcome: 'unclear', claim: text, leansAgainst: true };
  if (/\bboth\b/i.test(text) && eitherOr.test(theirs) && !/\bboth\b/i.test(theirs))
    return { outcome: 'unclear', claim: text, leansAgainst: true };
  return { outcome: 'same' };
}
