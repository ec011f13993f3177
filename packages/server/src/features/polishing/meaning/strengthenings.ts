import { findStrength } from '@citewell/citation-checker/statements/claim-strength.ts';
import { countNegated, findNegations } from '@citewell/citation-checker/statements/negation.ts';
import type { MeaningChange } from './meaning-change.ts';

type Category = ReturnType<typeof findStrength>[number]['category'];

/** Kinds of words that strengthen a claim when added and weaken it when removed. */
const stronger: readonly Category[] = ['certain', 'superlative', 'causal', 'universal'];
const weaker: readonly Category[] = ['hedge', 'reported'];

/** Matches a statement that a test was passed, in words or by its level of significance. */
const significant = /significan(?:t|ce)|显著|明显|统计学/i;
const tested = /\bP ?(?:[<≤]|[=＝] ?0?\.0[0-4])|[PpＰ] ?[<＜≤]/i;

/**
 * Finds where a version claims more than the text: a hedge lost, an association turned into a cause, a negation lost
 * or added.
 */
export function strengthenings(text: string, version: string): MeaningChange[] {
  const [was, is] = [cuesOf(text), cuesOf(version)];
  const changes: MeaningChange[] = [];
  for (const category of stronger) {
    const [before = [], after = []] = [was.get(category), is.get(category)];
    if (after.length > before.length) changes.push({ kind: 'meaning', text: after.at(-1) ?? '' });
  }
  const isSignificant = significant.test(version) && denials(version) === 0;
  if (isSignificant && !significant.test(text) && !tested.test(version))
    changes.push({ kind: 'meaning', text: significant.exec(version)?.[0] ?? '' });
  const hedges = (cues: ReadonlyMap<Category, string[]>) =>
    weaker.flatMap((category) => cues.get(category) ?? []);
  const [before, after] = [hedges(was), hedges(is)];
  if (before.length > 0 && after.length === 0) changes.push({ kind: 'meaning', text: before[0] ?? '' });
  // "did not differ" may become "was similar" but never "differed"; a completely inverted statement is a different one.
  if (denials(text) % 2 !== denials(version) % 2) changes.push({ kind: 'meaning', text: '' });
  return changes;
}

function denials(text: string): number {
  const equal = findNegations(text).filter(
    ({ category, text: words }) => category === 'equal' && !adverb.test(words),
  );
  return countNegated(text) + equal.length + (text.match(unknown)?.length ?? 0);
}

/** Synonyms of "not clear". */
const unknown = /\bun(?:clear|certain|known)\b|\bremains? to be \w+ed\b|不明(?!显)|未知/gi;

/** Joins sentences without negating anything. */
const adverb = /^(?:similarly|equally|same|identical)$/i;

/** Synonyms: "because" and "due to", 都 and 均. */
const alsoSaid: readonly [Category, RegExp][] = [
  ['causal', /\bbecause\b(?! of)|因为/gi],
  ['universal', /(?<!首)都(?!市)/g],
];

function cuesOf(text: string): Map<Category, string[]> {
  const byCategory = new Map<Category, string[]>();
  const add = (category: Category, words: string) =>
    byCategory.set(category, [...(byCategory.get(category) ?? []), words]);
  // 有一定作用 means "has some effect", not "certain"; 结果表明 reports results; "not fully" is not "all".
  const plain = text.replace(/有一定|表明|未完全|不完全|\bnot (?:yet )?(?:completely|entirely)\b/gi, ' ');
  for (const { category, text: words } of findStrength(plain)) add(category, words);
  for (const [category, pattern] of alsoSaid)
    for (const [words] of text.matchAll(pattern)) add(category, words);
  return byCategory;
}
