import { checkByRules, type RuleCheck, type Verdict } from '@citewell/citation-checker/check.ts';
import type { CheckedArticle } from '@citewell/citation-checker/comparison.ts';
import type { ClaimPart } from '@citewell/citation-checker/demonstration/proof.ts';
import { explain } from '@citewell/citation-checker/explain.ts';
import type { Finding } from '@citewell/citation-checker/finding.ts';
import { maskInjectedInstructions } from '@citewell/citation-checker/instructions.ts';
import { locateQuote, type Span } from '@citewell/citation-checker/locate.ts';
import type { NumberCheck } from '@citewell/citation-checker/numbers/check-numbers.ts';
import {
  findOffTopicSentences,
  maskOffTopicSentences,
} from '@citewell/citation-checker/off-topic-sentences.ts';
import { removeSourcePointers } from '@citewell/citation-checker/reading/remove-source-pointers.ts';
import { suggest } from '@citewell/citation-checker/suggest.ts';
import { detectLanguage } from '@citewell/core/text/language.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import type { Language } from '@citewell/sdk';
import type { FoundFullText } from '../../literature/sources/full-text/full-texts.ts';
import { combineArticles, maskArticleInstructions } from '../../retrieval/checked-article.ts';
import type { VerifyInput } from './verifier/verification.ts';

export type SentenceToCheck = { sentence: string; article: CheckedArticle };

/** Method of a verdict: rules alone, or a model if they were undecided. */
type CheckMethod = 'rules' | 'model' | 'rules_model_failed';

export type SentenceCheck = {
  verdict: Verdict;
  method: CheckMethod;
  language: Language;
  reason: string;
  analysis: string;
  /** Checked: every number in it occurs in the abstract. Undefined if nothing needs or can get a correction. */
  suggestion: string | undefined;
  evidence: Span[];
  numbers: NumberCheck[];
  deviations: Finding[];
  /** Words of the sentence in order, each with its match. */
  parts: ClaimPart[];
  /** Rules and model contradict each other. */
  isDisputed?: true;
  /** Present if the full text was read as well. */
  fullText?: FullTextReading;
};

/** Reading of a full text for a sentence that the abstract does not decide. */
type FullTextReading = Pick<FoundFullText, 'pmcid' | 'license' | 'sha256'> & {
  /** Location of the sentence that states the claim: section titles, or a table; undefined if none states it. */
  section: string | undefined;
  sentence: string | undefined;
};

/** Checks a sentence against an abstract without a model, in a few milliseconds and without side effects. */
export function checkSentenceByRules(request: SentenceToCheck): SentenceCheck {
  const input = safe(request);
  return toSentenceCheck(checkByRules(input), input, detectLanguage(request.sentence));
}

function toSentenceCheck(check: RuleCheck, input: SentenceToCheck, language: Language): SentenceCheck {
  const { reason, analysis } = explain(check, language);
  return {
    ...{ verdict: check.verdict, method: 'rules', language, reason, analysis },
    suggestion: suggestionFor(check, input),
    evidence: check.evidence,
    numbers: check.numbers,
    deviations: check.deviations,
    parts: check.parts,
  };
}

/** Complete result of the rules for a sentence. */
export type RuleReading = {
  byRules: SentenceCheck;
  check: RuleCheck;
  /** Sentence and article as they were compared, without embedded instructions. */
  input: SentenceToCheck;
  /** Input for a verifier; undefined if the sentence is verbatim, or if part of it may be meant for the model. */
  shown: VerifyInput | undefined;
};

/**
 * Compares a sentence with an abstract: returns the rules' verdict and the verifier's input for every claim that is not
 * verbatim.
 */
export function readSentence(request: SentenceToCheck): RuleReading {
  const input = safe(request);
  const check = checkByRules(input);
  const byRules = toSentenceCheck(check, input, detectLanguage(request.sentence));
  const asks = input.sentence !== '' && !isVerbatim(input, check);
  const shown = asks ? shownToVerifier(input, check, byRules.language) : undefined;
  return { byRules, check, input, shown };
}

/** Returns the verdict on a sentence that the abstract contains verbatim, if the rules accept it. */
function isVerbatim({ sentence, article }: SentenceToCheck, { verdict }: RuleCheck): boolean {
  return (
    verdict === 'supported' && locateQuote(removeSourcePointers(sentence), article.abstract) !== undefined
  );
}

function shownToVerifier(
  { sentence, article }: SentenceToCheck,
  { verdict, evidence, deviations }: RuleCheck,
  language: Language,
): VerifyInput | undefined {
  const read = `${article.title}\n${article.abstract}`;
  // Part of it may be addressed to the model: it is unrelated to the abstract, or in another language.
  if (new Set(splitSentences(sentence).map(({ text }) => detectLanguage(text))).size > 1) return undefined;
  if (
    findOffTopicSentences(sentence, read, 'all').length +
      findOffTopicSentences(sentence, read, 'checking').length >
    0
  )
    return undefined;
  const shown = maskOffTopicSentences(read, sentence, 'all');
  const [title, abstract] = [shown.slice(0, article.title.length), shown.slice(article.title.length + 1)];
  const alignment = {
    verdict,
    // Taken from the text that is shown: masked parts must not return here.
    passages: evidence.map(({ start, end }) => abstract.slice(start, end)),
    differences: deviations.map(({ claim, evidence: stated }) => ({
      claim,
      evidence: stated !== undefined && shown.includes(stated) ? stated : undefined,
    })),
  };
  return { sentence, title, abstract, language, alignment };
}

/** Returns true if several articles together contradict a sentence, by rules. */
export function deviatesFromAll({
  sentence,
  articles,
}: {
  sentence: string;
  articles: readonly CheckedArticle[];
}): boolean {
  return checkSentenceByRules({ sentence, article: combineArticles(articles) }).verdict === 'deviates';
}

/** Masks embedded instructions in sentence and article before they are compared. */
function safe({ sentence, article }: SentenceToCheck): SentenceToCheck {
  return {
    // If there are only instructions, nothing is left to check and nothing is sent to a model.
    sentence: maskInjectedInstructions(sentence).trim(),
    article: maskArticleInstructions(article),
  };
}

/** Proposes a correction if a sentence deviates; returns undefined if none is certain. */
export function suggestionFor(check: RuleCheck, input: SentenceToCheck): string | undefined {
  return check.verdict === 'deviates' ? suggest(input, check) : undefined;
}
