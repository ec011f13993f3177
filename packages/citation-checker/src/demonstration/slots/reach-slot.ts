import type { Alignment, Source } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import type { SlotResult } from '../proof.ts';
import { findQuantifiers, type QuantifierScope } from '../quantifiers.ts';
import { isOutsideRun } from '../stated-in-order.ts';
import type { Clause } from '../statement.ts';
import { isConfidenceLevel } from '../statistics.ts';
import { matchingClauses } from './effect-clauses.ts';
import { findExtendedScope, findOtherScope } from './universal-scope.ts';

/** Kinds of words that narrow a statement: a claim must keep those of its source. */
const narrowing: readonly QuantifierScope[] = ['hedge', 'exclusive'];
/** Kinds of words that a claim may only use if its source does. */
const widening: readonly QuantifierScope[] = [
  'universal',
  'exclusive',
  'majority',
  'extreme',
  'certain',
  'without',
  'normative',
];

/**
 * Compares scope and certainty: "all", "only", "proves", "may". A causal claim conflicts with a sentence on an
 * association in a non-randomised study; so does a claim of proof with a sentence on a possibility.
 */
export function compareReach(claim: Claim, alignment: Alignment, source: Source): SlotResult {
  const { indexed, places } = alignment;
  const mine = quantifiersOf(claim.read.text, claim.clauses);
  const own = new Set(mine.map(({ category }) => category));
  const theirs = quantifiersOf(indexed.read.text, indexed.clauses);
  const found = new Set(theirs.map(({ category }) => category));
  const wordOf = (list: typeof mine, category: QuantifierScope) =>
    list.find((each) => each.category === category)?.text ?? '';
  const [partly, theirPart] = [notAll.test(claim.read.text), notAll.exec(indexed.read.text)];
  if (theirPart && !partly)
    return own.has('universal')
      ? {
          ...{ outcome: 'conflict', kind: 'negation' },
          ...{ claim: wordOf(mine, 'universal'), evidence: theirPart[0] },
        }
      : { outcome: 'unclear', claim: claim.read.text };
  if (partly && !theirPart) return { outcome: 'unclear', claim: claim.read.text };
  const [mineRank, theirRank] = [ranked.exec(claim.read.text), ranked.exec(indexed.read.text)];
  if ((mineRank || theirRank) && mineRank?.[0].toLowerCase() !== theirRank?.[0].toLowerCase())
    return { outcome: 'unclear', claim: mineRank?.[0] ?? wordOf(mine, 'extreme') };
  // "The only factor" is one, "only two factors" are not.
  const [alone, counted] = [mine, theirs].map((cues) =>
    cues.filter(({ category }) => category === 'exclusive'),
  );
  const isCounted = (of: string) => (cue: { end: number }) =>
    severalOnly.test(of.slice(cue.end, cue.end + 12));
  if (
    alone?.some((cue) => !isCounted(claim.read.text)(cue)) &&
    counted &&
    counted.length > 0 &&
    counted.every(isCounted(indexed.read.text))
  )
    return { outcome: 'unclear', claim: alone[0]?.text ?? '' };
  // The group to which a statement is restricted must be there, too.
  const only = mine.find(
    ({ category, end }) => category === 'exclusive' && !/^\s*[\d.]/.test(claim.read.text.slice(end)),
  );
  const unnamed =
    only &&
    claim.units.find(
      (unit) => unit.start > only.end && !places.has(unit) && unit.clause === clauseAt(claim, only.start),
    );
  if (unnamed) return { outcome: 'unclear', claim: unnamed.text };
  // "Has not been proved to cause" claims neither.
  const isDenied = claim.clauses.some(({ effects }) =>
    effects.some(({ direction }) => direction === 'denied' || direction === 'none'),
  );
  const claimed = own.has('certain') ? wordOf(mine, 'certain') : wordOf(mine, 'causal');
  if (
    isDenied &&
    (own.has('certain') || strongCause.test(claimed)) &&
    !found.has('certain') &&
    !found.has('causal')
  )
    return { outcome: 'unclear', claim: claimed };
  if (
    proves.test(wordOf(mine, 'certain')) &&
    possible.test(wordOf(theirs, 'hedge')) &&
    !found.has('certain') &&
    !own.has('hedge')
  )
    return {
      outcome: 'conflict',
      kind: 'over_extrapolation',
      claim: wordOf(mine, 'certain'),
      evidence: wordOf(theirs, 'hedge'),
    };
  // "Causally related" is more than related.
  const causally = /\bcausal(?:ly)?\b|因果/i.exec(claim.read.text);
  if (causally && !found.has('causal')) return { outcome: 'unclear', claim: causally[0] };
  const associates = mine.some(({ category, text }) => category === 'associative' && !ofFactors.test(text));
  if (own.has('causal') && !found.has('causal') && !associates) {
    if (
      found.has('associative') &&
      !source.isRandomised &&
      causes.test(wordOf(mine, 'causal')) &&
      !own.has('hedge')
    )
      return {
        outcome: 'conflict',
        kind: 'causality',
        claim: wordOf(mine, 'causal'),
        evidence: wordOf(theirs, 'associative'),
      };
    if (strongCause.test(wordOf(mine, 'causal')) || found.has('associative'))
      return { outcome: 'unclear', claim: wordOf(mine, 'causal'), leansAgainst: true };
  }
  for (const category of widening)
    if (
      own.has(category) &&
      !found.has(category) &&
      !(category === 'universal' && found.has('without')) &&
      !isShareOf(category, mine, claim, indexed) &&
      !(wordOf(mine, category) === '主要' && major.test(indexed.read.text)) &&
      !(wordOf(mine, category) === '均' && (ofEach.test(indexed.read.text) || isOfNamed(mine, claim, places)))
    )
      return { outcome: 'unclear', claim: wordOf(mine, category) };
  for (const category of ['before', 'after'] as const)
    if (
      own.has(category) &&
      !found.has(category) &&
      ((found.has(category === 'before' ? 'after' : 'before') &&
        !own.has(category === 'before' ? 'after' : 'before')) ||
        (timed.test(wordOf(mine, category)) && !timed.test(source.title.read.text)))
    )
      return { outcome: 'unclear', claim: wordOf(mine, category) };
  const timeOf = (list: typeof mine) =>
    new Set(list.filter(({ text }) => timed.test(text)).map(({ category }) => category));
  const [ownTime, theirTime] = [timeOf(mine), timeOf(theirs)];
  if (theirTime.size > 0 && [...ownTime].some((category) => !theirTime.has(category)))
    return { outcome: 'unclear', claim: wordOf(mine, ownTime.has('before') ? 'before' : 'after') };
  // Chinese word order differs.
  const moved = mine.find(({ category, text, end }) => {
    if (/\p{Script=Han}/u.test(text)) return false;
    const next = claim.units.find((unit) => unit.start > end && unit.start - end === 1);
    const same = theirs.filter((other) => other.category === category && timed.test(other.text));
    if (!timed.test(text) || !next || same.length === 0) return false;
    const at = (places.get(next) ?? []).map((place) => indexed.read.tokens[place]?.start ?? -1);
    return !same.some((other) =>
      at.some((start) => start > other.end && start - other.end <= adjacentWithin),
    );
  });
  if (moved) return { outcome: 'unclear', claim: moved.text };
  const widened = findExtendedScope(claim, { indexed, places }) ?? findOtherScope(claim, { indexed, places });
  if (widened) return { outcome: 'unclear', claim: widened };
  // "A lowers B and may lower C": words after the claim's clause qualify another one.
  const matching = claim.clauses.flatMap((_, index) => matchingClauses(index, claim, { indexed, places }));
  // "A and B, but in women the only one was A": restricted to women.
  const exclusive = theirs.filter(({ category }) => category === 'exclusive');
  if (
    own.has('exclusive') &&
    exclusive.length > 0 &&
    exclusive.every((cue) => matching.every(({ end }) => cue.start >= end)) &&
    !/^\s*[\d.]/.test(indexed.read.text.slice(exclusive[0]?.end))
  )
    return { outcome: 'unclear', claim: wordOf(mine, 'exclusive'), leansAgainst: true };
  const statedUntil = Math.max(...matching.map(({ end }) => end));
  const limit = theirs.find(
    ({ category, text, start }) =>
      narrowing.includes(category) &&
      !own.has(category) &&
      !isOutsideRun(start, claim, alignment) &&
      start < statedUntil &&
      (isOfTheFinding(text, category) ||
        // "…, suggesting airborne transmission": the content is only suggested.
        (/^suggesting$/i.test(text) &&
          matching.every((clause) => start - clause.start <= suggestingWithin && start >= clause.start))),
  );
  if (limit) return { outcome: 'unclear', claim: limit.text };
  // "We recommend less investigation of X" is not a finding about X.
  const wish = theirs.find(({ category }) => category === 'normative');
  if (wish && !own.has('normative')) {
    if (matching.some(({ start, end }) => wish.start >= start && wish.end <= end))
      return { outcome: 'unclear', claim: wish.text };
  }
  return { outcome: 'same' };
}

