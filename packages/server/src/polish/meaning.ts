import { findStrength } from '../evidence/check/claim-strength.ts';
import { countNegated, findNegations } from '../evidence/check/negation.ts';
import type { Loss } from './loss.ts';

type Sense = ReturnType<typeof findStrength>[number]['sense'];

/** What makes a claim stronger where it was not there before, and what makes it weaker where it was. */
const stronger: readonly Sense[] = ['certain', 'superlative', 'causal', 'universal'];
const weaker: readonly Sense[] = ['hedge', 'reported'];

/** Where a version of a sentence says more than it did: a hedge lost, a cause made of an association, a negation lost or added. */
export function strengthenings(text: string, version: string): Loss[] {
  const [was, is] = [cuesOf(text), cuesOf(version)];
  const losses: Loss[] = [];
  for (const sense of stronger) {
    const [before = [], after = []] = [was.get(sense), is.get(sense)];
    if (after.length > before.length) losses.push({ kind: 'meaning', text: after.at(-1) ?? '' });
  }
  const hedges = (cues: ReadonlyMap<Sense, string[]>) => weaker.flatMap((sense) => cues.get(sense) ?? []);
  const [before, after] = [hedges(was), hedges(is)];
  if (before.length > 0 && after.length === 0) losses.push({ kind: 'meaning', text: before[0] ?? '' });
  // "did not differ" may be "was similar", and never "differed"; a whole statement turned round is another one.
  if (denials(text) % 2 !== denials(version) % 2) losses.push({ kind: 'meaning', text: '' });
  return losses;
}

function denials(text: string): number {
  const equal = findNegations(text).filter(
    ({ sense, text: words }) => sense === 'equal' && !adverb.test(words),
  );
  return countNegated(text) + equal.length;
}

/** Joins sentences and denies nothing. */
const adverb = /^(?:similarly|equally|same|identical)$/i;

function cuesOf(text: string): Map<Sense, string[]> {
  const bySense = new Map<Sense, string[]>();
  for (const { sense, text: words } of findStrength(text))
    bySense.set(sense, [...(bySense.get(sense) ?? []), words]);
  // "Because" gives the reason that "due to" gives: one may stand for the other.
  for (const [words] of text.matchAll(/\bbecause\b(?! of)|因为/gi))
    bySense.set('causal', [...(bySense.get('causal') ?? []), words]);
  return bySense;
}
