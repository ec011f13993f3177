import { estimateTokens } from '@citewell/core/text/token-estimate.ts';
import type { HistoryItem } from '@citewell/sdk';

/** Maximum tokens of the dialogue in a prompt. */
export const historyTokensMax = 1_500;
/** Characters of earlier answers used as context: their beginning shows their subject. */
const historyAnswerCharacters = 600;

/** Returns the last rounds that fit, oldest first. */
export function fitHistory(history: HistoryItem[], tokensMax = historyTokensMax): HistoryItem[] {
  const rounds = history.map(({ q, a }) => ({ q: shorten(q), a: shorten(a) })).reverse();
  return fitting(rounds, tokensMax, ({ q, a }) => estimateTokens(q) + estimateTokens(a)).reverse();
}

/** Returns the first items whose tokens fit together. */
export function fitting<Item>(items: Item[], tokensMax: number, cost: (item: Item) => number): Item[] {
  let left = tokensMax;
  const end = items.findIndex((item) => {
    left -= cost(item);
    return left < 0;
  });
  return end === -1 ? items : items.slice(0, end);
}

function shorten(text: string): string {
  if (text.length <= historyAnswerCharacters) return text;
  // Never half a surrogate pair.
  return `${text.slice(0, historyAnswerCharacters).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