/** Matches 均 for two or more items that the sentence names together. */
const ofEach = /\b(?:both|each|either|neither|all)\b/i;

/** Minimum percentage for which the word may be used. */
const shareMin: Partial<Record<QuantifierScope, number>> = { majority: 50, universal: 90 };

/** Checks "most" and "almost all" against the shares in the sentence, which must all exceed half, or be nearly all. */
function isShareOf(
  category: QuantifierScope,
  cues: readonly { category: QuantifierScope; text: string; start: number }[],
  { read }: Claim,
  { read: theirs }: Alignment['indexed'],
): boolean {
  const least = shareMin[category];
  const own = cues.filter((cue) => cue.category === category);
  const shares = theirs.quantities.filter(
    (quantity) => quantity.percent && !isConfidenceLevel(theirs.text, quantity),
  );
  const isSaid = ({ text, start }: { text: string; start: number }) =>
    category === 'majority'
      ? /^(?:most|majority|大多数|多数|大部分)$/i.test(text)
      : /\b(?:almost|nearly|virtually|practically) $|几乎$/i.test(
          read.text.slice(Math.max(0, start - 16), start),
        );
  return (
    least !== undefined &&
    shares.length > 0 &&
    shares.every(({ value }) => value > least) &&
    own.every(isSaid)
  );
}

