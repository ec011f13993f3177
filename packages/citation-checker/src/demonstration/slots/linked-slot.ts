import type { Alignment } from '../align-claim.ts';
import type { Claim, Unit } from '../claim-units.ts';
import type { SlotResult } from '../proof.ts';

type Stretch = { from: number; to: number };
/** Two sides that a text links: what predicts or is associated, and what it is linked with. */
type Link = { agent: Stretch; object: Stretch; isDirected: boolean };

const being = String.raw`\b(?:is|are|was|were|been|be|remain(?:s|ed)?|became)\b(?: (?:not|also|still|both|\w{2,20}ly)\b){0,3}`;
const factor = String.raw`(?:predictors?|risk factors?|(?:bio)?markers?|determinants?|indicators?|precursors?|causes?|drivers?)`;

/** Links in the order agent, object. */
const forward: readonly { pattern: RegExp; isDirected: boolean }[] = [
  {
    pattern: new RegExp(String.raw`${being} (?:(?:an?|the) )?(?:[\w-]+ ){0,4}?${factor} (?:of|for) `, 'i'),
    isDirected: true,
  },
  { pattern: /\bpredict(?:s|ed)?\b(?! (?:by|from|that)\b) /i, isDirected: true },
  {
    pattern: new RegExp(String.raw`${being} (?:associated|correlated|linked|related) (?:with|to) `, 'i'),
    isDirected: false,
  },
  {
    pattern:
      /(?:是|为|系)(?=[^，。；]{1,40}的?(?:独立|重要|主要|显著)*(?:预测|危险|风险|保护)(?:因素|因子|指标))/u,
    isDirected: true,
  },
  { pattern: /[与和跟同](?=[^，。；]{1,40}(?:相关|有关|关联))/u, isDirected: false },
  { pattern: /(?<!的)预测(?!因|指|值|模型|性|概率)/u, isDirected: true },
];
/** Links in the order object, agent. */
const backward: readonly RegExp[] = [
  new RegExp(String.raw`${being} predicted (?:by|from) `, 'i'),
  /由(?=[^，。；]{1,40}预测)/u,
];

/** Matches the end of a side. */
const sideEnd = /[;:；。]|, (?:and|but|while|whereas) |，/;

/** Reads the first link of a text; undefined if there is none, or several. */
function linkOf(text: string): Link | undefined {
  const found = [
    ...forward.map(({ pattern, isDirected }) => ({ pattern, isDirected, isBackward: false })),
    ...backward.map((pattern) => ({ pattern, isDirected: true, isBackward: true })),
  ].flatMap(({ pattern, ...kind }) => {
    const match = pattern.exec(text);
    return match ? [{ at: match.index, end: match.index + match[0].length, ...kind }] : [];
  });
  const [first, second] = found;
  if (!first || second) return undefined;
  const starts = [...text.slice(0, first.at).matchAll(new RegExp(sideEnd, 'g'))];
  const last = starts.at(-1);
  // A predictor may be the last of several, each with its figures.
  const before = { from: last && !first.isDirected ? last.index + last[0].length : 0, to: first.at };
  const stop = /[;:；。，]/.exec(text.slice(first.end))?.index ?? text.length;
  const after = { from: first.end, to: first.end + stop };
  return first.isBackward
    ? { agent: after, object: before, isDirected: true }
    : { agent: before, object: after, isDirected: first.isDirected };
}

/**
 * Compares the two sides of a link: unclear if a claim has what predicts in the place of what is predicted, or links two
 * items of one side, such as two of a list.
 */
export function compareLinks(claim: Claim, { indexed, places }: Alignment): SlotResult {
  const mine = linkOf(claim.read.text);
  const theirs = mine && linkOf(indexed.read.text);
  if (!mine || !theirs) return { outcome: 'same' };
  const isOnly = (at: readonly number[], { from, to }: Stretch) =>
    at.every((place) => {
      const start = indexed.read.tokens[place]?.start ?? -1;
      return start >= from && start < to;
    });
  const unitsIn = ({ from, to }: Stretch): (readonly [Unit, readonly number[]])[] =>
    [...places].filter(
      ([unit, at]) => unit.start >= from && unit.end <= to && at.length > 0 && !unit.isCircumstance,
    );
  const [agents, objects] = [unitsIn(mine.agent), unitsIn(mine.object)];
  if (agents.length === 0 || objects.length === 0) return { outcome: 'same' };
  const isSomeIn = (units: typeof agents, side: Stretch) => units.some(([, at]) => isOnly(at, side));
  const isReversed =
    mine.isDirected &&
    theirs.isDirected &&
    isSomeIn(agents, theirs.object) &&
    isSomeIn(objects, theirs.agent);
  const isOfOneSide =
    [...agents, ...objects].every(([, at]) => isOnly(at, theirs.object)) &&
    theirs.agent.to > theirs.agent.from + 3;
  return isReversed || isOfOneSide
    ? {
        outcome: 'unclear',
        claim: claim.read.text.slice(mine.agent.from, mine.object.to),
        leansAgainst: true,
      }
    : { outcome: 'same' };
}
