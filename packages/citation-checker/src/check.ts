import { isComparable } from './comparable.ts';
import { type CheckedArticle, type Comparison, compare } from './comparison.ts';
import { demonstrate } from './demonstration/demonstrate.ts';
import { type ClaimPart, type Demonstration, type Proof, proveVerbatim } from './demonstration/proof.ts';
import type { Finding } from './finding.ts';
import type { Span } from './locate.ts';
import type { NumberCheck } from './numbers/check-numbers.ts';

/** Verdict on a sentence: demonstrated either way, or undecided. */
export type Verdict = Demonstration['verdict'];

export type CheckInput = { sentence: string; article: CheckedArticle };

/** Verdict of the rules on a sentence and the abstract it cites. */
export type RuleCheck = {
  verdict: Verdict;
  /** Indicates that the sentence is a verbatim finding of the abstract. */
  isVerbatim: boolean;
  /** Relevant sentences of the abstract, verbatim with their offsets, best first. */
  evidence: Span[];
  numbers: NumberCheck[];
  /** Demonstrated difference; empty unless the verdict is "deviates". */
  deviations: Finding[];
  /** Words of the sentence in order, each with its match in the abstract. */
  parts: ClaimPart[];
  /** Words of the sentence that the abstract does not state. */
  missing: string[];
  /** Words that could not be translated into the abstract's language. */
  untranslated: string[];
  /** Indicates that a model could judge further: the sentence is neither verbatim nor contradicted. */
  open: boolean;
  /** Proof of the verdict; absent if it is undetermined. */
  proof?: Proof;
  /**
   * Indicates that the two contain more numbers or words than are compared (`isComparable`), about which the verdict
   * says nothing.
   */
  uncompared?: true;
};

/**
 * Checks a sentence against the abstract it cites, without a model or network: supported or contradicted if that can be
 * demonstrated.
 */
export function checkByRules({ sentence, article }: CheckInput): RuleCheck {
  if (!isComparable(sentence, article)) return uncompared;
  const comparison = compare(sentence, article);
  const { verbatimSpan } = comparison;
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
    missing: [],
    untranslated: [],
    parts: [],
    open: true,
  };
  if (verbatimSpan && isFinding(verbatimSpan, comparison)) {
    const { verdict, proof } = proveVerbatim(sentence, verbatimSpan);
    return { ...common, verdict, isVerbatim: true, evidence: [verbatimSpan], open: false, proof };
  }
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
    // A computed or rounded number is demonstrated with the rest.
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
  ...{ evidence: [], numbers: [], deviations: [], parts: [], missing: [], untranslated: [] },
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

function withClosest(closest: Span | undefined, { ranked, termCoverage }: Comparison): Span[] {
  const spans = closest ? [closest] : [];
  for (const { sentence, coverage } of ranked.slice(0, evidenceMax))
    if (coverage >= 0.15 && coverage >= termCoverage.best * 0.6 && sentence.start !== closest?.start)
      spans.push({ text: sentence.text, start: sentence.start, end: sentence.end });
  return spans.slice(0, evidenceMax);
}

/** Maximum number of words named at once. */
const wordsMax = 8;

function wordsOf(parts: readonly ClaimPart[], which: 'missing' | 'untranslated'): string[] {
  const words = parts.filter(
    ({ at, isUntranslated }) => at === undefined && isUntranslated === (which === 'untranslated'),
  );
  return [...new Set(words.map(({ text }) => text))].slice(0, wordsMax);
}