/** Returns true if 均 refers to individually named items, all of which the sentence has. */
function isOfNamed(
  cues: readonly { text: string; start: number }[],
  { read, units }: Claim,
  places: Alignment['places'],
): boolean {
  const at = cues.find(({ text }) => text === '均')?.start ?? 0;
  if (/(?:体内外|双侧|两侧)$/.test(read.text.slice(0, at))) return true;
  const before = read.text.slice(0, at);
  const from = 1 + Math.max(...['，', '。', '；', ',', ';'].map((mark) => before.lastIndexOf(mark)));
  if (!/[和与及或、]/.test(before.slice(from))) return false;
  const listed = units.filter(({ start, end }) => start >= from && end <= at);
  return listed.length > 1 && listed.every((unit) => places.has(unit));
}

/** Matches 主要 before a noun: "major injuries". */
const major = /\b(?:major|main|chief|primary|principal|key|leading)\b/i;

/** Characters before a word that can introduce a clause of mere suggestion. */
const suggestingWithin = 3;

/** Nouns for an associated factor: a claim may say what causes a risk factor. */
const ofFactors = /^(?:risk factor|marker|predictor|危险因素|预测)/i;

/** Matches a number of things after "only". */
const severalOnly =
  /^\s?(?:the )?(?:two|three|four|five|six|seven|eight|nine|ten|[2-9]|\d\d|[两二三四五六七八九十])(?![.\d]|\s?[%％])/iu;

