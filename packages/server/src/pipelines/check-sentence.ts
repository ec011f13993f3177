import type { Language } from '@citewell/sdk';
import type { Meter } from '../accounts/meter.ts';
import { type Engine, EngineError, type Verification } from '../engines/engine.ts';
import { ServiceError } from '../errors.ts';
import { checkByRules, type RuleCheck } from '../evidence/check/check.ts';
import type { Verdict } from '../evidence/check/classifier/classify.ts';
import type { CheckedArticle } from '../evidence/check/comparison.ts';
import { describeDeviation, explain, joined, nameOfDeviation } from '../evidence/check/explain.ts';
import type { Finding } from '../evidence/check/finding.ts';
import { givesOrders, withoutOrders } from '../evidence/check/instructions.ts';
import type { Span } from '../evidence/check/locate.ts';
import { withoutMarks } from '../evidence/check/reading/without-marks.ts';
import type { NumberCheck } from '../evidence/check/rules/number-rule.ts';
import { strangersIn, withoutStrangers } from '../evidence/check/strangers.ts';
import { isSound, suggest } from '../evidence/check/suggest.ts';
import type { Log } from '../log.ts';
import { detectLanguage } from '../text/language.ts';
import { withoutItsOrders } from './checked-article.ts';
import { ownTurn } from './own-turn.ts';

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

export type CheckDependencies = { engine?: Engine; log: Log };
export type CheckContext = { requestId: string; signal: AbortSignal; meter: Meter };

/** Code points of a sentence that can be checked. */
export const sentenceMax = 4_000;

/** Whether there is anything to check: a word besides marks, numbers and punctuation. */
export function saysAnything(sentence: string): boolean {
  return /\p{L}/u.test(withoutMarks(sentence));
}

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

/**
 * Checks a sentence, asking the engine's verifier where rules and classifier leave the verdict open. Throws
 * `upstream_unavailable` where the verifier's replies were none, twice; one that cannot be asked leaves the rules' verdict,
 * marked so. Each check has a turn of the event loop to itself; one whose call is over is not begun.
 */
export async function checkSentence(
  request: SentenceToCheck,
  { engine, log }: CheckDependencies,
  context: CheckContext,
): Promise<SentenceCheck> {
  await ownTurn(context.signal);
  const input = safe(request);
  const check = checkByRules(input);
  const byRules = toSentenceCheck(check, input, detectLanguage(request.sentence));
  const { sentence, article } = input;
  if (!engine || !check.open || sentence === '') return byRules;
  // Part of it may be meant for the model: that part has nothing to do with the abstract.
  const read = `${article.title}\n${article.abstract}`;
  if (strangersIn(sentence, read, 'all').length + strangersIn(sentence, read, 'checking').length > 0)
    return byRules;
  try {
    const shown = withoutStrangers(read, sentence, 'all');
    const [title, abstract] = [shown.slice(0, article.title.length), shown.slice(article.title.length + 1)];
    const verification = await engine.verifyCitation(
      { sentence, title, abstract, language: byRules.language },
      context,
    );
    return verification ? withModel(byRules, check, verification, input) : byRules;
  } catch (error) {
    if (error instanceof EngineError) {
      log('warn', 'engine_failed', {
        requestId: context.requestId,
        engine: engine.name,
        failure: error.failure,
      });
      // A reply that says nothing is no verdict, and nobody is to take the rules' for the model's.
      if (error.failure === 'bad_json')
        throw new ServiceError('upstream_unavailable', { detail: unreadable, cause: error });
    } else if (!(error instanceof ServiceError && error.code === 'insufficient_balance')) throw error;
    const reason = joined([byRules.reason, withoutModel[byRules.language]], byRules.language);
    return { ...byRules, method: 'rules_model_failed', reason };
  }
}

const unreadable: Record<Language, string> = {
  en: 'The model that checks citations gave no usable reply, twice; nothing is said about the sentence. Try again later.',
  zh: '核查引文的模型两次均未给出可用的回复，因此未对该句作出判断。请稍后再试。',
};

const withoutModel: Record<Language, string> = {
  en: 'This verdict is by rules alone: the model could not be asked.',
  zh: '此结论仅依据规则得出：未能调用模型。',
};

/** What orders its reader about is not part of what is compared, wherever it stands. */
function safe({ sentence, article }: SentenceToCheck): SentenceToCheck {
  return {
    // Where orders are all there is, nothing is left to check, and nothing goes to a model.
    sentence: withoutOrders(sentence).trim(),
    article: withoutItsOrders(article),
  };
}

/** A model may tell what rules leave open; it may not say that an abstract states what it does not mention. */
function withModel(
  byRules: SentenceCheck,
  check: RuleCheck,
  { score, evidence, deviation, explanation, suggestion }: Verification,
  input: SentenceToCheck,
): SentenceCheck {
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
