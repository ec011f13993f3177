import { isComparable } from './comparable.ts';
import { type CheckedArticle, type Comparison, compare } from './comparison.ts';
import { demonstrate } from './demonstration/demonstrate.ts';
import type { ClaimPart, Demonstration, Proof } from './demonstration/proof.ts';
import type { Finding } from './finding.ts';
import type { Span } from './locate.ts';
import type { NumberCheck } from './numbers/check-numbers.ts';

/** A verdict on a sentence: demonstrated either way, or not decided. */
export type Verdict = Demonstration['verdict'];

export type CheckInput = { sentence: string; article: CheckedArticle };

/** The verdict of the rules on a sentence and the abstract it cites. */
export type RuleCheck = {
  verdict: Verdict;
  /** True where the sentence is a finding of the abstract, word for word. */
  isVerbatim: boolean;
  /** The abstract's sentences that speak of it, verbatim with their places, best first. */
  evidence: Span[];
  numbers: NumberCheck[];
  /** The difference that was demonstrated; empty unless the verdict is "deviates". */
  deviations: Finding[];
  /** Findings worth reporting that do not affect the verdict. */
  notes: Finding[];
  /** The sentence's words in order, each with where the abstract has it. */
  parts: ClaimPart[];
  /** Words of the sentence that the abstract does not state. */
  missing: string[];
  /** Words that could not be put into the abstract's language. */
  untranslated: string[];
  /** True where a model could know better: the sentence is neither verbatim nor contradicted. */
  open: boolean;
  /** The ground of a verdict that was demonstrated. */
  proof?: Proof;
  /** True where the two hold more numbers or words than are compared (`isComparable`): the verdict says nothing of them. */
  uncompared?: true;
};

/** Checks a sentence against the abstract it cites, without a model or a network: supported or contradicted where that can be demonstrated. */
export function checkByRules({ sentence, article }: CheckInput): RuleCheck {
  if (!isComparable(sentence, article)) return uncompared;
  const comparison = compare(sentence, article);
  const { verbatim } = comparison;
  const numbers = comparison.numbers.map(({ text, found, how, evidence }) => ({
    text,
    found,
    how,
    evidence,
  }));
  const common = {
    isVerbatim: false,
    numbers,
    deviations: [],
    notes: [],
    missing: [],
    untranslated: [],
    parts: [],
    open: true,
  };
  if (verbatim && isFinding(verbatim, comparison))
    return {
      ...common,
      verdict: 'supported',
      isVerbatim: true,
      evidence: [verbatim],
      open: false,
    };
  const demonstration = demonstrate(sentence, article);
  const { verdict } = demonstration;
  if (demonstration.verdict === 'undetermined') {
    const { closest, parts } = demonstration;
    return {
      ...common,
      ...{ verdict, parts },
      evidence: withClosest(closest, comparison),
      missing: wordsOf(parts, 'missing'),
      untranslated: wordsOf(parts, 'untranslated'),
    };
  }
  const { proof } = demonstration;
  const evidence = withClosest(proof.sentence, comparison);
  if (demonstration.verdict === 'supported') {
    // A number that was computed or rounded is demonstrated with the rest.
    const stated = numbers.map((number) =>
      number.found
        ? number
        : { ...number, found: true, how: 'derived' as const, evidence: proof.sentence.text },
    );
    return { ...common, verdict, evidence, numbers: stated, parts: proof.parts, proof };
  }
  const { kind, claim, evidence: stated } = demonstration.proof.decidedBy.conflict;
  const deviations: Finding[] = [{ kind, force: 'certain', claim, evidence: stated }];
  return { ...common, verdict, evidence, deviations, parts: proof.parts, proof, open: false };
}

const uncompared: RuleCheck = {
  ...{ verdict: 'undetermined', isVerbatim: false, open: true, uncompared: true },
  ...{ evidence: [], numbers: [], deviations: [], notes: [], parts: [], missing: [], untranslated: [] },
};

/** Background and aims are not findings of the paper that states them. */
function isFinding({ start, end }: Span, { abstract }: Comparison): boolean {
  return !abstract.sentences.some(
    (sentence) =>
      sentence.start < end &&
      start < sentence.end &&
      (sentence.section === 'background' || sentence.section === 'aim'),
  );
}

/** Maximum number of sentences shown. */
const evidenceMax = 2;

function withClosest(closest: Span | undefined, { ranked, covered }: Comparison): Span[] {
  const spans = closest ? [closest] : [];
  for (const { sentence, coverage } of ranked.slice(0, evidenceMax))
    if (coverage >= 0.15 && coverage >= covered.best * 0.6 && sentence.start !== closest?.start)
      spans.push({ text: sentence.text, start: sentence.start, end: sentence.end });
  return spans.slice(0, evidenceMax);
}

/** Words are named at most so many at once. */
const wordsMax = 8;

function wordsOf(parts: readonly ClaimPart[], which: 'missing' | 'untranslated'): string[] {
  const words = parts.filter(
    ({ at, isUntranslated }) => at === undefined && isUntranslated === (which === 'untranslated'),
  );
  return [...new Set(words.map(({ text }) => text))].slice(0, wordsMax);
}
