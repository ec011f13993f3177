/**
 * Spaces of terms. Words of title, subjects and abstract share one, so that one posting list ranks them together;
 * `pair` contains two adjacent ones (common-grams.ts); the others only restrict a search. The letter precedes a term in
 * a segment's dictionary.
 */
export const spaces = { text: 't', pair: 'b', author: 'a', journal: 'j', type: 'p', language: 'l' } as const;
export type Space = keyof typeof spaces;

/** Returns true for a dictionary key whose postings record fields. */
export function hasFields(key: string): boolean {
  return key.startsWith(spaces.text) || key.startsWith(spaces.pair);
}

/** Fields of texts and pairs; spaces of one field use the last. As bits they make a mask: 1 << field. */
export const titleField = 0;
export const keywordField = 1;
export const abstractField = 2;
export type Field = typeof titleField | typeof keywordField | typeof abstractField;

export const titleMask = 1 << titleField;
export const keywordMask = 1 << keywordField;
export const abstractMask = 1 << abstractField;
export const anyField = titleMask | keywordMask | abstractMask;

/** Term frequency in each field of a record. */
export type Counts = { title: number; keyword: number; abstract: number };

/**
 * Weights of BM25F's fields in half points: title 3, subjects 1.5, abstract 1, as in
 * literature/ranking/terms/candidate-terms.ts.
 */
export function weightOf({ title, keyword, abstract }: Counts): number {
  return 6 * title + 3 * keyword + 2 * abstract;
}

export function maskOf({ title, keyword, abstract }: Counts): number {
  return (title > 0 ? titleMask : 0) | (keyword > 0 ? keywordMask : 0) | (abstract > 0 ? abstractMask : 0);
}

/**
 * Encodes counts as one byte, so that the byte of any posting can be read without those before it. `escaped`, one
 * posting in a thousand of real abstracts: the three counts follow elsewhere. Part of the format: a code keeps its
 * meaning.
 */
export const escaped = 255;

/** The counts that each code stands for, in the order of the codes. */
export const codeCounts: readonly Counts[] = [
  ...combinations([0, 2], [0, 2], [0, 19]),
  ...combinations([0, 0], [0, 0], [20, 63]),
  ...combinations([0, 0], [3, 6], [0, 4]),
  ...combinations([3, 3], [0, 0], [0, 9]),
];
export const codeWeight = Uint8Array.from(codeCounts, weightOf);
export const codeMask = Uint8Array.from(codeCounts, maskOf);
export const codeFrequency = Uint8Array.from(
  codeCounts,
  ({ title, keyword, abstract }) => title + keyword + abstract,
);

const titleLimit = 4;
const keywordLimit = 7;
const abstractLimit = 64;
const codes = new Uint8Array(titleLimit * keywordLimit * abstractLimit).fill(escaped);
for (const [code, { title, keyword, abstract }] of codeCounts.entries())
  codes[(title * keywordLimit + keyword) * abstractLimit + abstract] = code;

export function frequencyCode(title: number, keyword: number, abstract: number): number {
  if (title >= titleLimit || keyword >= keywordLimit || abstract >= abstractLimit) return escaped;
  return codes[(title * keywordLimit + keyword) * abstractLimit + abstract] ?? escaped;
}

type Span = readonly [first: number, last: number];

function combinations(titles: Span, keywords: Span, abstracts: Span): Counts[] {
  const numbers = ([first, last]: Span) => Array.from({ length: last - first + 1 }, (_, at) => first + at);
  return numbers(titles).flatMap((title) =>
    numbers(keywords).flatMap((keyword) =>
      numbers(abstracts).map((abstract) => ({ title, keyword, abstract })),
    ),
  );
}
