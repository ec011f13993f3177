import type { HistoryItem } from '@citewell/sdk';
import { removeMarkers } from './data-block.ts';

/** Formats earlier questions and answers of a dialogue as text, oldest first. */
export function historyText(history: readonly HistoryItem[]): string {
  return history.map(({ q, a }) => `Q: ${removeMarkers(q)}\nA: ${removeMarkers(a)}`).join('\n\n');
}
