import { findStrength } from '../evidence/check/claim-strength.ts';
import { countNegated } from '../evidence/check/negation.ts';
import { splitSentences } from '../text/sentences.ts';
import type { Loss } from './losses.ts';

type Sense = ReturnType<typeof findStrength>[number]['sense'];

/** What makes a claim stronger where it was not there before, and what makes it weaker where it was. */
const stronger: readonly Sense[] = ['certain', 'superlative', 'causal', 'universal'];
const weaker: readonly Sense[] = ['hedge', 'reported'];

/**
 * Where a version says more than its text: a hedge lost, a cause made of an association, a negation lost or added. Sentence
 * by sentence where they are as many, else over the whole.
 */
export function strengthenings(text: string, version: string): Loss[] {
  const [was, is] = [text, version].map((each) => splitSentences(each).map((sentence) => sentence.text));
  if (was?.length !== is?.length) return compare(text, version);
  return (was ?? []).flatMap((sentence, at) => compare(sentence, is?.[at] ?? ''));
}

function compare(text: string, version: string): Loss[] {
  const [was, is] = [cuesOf(text), cuesOf(version)];
  const losses: Loss[] = [];
  for (const sense of stronger) {
    const [before = [], after = []] = [was.get(sense), is.get(sense)];
    if (after.length > before.length) losses.push({ kind: 'meaning', text: after.at(-1) ?? '' });
  }
  const hedges = (cues: ReadonlyMap<Sense, string[]>) => weaker.flatMap((sense) => cues.get(sense) ?? []);
  const [before, after] = [hedges(was), hedges(is)];
  if (before.length > 0 && after.length === 0) losses.push({ kind: 'meaning', text: before[0] ?? '' });
  // "not different" into "similar" loses one; a whole statement turned round does too.
  if (countNegated(text) % 2 !== countNegated(version) % 2) losses.push({ kind: 'meaning', text: '' });
  return losses;
}

function cuesOf(text: string): Map<Sense, string[]> {
  const bySense = new Map<Sense, string[]>();
  for (const { sense, text: words } of findStrength(text))
    bySense.set(sense, [...(bySense.get(sense) ?? []), words]);
  return bySense;
}
