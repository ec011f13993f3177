import type { Alignment, Source } from '../align-claim.ts';
import type { Claim } from '../claim-units.ts';
import { placesOf } from '../index-sentence.ts';
import type { SlotResult } from '../proof.ts';

type Order = 'before' | 'after';

const ordering = /\b(?:(before|prior to)|(after|following|subsequent to))\s(?:(?:the|an?|their|its)\s)?/gi;
const beforeWord = {
  before: /\b(?:before|prior to)\s(?:[\p{L}\p{N}-]{1,20}\s){0,2}$/iu,
  after: /\b(?:after|following|subsequent to)\s(?:[\p{L}\p{N}-]{1,20}\s){0,2}$/iu,
};
/** Characters before a word in which its preposition is looked for. */
const orderWithin = 60;

/**
 * Compares times: a claim about what came after an event conflicts with an abstract that has this event only after
 * "before".
 */
export function compareOrder({ read, units }: Claim, _: Alignment, source: Source): SlotResult {
  for (const { index, 0: found, 1: isBefore } of read.text.matchAll(ordering)) {
    const end = index + found.length;
    const event = units.find(({ start }) => start >= end);
    if (!event || event.start !== end) continue;
    const stated = new Map<Order, string>();
    for (const indexed of [source.title, ...source.sentences.map((each) => each.indexed)])
      for (const place of placesOf(event, indexed)) {
        const { start = 0, end: closed = 0 } = indexed.read.tokens[place] ?? {};
        const from = Math.max(0, start - orderWithin);
        for (const order of ['before', 'after'] as const) {
          const phrase = beforeWord[order].exec(indexed.read.text.slice(from, start));
          if (phrase) stated.set(order, indexed.read.text.slice(from + phrase.index, closed));
        }
      }
    const own = isBefore ? 'before' : 'after';
    const [evidence, another] = [...stated.values()];
    if (evidence !== undefined && another === undefined && !stated.has(own))
      return { outcome: 'conflict', kind: 'context', claim: found + event.text, evidence };
  }
  return { outcome: 'same' };
}
