import type { Comparison } from '../comparison.ts';
import type { Finding } from '../finding.ts';
import { sharedWeight } from '../reading/term-weight.ts';
import type { ReadText } from '../reading/tokens.ts';
import { findDirections } from '../statements/directions.ts';
import { isMoving } from '../statements/statements.ts';
import { isNegatedBefore } from './direction-rule.ts';

/** Words between two arms. */
const comparator =
  /\bthan\b|\bcompared (?:with|to)\b|\bversus\b|\bvs\b\.?|\brelative to\b|\bover (?=placebo|control)|优于|高于|低于|多于|少于|劣于|大于|小于|不如/giu;

const reach = 12;
/** An arm behind a comparator is named at once; what follows is about both. */
const armLength = 3;

type Arms = { left: Set<string>; right: Set<string>; at: number; text: string };

/** Arms that changed places: "A was better than B" cited for "B was better than A". */
export function comparatorFindings({ claim, ranked, source, verbatim, covered }: Comparison): Finding[] {
  if (verbatim) return [];
  const own = armsOf(claim);
  if (own.length === 0) return [];
  for (const { sentence } of ranked.slice(0, 2))
    for (const theirs of armsOf(sentence))
      for (const mine of own) {
        const turned = Math.min(sharedWeight(mine.right, theirs.left), sharedWeight(theirs.right, mine.left));
        if (turned < 0.5 || sharedWeight(mine.right, theirs.right) >= turned - margin) continue;
        if (isTurned(claim.text, mine.at, sentence.text, theirs.at)) continue;
        const force = source?.sentence === sentence || covered.best >= 0.75 ? 'certain' : 'possible';
        return [
          {
            kind: 'comparator',
            force,
            claim: clauseAt(claim.text, mine.at),
            evidence: clauseAt(sentence.text, theirs.at),
          },
        ];
      }
  return [];
}

/** Margin by which the swapped assignment of arms must fit better. */
const margin = 0.3;

/** No sentence compares more often; a text of nothing else would take its square in time. */
const comparisonsMax = 20;

function armsOf({ text, tokens }: ReadText): Arms[] {
  const content = tokens.filter(({ empty, kind }) => !empty && kind !== 'number');
  return Array.from(text.matchAll(comparator).take(comparisonsMax), (match) => {
    const left = content.filter(({ end }) => end <= match.index).slice(-reach);
    const right = content.filter(({ start }) => start >= match.index + match[0].length).slice(0, armLength);
    const stems = (list: typeof content, other: typeof content) =>
      new Set(list.map(({ stem }) => stem).filter((stem) => !other.some((each) => each.stem === stem)));
    return { left: stems(left, right), right: stems(right, left), at: match.index, text: match[0] };
  });
}

/** "A rose more than B" and "B fell more than A" say the same: an opposite word turns the arms back. */
function isTurned(mine: string, at: number, theirs: string, otherAt: number): boolean {
  const side = (text: string, place: number) => {
    const last = findDirections(text.slice(0, place + 4)).findLast(({ axis }) => isMoving(axis));
    if (!last) return undefined;
    return (last.side === '+') !== isNegatedBefore(text, last.start);
  };
  const [one, other] = [side(mine, at), side(theirs, otherAt)];
  return one !== undefined && other !== undefined && one !== other;
}

function clauseAt(text: string, at: number): string {
  const from = Math.max(0, text.lastIndexOf(' ', Math.max(0, at - 40)) + 1);
  const space = text.indexOf(' ', Math.min(text.length, at + 30));
  return text.slice(from, space < 0 ? text.length : space).trim();
}
