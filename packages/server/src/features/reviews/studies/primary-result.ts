import type { Article } from '@citewell/core/records/article.ts';
import { isStopWord } from '@citewell/core/text/stop-words.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { sentenceKind } from '../../../literature/ranking/sentences/sentence-kind.ts';
import { inlineLabel, labeledSentences } from '../../../literature/studies/abstract-sentences.ts';
import { definesOutcome } from '../sections/no-finding.ts';
import { readBoundEffects } from './bound-effects.ts';
import { mainOutcomeOf } from './main-outcome.ts';
import { hasInterval } from './reported-figures.ts';
import { isFurtherAnalysis, subgroupOf } from './subgroups.ts';

/** Words by which a trial names its main analysis. */
const mainAnalysis =
  /\b(?:intention|intent)[- ]to[- ]treat\b|\bITT\b|\bprimary (?:[\w-]{1,20} ){0,2}(?:outcomes?|end ?points?)\b|主要(?:结局|终点)|意向性/i;
/** Words that deny an effect. */
const denied =
  /\bnot (?:[a-z]{1,15} )?significant(?:ly)?\b|\b(?:no|non-?) ?(?:statistically )?significant\b|\bno (?:difference|effect|reduction|benefit)\b|\bdid not (?:differ|reduce|increase|improve|lower|change)\b|无(?:统计学|显著)|无差异|未见/i;
/** Denies in words that groups differ, or that what was given had an effect. */
const deniesDifference =
  /\bno (?:statistically |clinically )?(?:significant |overall |apparent |clear |detectable )?(?:differences?|effects?|benefits?|reductions?|improvements?|changes?) (?:between|in|on|among|from|emerged|was|were|with|of|for|to)\b|\bdid not (?:statistically |significantly |differ |clinically ){0,2}(?:differ|reduce|increase|improve|lower|change|affect|prevent|alter|shorten|influence)\b|\b(?:was|were) (?:not (?:statistically |significantly )*(?:different|reduced|improved|increased|lower|higher|affected)|(?:[a-z]{3,20}ly )?similar (?:between|in|among|for))\b|\b(?:neither|none)\b[^.;]{0,80}\b(?:differed|reduced|improved|increased|lowered)\b|差异(?:均)?无(?:统计学|显著)|无(?:统计学|显著)(?:性)?差异|未(?:能)?(?:降低|减少|改善|提高|增加)/i;
/** The state of the groups before the trial. */
const isBefore =
  /\b(?:baseline|at entry|at inclusion|before (?:treatment|randomi[sz]ation))\b|within (?:the|each|either|both) (?:[\w-]{1,20} ){0,2}groups?\b|基线|治疗前|组内/i;
/** Reports a significant result. */
const isSignificant =
  /\bp ?(?:<|=|≤) ?0?\.0(?:[0-4]\d*|5)?\b|(?<!\b(?:not|no|non|without|statistically)[ -](?:statistically )?)\bsignificant(?:ly)? (?:\w+ ){0,2}(?:higher|lower|better|reduc\w+|improv\w+|increas\w+|decreas\w+|fewer|more|less|greater|shorter|longer)\b|[Pp] ?[<＜] ?0\.0[0-5]/i;
/** Words before the first outcome that the methods name. */
const introduction =
  /^.{0,60}?\b(?:main|primary) (?:[\w-]{1,20} ){0,2}(?:outcomes?|end ?points?)(?: measures?)?\b(?: (?:was|were|is|are))?|^.{0,30}?主要(?:结局|终点)(?:指标)?[为是]?/i;
/** Words after the name of an outcome: how it was found, or the next one. */
const detail =
  /[,;.，；。、和与]| (?:and|confirmed|defined|assessed|measured|determined|by|as|at|in|within|during|after|from)\b/;
/** Words with which any outcome may be introduced: "the change from baseline to week 15". */
const ofAnyOutcome = new Set(
  indexTerms('change changes difference mean score scores time rate number proportion percentage'),
);
/** Number of words of the main outcome that a sentence on it has. */
const sharedMin = 2;
/** Characters of a result that a cell of a table can have. */
const resultMax = 420;

/**
 * Finds the result of a trial on its primary outcome if that is not significant: a favorable conclusion from other
 * outcomes misleads without it. `whole` are the words for the whole study population.
 *
 * @example
 * insignificantPrimaryResult(trial, whole)?.text; // 'Intention-to-treat analysis gave a hazard ratio of 0.63 (95% CI 0.35-1.13)'
 */
export function insignificantPrimaryResult(
  article: Article,
  whole: string,
): { text: string; start: number; end: number } | undefined {
  const sentences = labeledSentences(article);
  const outcome = mainOutcomeOf(sentences);
  const [first = ''] = outcome.replace(introduction, '').split(detail, 1);
  const named = new Set(indexTerms(first).filter((term) => !isStopWord(term) && !ofAnyOutcome.has(term)));
  let inWords: { text: string; start: number; end: number } | undefined;
  const least = Math.min(sharedMin, named.size);
  for (const [at, { label, text, start }] of sentences.entries()) {
    const kind = sentenceKind(label, text, at, sentences.length);
    if (kind === 'setting' || kind === 'conclusion' || isFurtherAnalysis(text)) continue;
    const isOnOutcome = least > 0 && new Set(indexTerms(text)).intersection(named).size >= least;
    if (definesOutcome(text) || (!isOnOutcome && !mainAnalysis.test(text))) continue;
    const from = inlineLabel(text)?.length ?? 0;
    // "It" needs the sentence before.
    if (/^(?:it|they|this|these)\b/i.test(text.slice(from))) continue;
    const [effect] = readBoundEffects(text);
    const end = text.replace(/(?<![.\s])[.\s]+$/, '').length;
    if (!effect && !hasInterval(text)) {
      // Trials without figures deny a difference in words; one that is significant ends the search.
      if (isSignificant.test(text)) return inWords;
      if (deniesDifference.test(text) && !isBefore.test(text) && end - from <= resultMax)
        inWords ??= { text: text.slice(from, end), start: start + from, end: start + end };
      continue;
    }
    if (effect && subgroupOf(text, { from: 0, ...effect }, whole)) continue;
    const none = effect?.kind === 'difference' ? 0 : 1;
    const isNone = effect ? effect.low <= none && none <= effect.high : denied.test(text);
    return isNone && end - from <= resultMax
      ? { text: text.slice(from, end), start: start + from, end: start + end }
      : undefined;
  }
  return inWords;
}
