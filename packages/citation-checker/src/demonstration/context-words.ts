import type { Token } from '../reading/tokens.ts';
import type { Alignment, Source } from './align.ts';
import type { Claim, Unit } from './claim-units.ts';
import { isHarmless } from './harmless-words.ts';
import { placesOf } from './index-sentence.ts';
import { matchingClauses } from './slots/effect-clauses.ts';
import { isShortFor } from './slots/population-slot.ts';
import type { Clause } from './statement.ts';

/**
 * True where the words of a claim that stand in the aims alone may be what the sentence is about, as those of the title are: on their side of
 * the effect it has no word that the claim lacks. Where it has one, it may say of that what the claim says of them: "fixation was
 * not cost-effective" in a paper on malunion. Words of whom, where and when a study tells once, and they are not looked at.
 */
export function mayBeContext(
  { elsewhere, places, indexed }: Alignment,
  claim: Claim,
  { title }: Source,
): boolean {
  // A word right before one that stands there describes it; whether it has another one there, the slot of populations tells.
  const describes = (unit: Unit) =>
    [...places.keys()].some(
      ({ start }) => start >= unit.end && /^(?:[\s-]|的)?$/.test(claim.read.text.slice(unit.end, start)),
    );
  const context = elsewhere.filter(
    (unit) => !unit.isCircumstance && placesOf(unit, title).length === 0 && !describes(unit),
  );
  if (context.length === 0) return true;
  const clauses = claim.clauses.flatMap((_, index) => matchingClauses(index, claim, { indexed, places }));
  const free = wordsOfItsOwn({ places, indexed }, clauses, context);
  const [mine, theirs] = [firstEffect(claim.clauses), firstEffect(clauses)];
  if (mine === undefined || theirs === undefined) return free.length === 0;
  return !([true, false] as const).some(
    (isBefore) =>
      context.some(({ start }) => start < mine === isBefore) &&
      free.some(({ start }) => start < theirs === isBefore),
  );
}

/** The words of the given clauses that tell something and are none of the claim's; brackets and adverbs add to others. */
function wordsOfItsOwn(
  { places, indexed: { read, clauses } }: Pick<Alignment, 'places' | 'indexed'>,
  within: readonly Clause[],
  context: readonly Unit[],
): Token[] {
  const matched = new Set([...places.values()].flat());
  const effects = clauses.flatMap((clause) => clause.effects);
  const bare = read.text.replace(/\([^()]{0,120}\)/g, (inside) => ' '.repeat(inside.length));
  const isIn = (spans: readonly { start: number; end: number }[], { start, end }: Token) =>
    spans.some((span) => start < span.end && span.start < end);
  return read.tokens.filter(
    (token, place) =>
      !context.some(({ text }) => isShortFor(token.text, text)) &&
      !matched.has(place) &&
      !token.empty &&
      token.kind !== 'number' &&
      !isHarmless(token.stem) &&
      bare[token.start] !== ' ' &&
      !/ly$/.test(token.text) &&
      isIn(within, token) &&
      !isIn(effects, token),
  );
}

const firstEffect = (clauses: readonly Clause[]): number | undefined =>
  clauses.flatMap(({ effects }) => effects)[0]?.start;
