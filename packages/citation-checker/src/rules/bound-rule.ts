import type { Comparison } from '../comparison.ts';
import type { Finding } from '../finding.ts';
import { matchQuantity } from '../numbers/match-quantity.ts';
import { splitClauses } from '../reading/clauses.ts';
import { plainDigits, type Quantity } from '../reading/quantities.ts';
import type { ReadText } from '../reading/tokens.ts';
import { findDirections } from '../statements/directions.ts';

/** "At least" for "up to", a plus for a minus: numbers that the abstract has, bounded or signed the other way. */
export function boundFindings({ claim, abstract, verbatim }: Comparison): Finding[] {
  if (verbatim) return [];
  const bounds = claim.quantities.flatMap((quantity): Finding[] => {
    if (quantity.kind === 'p' || quantity.kind === 'label') return [];
    const places = abstract.sentences.flatMap(({ text, quantities }) =>
      quantities
        .filter((other) => matchQuantity(quantity, other) === 'same')
        .map((other) => ({ text, other })),
    );
    const finding = otherBound(quantity, claim.text, places) ?? otherSign(quantity, claim.text, places);
    return finding ? [finding] : [];
  });
  return [...bounds, ...turnedRanges(claim, abstract.sentences)];
}

/** "24-13 months" where the abstract has 13-24; "fell from 24 to 13" is none. */
function turnedRanges(claim: ReadText, sentences: readonly ReadText[]): Finding[] {
  const own = rangesIn(claim)
    .filter(({ low, high }) => low.value > high.value)
    .slice(0, rangesMax);
  if (own.length === 0) return [];
  const theirs = sentences.flatMap((sentence) => rangesIn(sentence));
  return own.flatMap(({ low, high, text }): Finding[] => {
    const same = theirs.find(
      (each) => matchQuantity(low, each.high) === 'same' && matchQuantity(high, each.low) === 'same',
    );
    return same ? [{ kind: 'numeric', force: 'certain', claim: text, evidence: same.text }] : [];
  });
}

/** No sentence has more. */
const rangesMax = 10;

function rangesIn({ text, quantities }: ReadText): { low: Quantity; high: Quantity; text: string }[] {
  const plain = plainDigits(text);
  return quantities.flatMap((low, index) => {
    const high = quantities[index + 1];
    if (
      !high ||
      low.signed ||
      high.signed ||
      !/^\s?(?:-|to|~|至|到)\s?$/.test(plain.slice(low.end, high.start))
    )
      return [];
    if (/(?:\bfrom|从|由|自)\s?$/i.test(plain.slice(Math.max(0, low.start - 6), low.start))) return [];
    return [{ low, high, text: text.slice(low.start, high.end).trim() }];
  });
}

type Place = { text: string; other: Quantity };

function otherBound(quantity: Quantity, text: string, places: readonly Place[]): Finding | undefined {
  const { bound } = quantity;
  if (!bound || places.length === 0 || places.some(({ other }) => other.bound === bound)) return undefined;
  const opposite = places.find(({ other }) => other.bound !== undefined);
  if (!opposite) return undefined;
  return {
    kind: 'numeric',
    force: 'certain',
    claim: withLead(text, quantity),
    evidence: withLead(opposite.text, opposite.other),
  };
}

function otherSign(quantity: Quantity, text: string, places: readonly Place[]): Finding | undefined {
  const signed = places.filter(({ other }) => other.signed !== undefined);
  const [first] = signed;
  if (!first || signed.length < places.length) return undefined;
  if (quantity.signed) {
    if (signed.some(({ other }) => other.signed === quantity.signed)) return undefined;
    return {
      kind: 'numeric',
      force: 'certain',
      claim: `${quantity.signed}${quantity.text.trim()}`,
      evidence: `${first.other.signed}${first.other.text.trim()}`,
    };
  }
  const clause = splitClauses(text).find(({ start, end }) => start <= quantity.start && quantity.start < end);
  const said = clause
    ? findDirections(clause.text.slice(0, quantity.start - clause.start)).findLast(
        ({ axis }) => axis === 'amount' || axis === 'weight',
      )
    : undefined;
  if (!said || signed.some(({ other }) => other.signed === said.side)) return undefined;
  return {
    kind: 'direction',
    force: 'certain',
    claim: said.text,
    evidence: `${first.other.signed}${first.other.text.trim()}`,
  };
}

/** A number with the words that bound it. */
function withLead(text: string, { start, end }: Quantity): string {
  const lead =
    /(?:\p{L}{1,24}\s){0,3}$|\p{Script=Han}{0,3}$/u.exec(text.slice(Math.max(0, start - 24), start))?.[0] ??
    '';
  return text.slice(start - lead.length, end).trim();
}
