import { checkByRules, type RuleCheck } from '@citewell/citation-checker/check.ts';
import type { Verdict } from '@citewell/citation-checker/classifier/classify.ts';
import type { CheckedArticle } from '@citewell/citation-checker/comparison.ts';
import { describeDeviation, explain, joined, nameOfDeviation } from '@citewell/citation-checker/explain.ts';
import type { Finding } from '@citewell/citation-checker/finding.ts';
import { givesOrders, withoutOrders } from '@citewell/citation-checker/instructions.ts';
import type { Span } from '@citewell/citation-checker/locate.ts';
import type { NumberCheck } from '@citewell/citation-checker/rules/number-rule.ts';
import { strangersIn, withoutStrangers } from '@citewell/citation-checker/strangers.ts';
import { isSound, suggest } from '@citewell/citation-checker/suggest.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import type { Language } from '@citewell/sdk';
import type { Verification, VerifyInput } from '../../llm/engine.ts';
import { asOneArticle, withoutItsOrders } from '../../retrieval/checked-article.ts';

export type SentenceToCheck = { sentence: string; article: CheckedArticle };

/** How a verdict came about: by rules and the classifier alone, or with a model where those left it open. */
export type CheckMethod = 'rules' | 'model' | 'rules_model_failed';

export type SentenceCheck = {
  verdict: Verdict;
  /** 0 to 1. */
  confidence: number;
  method: CheckMethod;
  language: Language;
  reason: string;
  analysis: string;
  /** Checked: every number in it stands in the abstract. Undefined where nothing is to be corrected, or nothing can be. */
  suggestion: string | undefined;
  evidence: Span[];
  numbers: NumberCheck[];
  deviations: Finding[];
};

/** Checks a sentence against an abstract without a model: pure, and done in a few milliseconds. */
export function checkSentenceByRules(request: SentenceToCheck): SentenceCheck {
  const input = safe(request);
  return toSentenceCheck(checkByRules(input), input, detectLanguage(request.sentence));
}

function toSentenceCheck(check: RuleCheck, input: SentenceToCheck, language: Language): SentenceCheck {
  const { reason, analysis } = explain(check, language);
  return {
    ...{ verdict: check.verdict, confidence: check.confidence, method: 'rules', language, reason, analysis },
    suggestion: suggestionFor(check, input),
    evidence: check.evidence,
    numbers: check.numbers,
    deviations: check.deviations,
  };
}

/** All that rules make of a sentence. */
export type RuleReading = {
  byRules: SentenceCheck;
  check: RuleCheck;
  /** Sentence and article as they were compared: without what orders a reader about. */
  input: SentenceToCheck;
  /** For a verifier; undefined where the verdict is not open, or part of the sentence may be meant for the model. */
  shown: VerifyInput | undefined;
};

/** Reads a sentence beside an abstract: the verdict by rules, and what a verifier is shown where they leave it open. */
export function readSentence(request: SentenceToCheck): RuleReading {
  const input = safe(request);
  const check = checkByRules(input);
  const byRules = toSentenceCheck(check, input, detectLanguage(request.sentence));
  const shown = check.open && input.sentence !== '' ? shownToVerifier(input, byRules.language) : undefined;
  return { byRules, check, input, shown };
}

function shownToVerifier(
  { sentence, article }: SentenceToCheck,
  language: Language,
): VerifyInput | undefined {
  const read = `${article.title}\n${article.abstract}`;
  // Part of it may be meant for the model: that part has nothing to do with the abstract.
  if (strangersIn(sentence, read, 'all').length + strangersIn(sentence, read, 'checking').length > 0)
    return undefined;
  const shown = withoutStrangers(read, sentence, 'all');
  const [title, abstract] = [shown.slice(0, article.title.length), shown.slice(article.title.length + 1)];
  return { sentence, title, abstract, language };
}

/** Whether several articles as one speak against a sentence, by rules. */
export function deviatesFromAll({
  sentence,
  articles,
}: {
  sentence: string;
  articles: readonly CheckedArticle[];
}): boolean {
  return checkSentenceByRules({ sentence, article: asOneArticle(articles) }).verdict === 'deviates';
}

/** What orders its reader about is not part of what is compared, wherever it stands. */
function safe({ sentence, article }: SentenceToCheck): SentenceToCheck {
  return {
    // Where orders are all there is, nothing is left to check, and nothing goes to a model.
    sentence: withoutOrders(sentence).trim(),
    article: withoutItsOrders(article),
  };
}

/**
 * Puts a verifier's verdict together with the rules'. A model may tell what rules leave open; it may not say that an abstract
 * states what it does not mention.
 */
export function weighVerification({
  checked: { byRules, check, input },
  verification: { score, evidence, deviation, explanation, suggestion },
}: {
  checked: RuleReading;
  verification: Verification;
}): SentenceCheck {
  const { language } = byRules;
  const supports = score >= 1;
  if (supports && (!evidence || !bears(evidence, check) || givesOrders(evidence.text))) return byRules;
  const verdict: Verdict = supports
    ? 'supported'
    : score < 0
      ? 'deviates'
      : deviation && deviation !== 'unsupported' && evidence
        ? 'deviates'
        : 'undetermined';
  const spans = evidence
    ? [evidence, ...byRules.evidence.filter(({ start }) => start !== evidence.start)].slice(0, 2)
    : byRules.evidence;
  const finding: Finding | undefined =
    verdict === 'deviates'
      ? {
          kind: deviation ?? 'unsupported',
          force: 'certain',
          claim: input.sentence,
          evidence: evidence?.text,
        }
      : undefined;
  const adjusted: RuleCheck = {
    ...check,
    verdict,
    evidence: spans,
    deviations: finding ? [finding] : [],
    confidence: 0.9,
  };
  const told = explain(adjusted, language);
  const explained = clean(explanation, input);
  const analysis = finding
    ? joined(
        [
          `${nameOfDeviation(finding.kind, language)}${language === 'zh' ? '：' : ': '}${explained || describeDeviation(finding, language)}`,
        ],
        language,
      )
    : told.analysis;
  const proposal =
    !supports && suggestion && isSound(suggestion, input) && !givesOrders(suggestion)
      ? suggestion
      : undefined;
  return {
    ...byRules,
    verdict,
    confidence: Math.abs(score) === 2 ? 0.95 : 0.8,
    method: 'model',
    reason: joined([told.reason, supports ? explained : ''], language),
    analysis,
    suggestion: supports ? undefined : (proposal ?? byRules.suggestion ?? suggestionFor(adjusted, input)),
    evidence: spans,
    deviations: finding ? [finding] : [],
  };
}

/** Whether a passage can carry a sentence: it is one the rules found, or holds some of the sentence's words. */
function bears(evidence: Span, check: RuleCheck): boolean {
  return check.evidence.some(({ start, end }) => evidence.start < end && start < evidence.end);
}

/** A model's words for people: without orders, and without numbers that nobody stated. */
function clean(explanation: string, { sentence, article }: SentenceToCheck): string {
  const text = explanation.replace(/\s+/g, ' ').trim();
  if (text === '' || givesOrders(text)) return '';
  const known = `${sentence}\n${article.title}\n${article.abstract}`;
  return (text.match(/\d+(?:\.\d+)?/g) ?? []).every((number) => known.includes(number)) ? text : '';
}

function suggestionFor(check: RuleCheck, input: SentenceToCheck): string | undefined {
  return check.verdict === 'deviates' ? suggest(input, check.deviations) : undefined;
}
