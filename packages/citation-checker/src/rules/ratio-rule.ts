import type { Comparison } from '../comparison.ts';
import type { Finding } from '../finding.ts';
import { plainDigits } from '../reading/quantities.ts';

/** "2:1", "1∶1∶2", "2 to 1 ratio"; no time of day, no dilution. */
const ratio =
  /(?<![\d:.])(\d{1,2}(?:\s?[:∶：]\s?\d{1,2}){1,3})(?![\d:]|\.\d|\s?(?:am|pm|a\.m|p\.m)(?!\p{L}))/giu;
const drawn = /random|assign|allocat|ratio|match|随机|分配|分为|比例|配比|匹配|按|之比/i;

type Ratio = { text: string; parts: number[] };

function readRatios(text: string): Ratio[] {
  if (!drawn.test(text)) return [];
  return Array.from(plainDigits(text).matchAll(ratio), ([, written = '']) => ({
    text: written,
    parts: written.split(/[:∶：]/).map(Number),
  }));
}

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length &&
  one.every((part, index) => part * (other[0] ?? 1) === (other[index] ?? 0) * (one[0] ?? 1));

/** A ratio that is another one in the abstract: 1:1 for 2:1. Turned round (1:2) it may be right of arms in another order. */
export function ratioFindings({ claim, abstract, verbatim }: Comparison): Finding[] {
  if (verbatim) return [];
  const own = readRatios(claim.text);
  if (own.length === 0) return [];
  const theirs = [...abstract.sentences, abstract.title].flatMap(({ text }) => readRatios(text));
  const [instead] = theirs;
  if (!instead) return [];
  return own.flatMap(({ text, parts }): Finding[] => {
    if (theirs.some((other) => isSame(parts, other.parts))) return [];
    const isTurned = theirs.some((other) => isSame(parts.toSorted(), other.parts.toSorted()));
    return [{ kind: 'numeric', force: isTurned ? 'doubt' : 'certain', claim: text, evidence: instead.text }];
  });
}
