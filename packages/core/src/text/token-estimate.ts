import { codeAt } from './code-at.ts';

/** Kinds of characters, by UTF-16 code unit. */
const kinds = { space: 0, lower: 1, upper: 2, digit: 3, sign: 4, han: 5, other: 6 } as const;

/** Least squares over 512 PubMed records and 750 Chinese medical texts against o200k; mean error 5–8 %. */
const tokensPerCharacter = [0.65, 0.1, 0.4, 0.7, 0.5, 0.82, 1.2];

/**
 * Upper bounds: o200k's count of each of these texts is at most 0.84 of this estimate, and tokenizers that split digits stay
 * below it too. Only runs of letters or characters constructed for the purpose come close to it or exceed it.
 */
const tokensPerCharacterMax = [0.5, 0.5, 1, 1, 1, 2, 2];

/** Estimates the number of tokens, unrounded so that the deltas of a stream add up; cheap enough for each of them. */
export function estimateTokens(text: string): number {
  return weigh(text, tokensPerCharacter);
}

/** Estimates the maximum number of tokens of a text, which a hold must cover. */
export function tokenUpperBound(text: string): number {
  return Math.ceil(weigh(text, tokensPerCharacterMax));
}

function weigh(text: string, weights: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < text.length; i += 1) sum += weights[kindOf(codeAt(text, i))] ?? 0;
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

/** Returns the beginning of a text, of at most about `tokens` tokens. */
export function beginningOf(text: string, tokens: number): string {
  const estimate = estimateTokens(text);
  if (estimate <= tokens) return text;
  // A cut inside a surrogate pair would leave invalid text.
  return text.slice(0, Math.floor((text.length * tokens) / estimate)).replace(/[\uD800-\uDBFF]$/, '');
}
