import type { ReadText, Token } from '../../reading/tokens.ts';
import type { Alignment } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import type { SlotResult } from '../proof.ts';

/** Verbs of an action that has an agent and an object. */
const verb =
  /^(?:supports?|supported|regulat(?:es?|ed)|controls?|controlled|mediat(?:es?|ed)|modulat(?:es?|ed)|maintain(?:s|ed)?|restor(?:es?|ed)|replac(?:es?|ed)|enter(?:s|ed)?|binds?|bound|recruit(?:s|ed)?|targets?|targeted|requires?|required|determin(?:es?|ed)|encod(?:es?|ed)|produc(?:es?|ed)|secret(?:es?|ed)|contain(?:s|ed)?|depends?|depended|affects?|affected|influenc(?:es?|ed)|predict(?:s|ed)?|caus(?:es?|ed)|reduc(?:es?|ed)|increas(?:es?|ed)|decreas(?:es?|ed)|improv(?:es?|ed)|lowers?|lowered|inhibit(?:s|ed)?|suppress(?:es|ed)?|activat(?:es?|ed)|induc(?:es?|ed)|promot(?:es?|ed)|enhanc(?:es?|ed)|prevent(?:s|ed)?|block(?:s|ed)?|stimulat(?:es?|ed)|outperform(?:s|ed)?|exceed(?:s|ed)?|preced(?:es?|ed)|follow(?:s|ed)?|represent(?:s|ed)?|yield(?:s|ed)?|worsen(?:s|ed)?|prolong(?:s|ed)?|rais(?:es?|ed)|attenuat(?:es?|ed)|shorten(?:s|ed)?|delay(?:s|ed)?|alter(?:s|ed)?|chang(?:es?|ed)|correlat(?:es?|ed)|differ(?:s|ed)?|\p{Ll}{4,20}(?:ates|ated|izes|ized|ises|ised|ifies|ified))$/iu;
/** Verbs of asymmetric relations: if A outperforms B, B does not outperform A. */
const exceeding = /^(?:outperform|exceed|surpass|preced)/i;
const passive = /^(?:is|are|was|were|be|been|being)$/i;
/** Prepositions after a verb without an object: "HbA1c decreased with metformin". */
const preposition = /^(?:by|in|with|after|from|among|during|at|over|under|within|to|between)$/i;
/** Maximum words between an auxiliary and its verb: "was significantly reduced". */
const auxiliaryWithin = 3;
/** Maximum distance, in words, of the subject and object from their verb. */
const roleWithin = 8;

/** Compares subject and object: the same verb, in the active voice, with its sides exchanged is another statement. */
export function compareRoles(claim: Claim, { indexed, places }: Alignment): SlotResult {
  const reversed = findReversedAgent(claim, places, indexed.read);
  if (reversed) return { outcome: 'unclear', claim: reversed, leansAgainst: true };
  const ours = activeVerbs(claim.read);
  if (ours.length === 0) return { outcome: 'same' };
  const theirs = Map.groupBy(activeVerbs(indexed.read), ({ token }) => token.stem);
  for (const { at, token } of ours) {
    const [their, another] = theirs.get(token.stem) ?? [];
    if (!their || another) continue;
    const place = their.at;
    const placed = [...places].filter(([{ index }]) => Math.abs(index - at) <= roleWithin);
    const subject = placed.findLast(([{ index }]) => index < at);
    const object = placed.find(([{ index }]) => index > at);
    if (!subject || !object) continue;
    const theirSubject = subjectBefore(indexed.read, place);
    const subjects = placed.filter(([{ index }]) => index < at).flatMap(([, all]) => all);
    if (theirSubject !== undefined && !subjects.includes(theirSubject))
      return { outcome: 'unclear', claim: subject[0].text };
    const hasSwappedSides =
      object[1].every((other) => other < place) && subject[1].every((other) => other > place);
    if (hasSwappedSides && exceeding.test(token.text))
      return {
        outcome: 'conflict',
        kind: 'comparator',
        claim: claim.read.text.slice(subject[0].start, object[0].end),
        evidence: indexed.read.text,
      };
    if (object[1].every((other) => other < place) && subject[1].some((other) => other > place))
      return {
        outcome: 'unclear',
        claim: claim.read.text.slice(subject[0].start, object[0].end),
        leansAgainst: true,
      };
  }
  return { outcome: 'same' };
}

/** Returns the positions of verbs with an agent: "masked by". */
function agentVerbs({ text, tokens }: ReadText): number[] {
  return [...text.matchAll(/(?<=\p{L}(?:ed|en|ught|und|ne|wn)) by (?!\d)/gu)].flatMap(({ index }) => {
    const at = tokens.findLastIndex(({ end }) => end <= index);
    return at < 0 ? [] : [at];
  });
}

/** Finds an action in the claim that the sentence reports with subject and object exchanged. */
function findReversedAgent(
  { read, units }: Claim,
  places: Alignment['places'],
  theirs: ReadText,
): string | undefined {
  const others = agentVerbs(theirs);
  for (const at of agentVerbs(read)) {
    const verb = read.tokens[at];
    const near = units.filter((unit) => places.has(unit) && Math.abs(unit.index - at) <= roleWithin);
    const patient = near.findLast((unit) => unit.index < at);
    const agent = near.find((unit) => unit.index > at);
    const same = theirs.tokens.flatMap(({ stem }, place) => (stem === verb?.stem ? [place] : []));
    const [place, another] = same;
    if (!verb || !patient || !agent || place === undefined || another !== undefined) continue;
    const isPassive = others.includes(place);
    if (!isPassive && !isActive(theirs.tokens, place, verb)) continue;
    const isAfter = (unit: (typeof units)[number]) =>
      (places.get(unit) ?? []).every((other) => other > place);
    const isBefore = (unit: (typeof units)[number]) =>
      (places.get(unit) ?? []).every((other) => other < place);
    if (isPassive ? isBefore(agent) && isAfter(patient) : isAfter(agent) && isBefore(patient))
      return read.text.slice(patient.start, agent.end);
  }
  return undefined;
}

/**
 * Returns the name directly before a verb ("SLT represents", "drug B lowered"); undefined if another kind of word is
 * there.
 */
function subjectBefore({ tokens }: ReadText, place: number): number | undefined {
  const before = tokens[place - 1];
  const isName = before && /^\p{Lu}/u.test(before.text) && /[\p{Lu}\d]/u.test(before.text.slice(1));
  return isName ? place - 1 : undefined;
}

/** Returns the action verbs of a text with their positions. */
function activeVerbs({ tokens }: ReadText): { at: number; token: Token }[] {
  return tokens.flatMap((token, at) => (isActive(tokens, at, token) ? [{ at, token }] : []));
}

function isActive(tokens: readonly Token[], at: number, { text }: Token): boolean {
  if (!verb.test(text) || preposition.test(tokens[at + 1]?.text ?? '')) return false;
  return !tokens.slice(Math.max(0, at - auxiliaryWithin), at).some((before) => passive.test(before.text));
}
