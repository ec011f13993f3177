/** Relation to the caller's findings that a sentence claims. */
export type Relation = 'agreeing' | 'disagreeing';

/** Matches the caller's own study, as a discussion refers to it. */
const own = String.raw`(?:our|ours|the (?:present|current|given)|this study|these findings|those (?:given|reported here))\b[^,:]{0,80}`;
/** Matches a reference to another study or finding. */
const other = String.raw`(?:this|these|that|those|it|them|earlier|prior|previous|other|another|the (?:other|former|latter|first|second|above)|E?\d)\b[^,:]{0,80}`;

const agrees = String.raw`(?:in (?:agreement|line|accordance|keeping|accord) with|consistent with|in support of|similar(?:ly)? to|as in|like|confirming|supporting|corroborating|echoing|mirroring|this (?:agrees|accords) with|this is (?:consistent|in line|in agreement) with|this (?:confirms|supports|corroborates))`;
const disagrees = String.raw`(?:in contrast (?:to|with)|contrary to|unlike|at odds with|in disagreement with|inconsistent with|this (?:contradicts|contrasts with|conflicts with|differs from|disagrees with))`;

const toOwn: [Relation, RegExp][] = [
  ['agreeing', new RegExp(String.raw`^${agrees} ${own}[,:]\s*(?=\S)`, 'i')],
  ['disagreeing', new RegExp(String.raw`^${disagrees} ${own}[,:]\s*(?=\S)`, 'i')],
  [
    'agreeing',
    /^(?:与(?:本研究|本文|我们|所给)[^，,：:]{0,20}(?:一致|相符|相似|相同|类似)|(?:支持|印证|证实)了?(?:本研究|我们|所给)[^，,：:]{0,20})[，,：:]\s*(?=\S)/,
  ],
  ['disagreeing', /^与(?:本研究|本文|我们|所给)[^，,：:]{0,20}(?:相反|不同|不一致|矛盾)[，,：:]\s*(?=\S)/],
];
const toOthers = [
  new RegExp(
    String.raw`^(?:(?:in|by) contrast|(?:${agrees}|${disagrees}) ${other}|conversely|on the contrary|on the other hand|however|nevertheless|nonetheless|similarly|likewise|consistently)[,:]\s*(?=\S)`,
    'i',
  ),
  /^(?:与[此之]相反|与[^，,]{0,20}(?:研究|结果|发现)(?:相反|不同|一致|相符|相似)|与[此之](?:一致|相似)|同样地?|类似地|相反|反之|相比之下|另一方面|然而|但是?|不过)[，,]?\s*(?=\S)/,
];
/** Matches a relation after the finding: ", which agrees with our results". */
const afterFinding = new RegExp(
  String.raw`,? (?:which (?:is )?|a (?:finding|result) )?(?:${agrees}|${disagrees}|agrees with|contradicts|confirms|supports|differs from) (?:our|the (?:present|current|given))\b[^,.;[]{0,80}?(?=\s?(?:\[|\.|$))`,
  'i',
);

/**
 * Separates the finding of a sentence from words that relate it to another one: only the statements themselves can show
 * whether findings agree, and the previous sentence may have been omitted. `relation` is the claimed relation to the
 * caller's findings.
 *
 * @example
 * readRelation('In agreement with our study, nausea was more common.'); // { rest: 'Nausea was more common.', relation:
 * 'agreeing' }
 */
export function readRelation(sentence: string): { rest: string; relation?: Relation } {
  const led = toOwn.find(([, pattern]) => pattern.test(sentence));
  const bare = [...(led ? [led[1]] : toOthers), afterFinding].reduce(
    (text, pattern) => text.replace(pattern, ''),
    sentence,
  );
  const rest = sentence.startsWith(bare.slice(0, 12))
    ? bare
    : bare.replace(/^\p{Ll}(?!\p{Lu})/u, (letter) => letter.toUpperCase());
  return { rest, ...(led && { relation: led[0] }) };
}

const ofOwn =
  /\b(?:our|ours|the (?:present|current|given) (?:study|findings?|results?|data|trial|analysis|cohort))\b|本研究|我们|所给/i;

/** Returns true if a sentence mentions the caller's own study. */
export function mentionsOwnFindings(sentence: string): boolean {
  return ofOwn.test(sentence);
}
