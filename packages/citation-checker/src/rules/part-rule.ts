import type { Comparison } from '../comparison.ts';
import type { Finding } from '../finding.ts';
import type { Quantity } from '../reading/quantities.ts';
import type { ReadText } from '../reading/tokens.ts';

/** So many of so many: "44 of 58 physicians", "Of 58 physicians, 44", 58例中44例, 14/379. */
type Part = { part: Quantity; whole: Quantity };

const isCount = ({ value, percent, decimals, unit, kind }: Quantity): boolean =>
  !percent &&
  decimals <= 0 &&
  value >= 1 &&
  kind !== 'label' &&
  kind !== 'p' &&
  kind !== 'year' &&
  (!unit || unit.dimension === 'people');

const partFirst =
  /^\s?(?:\(\d[^)]*\)\s?)?(?:(?:\p{L}+\s){0,2}(?:out\s)?of\s(?:(?:the|these|those|all|a total of)\s)*)$/iu;
/** "14/379"; a rate is no part. */
const slash = /^\s?\/\s?$/;
const isRound = (value: number): boolean => /^10{2,}$/.test(String(value));
/** "Of 58 physicians, 44": the words of a whole, a comma, its part. */
const wholeFirst = /^[^,;:，；：。.]{0,60},\s?(?:(?:only|about|a total of|there were|just)\s)?$/iu;
const wholeFirstHan = /^[^，；。\d]{0,16}(?:中|内)[，,]?(?:有|共|仅|仅有|共有)?$/u;

function readParts({ text, quantities }: Pick<ReadText, 'text' | 'quantities'>): Part[] {
  const parts: Part[] = [];
  for (let index = 0; index + 1 < quantities.length; index++) {
    const [one, other] = [quantities[index], quantities[index + 1]];
    if (!one || !other) continue;
    const before = text.slice(Math.max(0, one.start - 24), one.start);
    if (isCount(one) && isCount(other)) {
      const between = text.slice(one.end, other.start);
      if (
        partFirst.test(between) ||
        (slash.test(between) && one.value <= other.value && !isRound(other.value))
      )
        parts.push({ part: one, whole: other });
      else if (
        (/\b(?:of|among)\s(?:(?:the|these|all|a total of)\s)*$/i.test(before) && wholeFirst.test(between)) ||
        wholeFirstHan.test(between)
      )
        parts.push({ part: other, whole: one });
    } else if (isCount(one) && other.percent) {
      // "44 (76 %) of 58".
      const third = quantities[index + 2];
      if (
        third &&
        isCount(third) &&
        /^\s?[(（]$/.test(text.slice(one.end, other.start)) &&
        /^[)）]\s?(?:of|out of)\s(?:the\s)?$/i.test(text.slice(other.end, third.start))
      )
        parts.push({ part: one, whole: third });
    }
  }
  return parts;
}

/** A part greater than its whole, and a part of another whole: "17 of 379" where the abstract has 14 of 379 and 17 of 340. */
export function partFindings({ claim, abstract, verbatim }: Comparison): Finding[] {
  if (verbatim) return [];
  const own = readParts(claim);
  if (own.length === 0) return [];
  const theirs = abstract.sentences.flatMap((sentence) => readParts(sentence));
  const has = ({ value }: Quantity) => abstract.quantities.some((other) => other.value === value);
  const tell = ({ part, whole }: Part) => `${part.text.trim()} / ${whole.text.trim()}`;
  return own.flatMap((mine): Finding[] => {
    const { part, whole } = mine;
    const alike = theirs.filter((each) => each.whole.value === whole.value);
    if (part.value > whole.value)
      return [{ kind: 'numeric', force: 'certain', claim: tell(mine), evidence: alike[0] && tell(alike[0]) }];
    if (alike.some((each) => each.part.value === part.value) || !has(part) || !has(whole)) return [];
    const [instead] = alike;
    const isOthers = theirs.some((each) => each.part.value === part.value);
    if (instead && isOthers)
      return [{ kind: 'numeric', force: 'certain', claim: tell(mine), evidence: tell(instead) }];
    const together = abstract.sentences.some(({ quantities }, index) => {
      const near = [...quantities, ...(abstract.sentences[index + 1]?.quantities ?? [])];
      return [part, whole].every(({ value }) => near.some((other) => other.value === value));
    });
    return together && !instead
      ? []
      : [{ kind: 'numeric', force: 'doubt', claim: tell(mine), evidence: instead && tell(instead) }];
  });
}