/** Matches a rank below the first: "the second most common". */
const ranked =
  /\b(?:second|third|fourth|fifth|next|one of the|among the)[ -](?=(?:most|leading|main|highest|lowest|largest|greatest|commonest|best)\b)|第[二三四五](?=[大位高常])/i;

/** Negations of "all" that leave "some". */
const notAll =
  /\bnot (?:all|every|everyone|always|necessarily|each)\b|(?:并非|不是|并不是|非)(?:所有|全部|每)|不一定|不总是/i;

const clauseAt = ({ clauses }: Claim, at: number): number =>
  clauses.findLastIndex(({ start }) => start <= at);

/** Matches two groups named together: neither is described as lacking it. */
const bothGroups =
  /\b(?:with (?:and|or|versus|vs\.?) without|without (?:and|or|versus|vs\.?) with)\b|有[和与或及]?无|合并[和与或及]未合并/gi;

/** Matches a negation in the clause before "any". */
const denying = /\b(?:no|not|nor|never|neither|without|cannot|unlikely|fail(?:s|ed)? to)\b[^,;:.()]{0,60}$/i;
const deniedWithin = 60;

const beforeFigure =
  /^\s?(?:about |approximately |around |roughly |[有为占达]?(?:约|大约)?)?(?:\d|a few\b|\p{Script=Han}分之|一半|半数|half\b|a (?:quarter|third|fifth)\b|one in )/iu;

/** Returns the quantifiers of a text, except a "without" that negates an effect (无显著差异) or names two groups. */
function quantifiersOf(text: string, clauses: readonly Clause[]) {
  const both = [...text.matchAll(bothGroups)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));
  const spans = [...both, ...clauses.flatMap(({ effects }) => effects)];
  return findQuantifiers(text).filter(
    (cue) =>
      // 平均 is a mean, 均 means "all".
      !(cue.text === '均' && text[cue.start - 1] === '平') &&
      !(cue.text === '有必要' && text[cue.start - 1] === '没') &&
      // "Not to any significant extent" is a negation and says nothing about all.
      !(
        /^any$/i.test(cue.text) && denying.test(text.slice(Math.max(0, cue.start - deniedWithin), cue.start))
      ) &&
      // "Only 14%" is a judgment of size and excludes nobody.
      !(cue.category === 'exclusive' && beforeFigure.test(text.slice(cue.end, cue.end + 24))) &&
      (cue.category !== 'without' || !spans.some(({ start, end }) => cue.start < end && start < cue.end)),
  );
}

/** Words that contain a time; "after hip fracture" has words of its own to match. */
const timed = /^(?:pre|post)|\b(?:pre|post)-?(?:operative|treatment)|baseline|术[前后]|基线/i;

/** Maximum characters between a time word and its noun: "postoperative AF" says nothing about postoperative statins. */
const adjacentWithin = 24;

/** Words that claim proof. */
const proves = /^(?:prov(?:es?|ed|en)|definitive|conclusive|unequivocal|undoubted|证明|证实|确证)/i;
const possible =
  /^(?:may|might|could|possibl|potential|perhaps|hypothesi|cannot be excluded|可能|或许|也许)/i;
/** Causal verbs that are never used for an association. */
const causes =
  /^(?:causes?|caused|leads? to|led to|results? in|resulted in|responsible for|导致|引起|造成|引发)$/i;
const strongCause =
  /caus|lead|led|result|due|because|trigger|responsible|driv|attributable|导致|引起|造成|引发|诱发|由于/i;

/**
 * Returns false for "suggest" and "indicate", which hedge a conclusion ("These data suggest that …") but are only style in a
 * report of results.
 */
function isOfTheFinding(word: string, category: QuantifierScope): boolean {
  return category !== 'hedge' || !/^(?:suggest|indicat|提示)/i.test(word);
}
