import type { HistoryItem } from '@citewell/sdk';
import { asksForLiterature } from '../answers/scope/read-scope.ts';
import { type Danger, findDangerIn } from './safety.ts';

/** Reads a message to a persona: whether somebody is in danger, and whether it calls for literature. */
export function readMessage({
  message,
  history,
  thisYear,
}: {
  message: string;
  history: readonly HistoryItem[];
  thisYear: number;
}): { danger: Danger | undefined; asksForLiterature: boolean } {
  const danger = findDangerIn(message, history);
  return { danger, asksForLiterature: danger === undefined && asksForLiterature(message, history, thisYear) };
}
