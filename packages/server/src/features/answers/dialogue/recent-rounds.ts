import { type HistoryItem, historyRounds } from '@citewell/sdk';
import { namedIn } from '../../../literature/query/dialogue/named-in.ts';
import { selfContained } from '../../../literature/query/dialogue/self-contained.ts';
import { removeRejected } from './follow-up.ts';

/** Maximum number of rounds before those that are used in which the subject is looked for. */
const earlierMax = 24;

/**
 * Returns the rounds of a dialogue that are used, the last ones. If the oldest of them only asks on ("cost?"), its question is replaced by
 * the one that it asks on: the subject of a long dialogue would otherwise be lost, and a detail taken for it.
 */
export function recentRounds(history: readonly HistoryItem[]): HistoryItem[] {
  const recent = history.slice(-historyRounds);
  const earlier = removeRejected(history.slice(-historyRounds - earlierMax, -historyRounds));
  const [oldest, ...others] = recent;
  if (!oldest || earlier.length === 0 || removeRejected([oldest]).length === 0) return recent;
  const { subject } = selfContained(oldest.q, earlier);
  // Without a drug, disease or procedure that a list has, nothing tells a subject from a detail.
  const isKnown = namedIn(subject).some(({ kind, isGiven }) => kind !== 'drug' || isGiven);
  return isKnown ? [{ ...oldest, q: subject }, ...others] : recent;
}
