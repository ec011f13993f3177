import type { ReadText, Token } from './tokens.ts';

/** The text from the first of these tokens to the last; empty for none. */
export function spanOf({ text }: Pick<ReadText, 'text'>, tokens: readonly Token[]): string {
  const [first, last] = [tokens[0], tokens.at(-1)];
  return first && last ? text.slice(first.start, last.end) : '';
}

/** The same with the Chinese characters beside it, as 低 that became 高 is a part of 低于. */
export function wordSpanOf({ text }: Pick<ReadText, 'text'>, tokens: readonly Token[]): string {
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (!first || !last) return '';
  const start = first.kind === 'han' && isHan(text[first.start - 1]) ? first.start - 1 : first.start;
  const end = last.kind === 'han' && isHan(text[last.end]) ? last.end + 1 : last.end;
  return text.slice(start, end);
}

function isHan(character: string | undefined): boolean {
  return character !== undefined && /\p{Script=Han}/u.test(character);
}
