import type { Alignment, Source } from '../align-claim.ts';
import type { Claim, Unit } from '../claim-units.ts';
import { type IndexedSentence, placesOf } from '../index-sentence.ts';
import { memoizeBySource } from '../memoize-by-source.ts';
import type { SlotResult } from '../proof.ts';

/** Time of a finding relative to the event after the preposition. */
type Relation = 'before' | 'during' | 'after';

const relations: readonly [Relation, RegExp][] = [
  [
    'before',
    /\b(?:before|prior to|preceding|ahead of|in advance of)\s+(?:(?:the|an?|their|its|any|each|initial|planned)\s+){0,2}$/i,
  ],
  [
    'during',
    /\b(?:during|throughout|in the course of|while (?:on|under|receiving))\s+(?:(?:the|an?|their|its|each)\s+){0,2}$/i,
  ],
  [
    'after',
    /\b(?:after|following|subsequent to|post)[\s-]+(?:(?:the|an?|their|its|each|initial|first)\s+){0,2}$/i,
  ],
];
/** Relations with words before the event: "after laparoscopic and open cholecystectomy". */
const loosely: readonly [Relation, RegExp][] = [
  ['before', /\b(?:before|prior to|preceding|ahead of|in advance of)\s/i],
  ['during', /\b(?:during|throughout|in the course of)\s/i],
  ['after', /\b(?:after|following|subsequent to)\s/i],
];
/** Further words for the relations in an abstract. */
const alsoStated: readonly [Relation, RegExp][] = [
  [
    'before',
    /\b(?:pre-?(?=operati|treat|surg|hospital|transplant|natal|procedur|dos|interven)|awaiting |scheduled for |waiting for |until )/i,
  ],
  [
    'during',
    /\b(?:intra-?(?=operati|procedur|partum)|peri-?(?=operati|procedur|partum)|undergoing |while )/i,
  ],
  [
    'after',
    /\b(?:post-?(?=operati|treat|surg|transplant|natal|procedur|partum|interven)|since |later than |underwent |(?:had|having) undergone |survivors of )/i,
  ],
];
/** Times of a study that its abstract need not relate to anything. */
const ofTheStudy =
  /^(?:follow-?ups?|stud(?:y|ies)|trials?|periods?|times?|years?|months?|weeks?|days?|nights?|hours?|minutes?|seasons?|winter|summer|age|adjust\w*|controll\w+|account\w*)$/i;
/** Maximum characters between a preposition and its word. */
const reach = 48;

/**
 * Compares times: "before surgery" does not match "after surgery". Unclear if the abstract mentions the event only in
 * another relation, or a claim says "before" or "during" and the abstract never does.
 */
export function compareRelations(claim: Claim, _: Alignment, source: Source): SlotResult {
  return compareWithWhole(claim, source);
}

const compareWithWhole = memoizeBySource((claim: Claim, { title, sentences }: Source): SlotResult => {
  const whole = [title, ...sentences.map(({ indexed }) => indexed)].map(({ read }) => read.text).join(' ');
  for (const unit of claim.units) {
    const mine = relationBefore(claim.read.text, unit);
    if (!mine || ofTheStudy.test(unit.text)) continue;
    // "After elective single-vessel PCI" is after PCI.
    const head = headOf(unit, claim);
    const stated = new Set(
      [title, ...sentences.map(({ indexed }) => indexed)].flatMap((indexed) =>
        [unit, head].flatMap((each) => relationsTo(each, indexed)),
      ),
    );
    // "Postoperative" refers to the operation in the claim.
    const isAfter = mine === 'after' && !stated.has('before') && statedAfterwards.test(whole);
    // "During transgastric splenectomy", in a study of that operation.
    const isOfTitle = mine === 'during' && stated.size === 0 && placesOf(head, title).length > 0;
    if (!stated.has(mine) && !isAfter && !isOfTitle && (stated.size > 0 || mine !== 'after'))
      return { outcome: 'unclear', claim: claim.read.text.slice(unit.start, unit.end) };
  }
  return { outcome: 'same' };
});

/** Returns the last of the words that directly follow a word. */
function headOf(unit: Unit, { units }: Claim): Unit {
  let head = unit;
  for (const next of units) if (next.start - head.end === 1) head = next;
  return head;
}

const statedAfterwards = /\bpost-?(?:operati|surg|procedur|transplant)/i;

function relationBefore(text: string, { start }: Unit): Relation | undefined {
  const before = text.slice(Math.max(0, start - reach), start);
  return relations.find(([, pattern]) => pattern.test(before))?.[0];
}

/** Returns the relations in which a sentence has a unit. */
function relationsTo(unit: Unit, indexed: IndexedSentence): Relation[] {
  const { text, tokens } = indexed.read;
  return placesOf(unit, indexed).flatMap((place) => {
    const { start = 0, end = 0 } = tokens[place] ?? {};
    const before = text.slice(Math.max(0, start - reach), start).replace(/^.*[.;:]\s/s, '');
    const stated = [
      ...[...relations, ...loosely].filter(([, pattern]) => pattern.test(before)),
      ...alsoStated.filter(([, pattern]) => pattern.test(before + text.slice(start, end))),
    ];
    return stated.map(([relation]) => relation);
  });
}
