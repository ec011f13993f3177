import { differInNegation } from '@citewell/citation-checker/differ-in-negation.ts';
import { describeDeviation, explain, joined, nameOfDeviation } from '@citewell/citation-checker/explain.ts';
import type { Finding } from '@citewell/citation-checker/finding.ts';
import { containsInstructions } from '@citewell/citation-checker/instructions.ts';
import type { Span } from '@citewell/citation-checker/locate.ts';
import { isValidSuggestion } from '@citewell/citation-checker/suggest.ts';
import type { Language } from '@citewell/sdk';
import {
  type RuleReading,
  type SentenceCheck,
  type SentenceToCheck,
  suggestionFor,
} from './check-by-rules.ts';
import {
  groundsPart,
  groundsVerdict,
  hasFigureOfOthers,
  keepsEffects,
  numbersAgree,
  quotedPassages,
} from './verification-grounds.ts';
import type { Verification } from './verifier/verification.ts';

type Verdict = SentenceCheck['verdict'];

/**
 * Combines a verifier's judgment with the rules' verdict. A model may decide what the rules leave undetermined. If it
 * contradicts their verdict, or finds a sentence stated by a passage that only one of the two negates, nothing is decided
 * and both are reported. If it finds no statement and names no missing part, the rules' verdict stands. A judgment without
 * valid quotations does not count.
 */
export function weighVerification({
  checked,
  verification,
}: {
  checked: RuleReading;
  verification: Verification;
}): SentenceCheck {
  const { byRules, check } = checked;
  const opinion = opinionOf(verification, checked);
  if (opinion === undefined) return byRules;
  // A missing part prevents support, but does not prevent a contradiction in another part.
  const isAbsent = verification.parts.some(({ relation }) => relation === 'absent');
  if (
    opinion === 'undetermined' &&
    (byRules.verdict === 'deviates' || (byRules.verdict === 'supported' && !isAbsent))
  )
    return byRules;
  if (opinion !== byRules.verdict && byRules.verdict !== 'undetermined')
    return undecided(checked, verification, opinion, check.deviations[0]);
  if (opinion === 'supported' && byRules.verdict === 'undetermined') {
    const negation = findOutvotedNegation(verification, checked);
    if (negation) return undecided(checked, verification, opinion, negation);
  }
  return decided(checked, verification, opinion);
}

/**
 * Finds a negation that only the sentence or only a passage has which the verifier relies on. Rules never decide by it
 * alone, and no verifier outvotes it.
 */
function findOutvotedNegation(
  { evidence, parts }: Verification,
  { check, input: { sentence, article } }: RuleReading,
): Finding | undefined {
  if (!evidence || check.uncompared) return undefined;
  const passage = quotedPassages(evidence, parts, article).find((text) => differInNegation(sentence, text));
  return passage === undefined
    ? undefined
    : { kind: 'negation', force: 'doubt', claim: sentence, evidence: passage };
}

/** Returns the verdict that follows from a judgment; undefined if its quotations do not support it. */
function opinionOf(
  verification: Verification,
  { check, input }: Pick<RuleReading, 'check' | 'input'>,
): Verdict | undefined {
  const { score, evidence, parts } = verification;
  if (score === 0) return 'undetermined';
  if (!evidence || containsInstructions(evidence.text) || !groundsVerdict(evidence, input)) return undefined;
  if (score < 0) return 'deviates';
  const isGrounded = parts.every((part) => groundsPart(part, input));
  return isGrounded &&
    !hasFigureOfOthers(check.numbers, input) &&
    numbersAgree(check.numbers, parts) &&
    keepsEffects(parts)
    ? 'supported'
    : undefined;
}

function decided(
  { byRules, check, input }: RuleReading,
  { evidence, deviation, explanation, suggestion }: Verification,
  verdict: Verdict,
): SentenceCheck {
  const { language } = byRules;
  const spans = withEvidence(evidence, byRules);
  const finding: Finding | undefined =
    verdict === 'deviates'
      ? {
          kind: deviation ?? 'unsupported',
          force: 'certain',
          claim: input.sentence,
          evidence: evidence?.text,
        }
      : undefined;
  const deviations = finding ? [finding] : [];
  const adjusted = { ...check, verdict, evidence: spans, deviations, isVerbatim: false };
  const ofRules = explain(adjusted, language);
  const explained = clean(explanation, input);
  const named =
    finding && explained && `${nameOfDeviation(finding.kind, language)}${colon[language]}${explained}`;
  const analysis = finding ? named || describeDeviation(finding, language) : ofRules.analysis;
  const proposal =
    suggestion && isValidSuggestion(suggestion, input) && !containsInstructions(suggestion)
      ? suggestion
      : undefined;
  return {
    ...byRules,
    verdict,
    method: 'model',
    reason: joined([ofRules.reason, verdict === 'supported' ? explained : ''], language),
    analysis,
    suggestion:
      verdict === 'deviates' ? (proposal ?? byRules.suggestion ?? suggestionFor(adjusted, input)) : undefined,
    evidence: spans,
    deviations,
  };
}

/** Combines opposite findings of rules and model: nothing is decided, and both are reported. */
function undecided(
  { byRules, input }: RuleReading,
  { evidence, explanation }: Verification,
  opinion: Verdict,
  finding: Finding | undefined,
): SentenceCheck {
  const { language } = byRules;
  const texts = disagreement[language];
  const rules = finding ? describeDeviation(finding, language) : texts.opinions[byRules.verdict];
  return {
    ...byRules,
    verdict: 'undetermined',
    method: 'model',
    isDisputed: true,
    reason: texts.undecided,
    analysis: joined(
      [
        texts.rules(rules),
        texts.model(joined([texts.opinions[opinion], clean(explanation, input)], language)),
      ],
      language,
    ),
    suggestion: undefined,
    evidence: withEvidence(evidence, byRules),
    deviations: [],
  };
}

const colon: Record<Language, string> = { en: ': ', zh: '：' };

const disagreement: Record<
  Language,
  {
    undecided: string;
    opinions: Record<Verdict, string>;
    rules(text: string): string;
    model(text: string): string;
  }
> = {
  en: {
    undecided: 'Not decided automatically: the rules and the model disagree. Compare with this passage.',
    opinions: {
      supported: 'the abstract supports the sentence.',
      deviates: 'the abstract contradicts the sentence.',
      undetermined: 'the abstract does not say.',
    },
    rules: (text) => `Rules: ${text.replace(/\.$/, '')}.`,
    model: (text) => `Model: ${text.replace(/\.$/, '')}.`,
  },
  zh: {
    undecided: '未能自动判定：规则与模型的判断不一致。请对照该段。',
    opinions: {
      supported: '摘要支持该句。',
      deviates: '摘要与该句矛盾。',
      undetermined: '摘要未说明。',
    },
    rules: (text) => `规则：${text.replace(/。$/, '')}。`,
    model: (text) => `模型：${text.replace(/。$/, '')}。`,
  },
};

function withEvidence(evidence: Span | undefined, { evidence: known }: SentenceCheck): Span[] {
  if (!evidence) return known;
  return [evidence, ...known.filter(({ start }) => start !== evidence.start)].slice(0, 2);
}

/** Cleans a model's words for people: removes instructions and numbers that neither text states. */
function clean(explanation: string, { sentence, article }: SentenceToCheck): string {
  const text = explanation.replace(/\s+/g, ' ').trim();
  if (text === '' || containsInstructions(text)) return '';
  const known = `${sentence}\n${article.title}\n${article.abstract}`;
  return (text.match(/\d+(?:\.\d+)?/g) ?? []).every((number) => known.includes(number)) ? text : '';
}
