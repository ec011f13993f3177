/** Kinds of characters, told by their UTF-16 code. */
const kinds = { space: 0, lower: 1, upper: 2, digit: 3, sign: 4, han: 5, other: 6 } as const;

/** Least squares over 512 PubMed records and 750 Chinese medical texts against o200k; mean error 5–8 %. */
const tokensPerCharacter = [0.65, 0.1, 0.4, 0.7, 0.5, 0.82, 1.2];

/**
 * Above o200k's count on every one of the same texts (at most 0.84 of it), and above what tokenizers do that take digits
 * singly; only a run of letters or characters made up for the purpose comes near or over it.
 */
const mostTokensPerCharacter = [0.5, 0.5, 1, 1, 1, 2, 2];

/** Estimates the number of tokens, unrounded so that the deltas of a stream add up; cheap enough for each of them. */
export function estimateTokens(text: string): number {
  return weigh(text, tokensPerCharacter);
}

/** The most tokens this text can be expected to have: what a hold must cover. */
export function tokenUpperBound(text: string): number {
  return Math.ceil(weigh(text, mostTokensPerCharacter));
}

function weigh(text: string, weights: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < text.length; i += 1) sum += weights[kindOf(text.charCodeAt(i))] ?? 0;
  return sum;
}

function kindOf(code: number): number {
  if (code >= 97 && code <= 122) return kinds.lower;
  if (code === 32 || code === 10) return kinds.space;
  if (code >= 65 && code <= 90) return kinds.upper;
  if (code >= 48 && code <= 57) return kinds.digit;
  if (code < 128) return kinds.sign;
  return code >= 0x2e80 && code <= 0x9fff ? kinds.han : kinds.other;
}

/** Returns the beginning of a text, of about so many tokens at most. */
export function beginningOf(text: string, tokens: number): string {
  const estimate = estimateTokens(text);
  if (estimate <= tokens) return text;
  // A cut between the halves of a surrogate pair would not be text.
  return text.slice(0, Math.floor((text.length * tokens) / estimate)).replace(/[\uD800-\uDBFF]$/, '');
}
