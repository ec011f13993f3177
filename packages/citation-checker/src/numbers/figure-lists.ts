import type { Term } from '../reading/terms.ts';
import { readArms } from '../statements/arms.ts';
import type { Figure } from './figures.ts';
import { labelTerms } from './group-names.ts';
import { areEstimates, type Measured } from './measures.ts';

/** The words of an arm; "group 2" and 2.5 ATA组 are told by their number. */
export const writtenGroup =
  /([\p{L}\p{N}\-]{1,40}(?:\s[\p{L}\p{N}\-]{1,40})?)\s(?:groups?|arms?)\b(?!\s(?:[A-D\d]|I+)\b)|\b(?:groups?|arms?)\s(?:[A-D]|\d|I{1,3})\b|[\d.]{1,12}\s?[A-Za-z\/]{1,6}组|第?[A-D\d一二三四]组|([A-Za-z][A-Za-z0-9 \-]{1,60}|[[\p{L}\p{N}]--[率为与和较由的、在至了]]{1,10})组/giv;

const paired = /^[^\p{L}]*(?:vs?\.?|versus|and|or|与|和|比|对)[^\p{L}]*$/iu;
/** Text permitted between the numbers of a list. */
export const inList = /^[^\p{L}]*[,，、][^\p{L}]*$/u;
/** No arm's name is longer. */
export const reach = 70;

/** Span of the numbers of one finding. */
export const placeOf = {
  startOf: (members: readonly Measured[]): number => members[0]?.quantity.start ?? 0,
  endOf: (members: readonly Measured[]): number => members.at(-1)?.quantity.end ?? 0,
};
const { startOf, endOf } = placeOf;

/**
 * "(15 % vs 20 %)" behind "A than B", and "12, 15 and 20 % in A, B and C, respectively": the first number is A's, the second
 * B's. Behind one name alone the first is its, and the second somebody else's.
 */
export function share(
  figures: Figure[],
  groups: readonly Measured[][],
  text: string,
  across: 'same' | 'english',
): void {
  const isTold = /\brespectively\b|分别/i.test(text);
  const between = (index: number) =>
    text.slice(endOf(groups[index] ?? []), startOf(groups[index + 1] ?? groups[index] ?? []));
  const isJoined = (index: number) => {
    const [one, other] = [groups[index]?.[0], groups[index + 1]?.[0]];
    return (
      one !== undefined &&
      other !== undefined &&
      (paired.test(between(index)) || (inList.test(between(index)) && areEstimates(one, other)))
    );
  };
  for (let first = 0; first < groups.length; first++) {
    let last = first;
    while (last + 1 < groups.length && isJoined(last)) last++;
    if (last === first) continue;
    const run = groups.slice(first, last + 1);
    const labels =
      listed(text, startOf(run[0] ?? []), endOf(run.at(-1) ?? []), run.length, isTold, across) ??
      (run.length === 2
        ? (compared(text, startOf(run[0] ?? []), across) ??
          single(text, startOf(run[0] ?? []), between(first), across))
        : undefined);
    if (labels)
      for (const [index, members] of run.entries())
        for (const { quantity } of members) {
          const figure = figures.find((each) => each.quantity === quantity);
          if (figure) figure.label = labels[index] ?? [];
        }
    first = last;
  }
}

/** "… of the A and B groups". */
const ofGroups = /^\s(?:of|in|for)\s(?:the\s)?[^,;.\d]{2,60}\sand\s[^,;.\d]{2,60}\s(?:groups|arms)\b/i;

/** The names of as many arms as there are numbers, in a list behind or before them. */
function listed(
  text: string,
  start: number,
  end: number,
  count: number,
  isTold: boolean,
  across: 'same' | 'english',
): Term[][] | undefined {
  const rest = text.slice(end, end + 2 * reach);
  if (
    !isTold &&
    !ofGroups.test(rest) &&
    !/^(?:[^,;，；]{3,80}\sand\s[^,;，；]{3,60}|\p{Script=Han}{2,20}[和与]\p{Script=Han}{2,20})(?:\s(?:was|were)(?:\s\w+\s(?:in|by))?\s|为)$/iu.test(
      clauseBefore(text, start),
    )
  )
    return undefined;
  const after = /^(.{3,}?)(?:,?\s?respectively|$)/iu.exec(rest)?.[1] ?? '';
  const before = text.slice(Math.max(0, start - 2 * reach), start);
  const isBehind =
    (isTold || ofGroups.test(rest)) && /^[^,;，；]{0,40}\b(?:in|with|for|of|among|on)\b.* and /i.test(after);
  const phrase = isBehind ? after : before;
  const cut = phrase.replace(/^.*[;；:：。]|\.\s/gsu, '');
  const parts = cut
    .split(/\s?(?:,\s?and\s|,|，|、|\sand\s|和|与|及)\s?/u)
    .filter((part) => part.trim() !== '');
  // Before the numbers the list ends where its verb begins; behind them it ends with "respectively".
  const names = parts.slice(isBehind ? 0 : -count, isBehind ? count : undefined);
  if (names.length < count) return undefined;
  const last = names[count - 1] ?? '';
  names[count - 1] =
    /^(.{1,60}?)(?:\b(?:groups?|arms?)\b(?!\s(?:[A-D\d]|I+)\b)|\b(?:had|was|were|lost|did)\b|组|分别)/iu.exec(
      last,
    )?.[0] ?? last;
  // "In groups 1, 2 and 3": the word stands once.
  const terms = names.map((each) =>
    labelTerms(
      (isTold ? each : each.replace(/^.*\b(?:of|for)\s/i, ''))
        .slice(-reach)
        .replace(/^\s*([A-D\d]|I{1,3})\s*$/, 'group $1'),
      across,
    ),
  );
  return terms.every((label) => label.length > 0) ? terms : undefined;
}

/** Returns the text of the clause before this place. */
const clauseBefore = (text: string, at: number): string =>
  /(?:^|[,;:，；：。]\s?)([^,;:，；：。]*)$/.exec(text.slice(Math.max(0, at - 2 * reach), at))?.[1] ?? '';

const beforePair =
  /\b(?:with|in|for|after|under|among|on|receiving|taking)\s([^,;:()]{2,50}?)\s?[(（:：]?\s?$/i;

/** "Lower with A (12 % vs 20 %)". */
function single(
  text: string,
  start: number,
  between: string,
  across: 'same' | 'english',
): Term[][] | undefined {
  if (!/\bv(?:s|ersus)?\b|比|对/i.test(between)) return undefined;
  const before = text.slice(Math.max(0, start - 2 * reach), start);
  const arm = beforePair.exec(before)?.[1] ?? [...before.matchAll(writtenGroup)].at(-1)?.[0];
  const label = arm === undefined ? [] : labelTerms(arm, across);
  return label.length > 0 ? [label, []] : undefined;
}

function compared(text: string, start: number, across: 'same' | 'english'): Term[][] | undefined {
  const from = Math.max(
    text.lastIndexOf('. ', start),
    text.lastIndexOf('; ', start),
    text.lastIndexOf('；', start),
    0,
  );
  const arms = readArms(text.slice(from, start).replace(/[(（]\s*$/, ''), across);
  return arms && [arms.left, arms.right];
}
