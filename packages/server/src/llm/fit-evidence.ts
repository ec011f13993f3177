import { estimateTokens } from '@citewell/core/text/token-estimate.ts';
import type { HistoryItem } from '@citewell/sdk';
import type { WriteInput } from './engine.ts';

/**
 * Tokens that each kind of material may take of the writer's prompt. Together with the instructions about 12,000: the
 * upper end of what a cited answer should cost, and within the smallest windows (16k) that models are served with.
 */
const evidenceTokensMax = 6_000;
const attachmentTokensMax = 3_000;
const historyTokensMax = 1_500;
/** Earlier answers are context: their beginning tells what they were about. */
const historyAnswerCharacters = 600;
/** A title, its journal and its mark, beside each passage's own text. */
const passageOverheadTokens = 40;

/** The input cut to what fits: worst passages, last attachment passages and oldest rounds go first. */
export function fitWriteInput(input: WriteInput): WriteInput {
  return {
    ...input,
    passages: fitting(
      input.passages,
      evidenceTokensMax,
      ({ text }) => estimateTokens(text) + passageOverheadTokens,
    ),
    attachment: fitting(input.attachment, attachmentTokensMax, ({ text }) => estimateTokens(text)),
    history: fitHistory(input.history),
  };
}

/** The last rounds that fit, oldest first. */
export function fitHistory(history: HistoryItem[]): HistoryItem[] {
  const rounds = history.map(({ q, a }) => ({ q: shorten(q), a: shorten(a) })).reverse();
  return fitting(rounds, historyTokensMax, ({ q, a }) => estimateTokens(q) + estimateTokens(a)).reverse();
}

function fitting<Item>(items: Item[], tokensMax: number, cost: (item: Item) => number): Item[] {
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
