import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { isGenericTerm, isStopWord } from '@citewell/core/text/stop-words.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { facetCoverage } from '../../../literature/ranking/facets.ts';
import { sentenceKind } from '../../../literature/ranking/sentences/sentence-kind.ts';
import { inlineLabel, labeledSentences } from '../../../literature/studies/abstract-sentences.ts';
import { formsWrittenOut } from '../../../retrieval/subjects/abbreviations.ts';
import { namesOutcome } from '../gathering/topic-outcomes.ts';
import { readBoundEffects } from './bound-effects.ts';
import { effectStatement, statesComparison, withContrast } from './effect-statement.ts';
import { mainOutcomeOf } from './main-outcome.ts';
import { listedName, namedOutcomes } from './named-outcomes.ts';
import { type AskedTopic, isEffectOnTopic } from './on-topic/asked-topic.ts';
import { comparesGroups, hasInterval, intervalsIn, isMeasured } from './reported-figures.ts';
import { isFurtherAnalysis, populationWords, subgroupOf } from './subgroups.ts';

/** Sentences that only the one before explains. */
const needsOthers =
  /\b(?:this|these) (?:(?:relative )?risks?|associations?|differences?|effects?|ratios?|estimates?)\b|^[^,;]{0,40} (?:it|they) [a-z]|^(?:(?:however|moreover|furthermore|in addition|also|similarly|conversely),? )?(?:this|these|those|it|they|such|the same|the (?:association|effect|difference|corresponding)(?! (?:between|of|with|in|on)\b))\b|^(?:for example|although|though|while|whereas|similarly|further)\b|^[^,;]{0,20}\b(?:first|second|third|former|latter) (?:groups?|series|phase)\b/i;
/** Characters of a sentence that a cell of a table can have. */
const sentenceMax = 420;
/** Adjustment of a model: the effect is not one of what it was adjusted for. */
const adjustedFor =
  /\b(?:after|with|when) (?:[a-z]+ )?adjust\w+ (?:for|of) [^,;()]{1,200}|(?:校正|调整)[^，；（）]{1,60}后/gi;
/** Words of the title that a sentence has if it is on what the study asked: this many, and this share of them. */
const titlesMin = 2;
const shortTitle = 4;
const shareMin = 0.25;
/** Parts of a topic that a sentence names if it is on the topic. */
const partsMin = 2;
/** Parts of a title that name the kind of study. */
const design =
  /\b(?:trials?|stud(?:y|ies)|cohorts?|meta-analys[ie]s|reviews?|surveys?|analys[ie]s|regist(?:er|ry)|database)\b/i;
/** Both arms of a trial. */
const arms =
  /\b(?:control|placebo|usual[- ]care|standard|conventional|comparison|sham)\b[^.;]{0,40}\b(?:groups?|arms?)\b|\b(?:vs\.?|versus|compared (?:with|to)|than) (?:the )?(?:placebo|controls?|usual care)\b|\bbetween (?:the )?(?:two )?(?:groups|arms)\b|对照组|安慰剂组|两组/i;

/** Changes in one group. */
const fromBaseline =
  /\b(?:compared (?:with|to)|relative to|from|than) (?:the |their )?(?:baseline|pre-?treatment)\b|较(?:基线|治疗前)|与(?:基线|治疗前)/i;

/**
 * Kinds of statements, the best first: an effect with its interval on the whole population, one with only its test, or
 * one of a subgroup with its interval.
 */
const tiers = ['interval', 'test', 'part'] as const;
type Stated = { text: string; start: number; end: number };
type Extent = { end: number; isWhole?: true; tier: (typeof tiers)[number] };

type Wanted = {
  topic?: AskedTopic;
  /** Main effect of the study, which every sentence shown must contain, unless the sentence is on the topic. */
  main?: { start: number; end: number } | undefined;
  /** Set if the main effect is shown alone, and only a sentence on the topic is better. */
  isShown?: boolean;
};

/**
 * Finds the sentence that states a study's effect as a whole, if its outcome is in no list or it states several: one on
 * the parts of the `topic`, or the one that has most of the title's words, with what is compared. Undefined if it needs
 * another sentence.
 *
 * @example
 * statedEffectOf(article)?.text; // 'Women with high birth weights were at 3-fold risk of dense breasts (odds ratio: 2.9, 95% CI 1.1 to 7.9)'
 */
export function statedEffectOf(
  article: Article,
  population: string,
  { topic = { parts: [], outcomes: [] }, main, isShown = false }: Wanted = {},
): Stated | undefined {
  const all = populationWords(article, population);
  const titled = informativeTerms(withoutDesign(article.title));
  const [first = ''] = titled;
  const sentences = labeledSentences(article);
  const mainOutcome = informativeTerms(mainOutcomeOf(sentences));
  const least = Math.max(titled.size < shortTitle ? 1 : titlesMin, shareMin * titled.size);
  const concerns = isEffectOnTopic(article, topic);
  const found = sentences.flatMap(({ label, text, start }, at) => {
    const kind = sentenceKind(label, text, at, sentences.length);
    const from = inlineLabel(text)?.length ?? 0;
    if (kind === 'setting' || needsOthers.test(text.slice(from)) || isFurtherAnalysis(text)) return [];
    const extent = extentOf(text, from, all);
    if (!extent) return [];
    const own = { text: text.slice(from, extent.end), start: start + from, end: start + extent.end };
    const words = extent.isWhole ? own.text.replace(adjustedFor, ' ') : own.text;
    const named = informativeTerms(
      [words, ...formsWrittenOut(words, article).map(({ name }) => name)].join(' '),
    );
    const shared = named.intersection(titled).size;
    // A sentence on another outcome, exposure or people does not replace one on the topic's.
    if (!matchesAskedOutcome(words, topic) || !concerns(own.text)) return [];
    const isOnTopic = isOnAll(topic, named);
    const isOfArms = arms.test(words);
    const isMain = isOfArms && named.intersection(mainOutcome).size > 0;
    if (shared < least && !isOnTopic && !isMain) return [];
    // Many side tests are reported, and few intervals: the subject of the title, or both arms, must be named.
    if (extent.tier === 'test' && !isOfArms && !named.has(first)) return [];
    const isOfMain = !main || (own.start <= main.start && main.end <= own.end);
    if (!isOnTopic && (isShown || !isOfMain)) return [];
    return [{ own, order: [tiers.indexOf(extent.tier), isOnTopic ? 0 : 1, -shared] }];
  });
  const best = found.toSorted((one, other) => compare(one.order, other.order))[0]?.own;
  return best && withFurtherLevels(best, article, concerns);
}

/** Begins with the effects of further levels of an exposure: "The OR for overweight, moderately obese and morbidly obese women were". */
const ofFurtherLevels =
  /^the (?:corresponding |respective |pooled |adjusted |summary )?(?:ORs?|RRs?|HRs?|(?:odds|hazards?|risk|rate) ratios?|relative risks?) (?:for|in|among|of) [^.;]{3,120} (?:was|were) [^;]*\d[.·]\d/i;

/** Adds to the effect of one level of an exposure the sentence after it with those of the others, without which the one misleads. */
function withFurtherLevels(stated: Stated, article: Article, concerns: (words: string) => boolean): Stated {
  const sentences = labeledSentences(article);
  const at = sentences.findIndex(({ start, end }) => start <= stated.start && stated.end <= end);
  const [own, next] = [sentences[at], sentences[at + 1]];
  if (!own || !next || !ofFurtherLevels.test(next.text) || !concerns(next.text)) return stated;
  const end = next.start + next.text.replace(/(?<![.\s])[.\s]+$/, '').length;
  const text = abstractText(article).slice(stated.start, end);
  const isAll = own.end - stated.end <= 1 && text.length <= sentenceMax;
  return isAll ? { text, start: stated.start, end } : stated;
}

function compare(one: readonly number[], other: readonly number[]): number {
  return one.map((value, at) => value - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** Returns true if words are on an outcome of the topic, or it has none. */
export function matchesAskedOutcome(words: string, { outcomes }: AskedTopic): boolean {
  return outcomes.length === 0 || outcomes.some((outcome) => namesOutcome(words, outcome));
}

/** Returns true if words on an outcome of the topic, if it has any, name every part of a topic that has several. */
function isOnAll({ parts, outcomes }: AskedTopic, named: ReadonlySet<string>): boolean {
  return (
    parts.length + Math.min(1, outcomes.length) >= partsMin &&
    parts.every((part) => facetCoverage(part, (term) => named.has(term)) === 1)
  );
}

/** Returns the words that say what a text is on, with the names in the list of the outcomes it names: "death" is mortality. */
function informativeTerms(text: string): Set<string> {
  const outcomes = namedOutcomes(text).map(({ name }) => listedName(name));
  const terms = [text, ...outcomes].flatMap(indexTerms);
  return new Set(terms.filter((term) => !isGenericTerm(term) && !isStopWord(term)));
}

/** Removes from a title what says how the study was made: "…: a randomised controlled trial". */
function withoutDesign(title: string): string {
  const [first = '', ...others] = title.split(/[:?]\s|(?<=[a-z])\.\s/);
  return [first, ...others.filter((part) => !design.test(part))].join(' ');
}

/** Subgroups, whose effects a sentence sets against each other. */
const subgroup = /\bsub-?groups?\b|亚组/gi;

/** Finds the end of a statement from its beginning: a single effect with its contrast, or else the whole sentence. */
function extentOf(text: string, from: number, all: string): Extent | undefined {
  const [effect, another] = readBoundEffects(text);
  const isOfPart =
    effect && subgroupOf(text, { from: 0, start: effect.start, end: effect.end }, all) !== undefined;
  const isSingle = effect && !another && !isOfPart && intervalsIn(text) <= 1;
  const statement = isSingle ? effectStatement(text, effect) : undefined;
  const stated = statement && withContrast(text, statement, effect?.start ?? 0);
  if (stated && stated.start <= from) return { end: stated.end, tier: 'interval' };
  const end = text.replace(/(?<![.\s])[.\s]+$/, '').length;
  const passage = text.slice(from, end);
  if (passage.length > sentenceMax) return undefined;
  if (fromBaseline.test(passage) && !arms.test(passage) && !comparesGroups(passage)) return undefined;
  const setsApart = effect !== undefined && (passage.match(subgroup)?.length ?? 0) >= partsMin;
  const tier =
    (statesComparison(passage) || setsApart) &&
    isMeasured(passage) &&
    (effect !== undefined || hasInterval(passage))
      ? isOfPart
        ? 'part'
        : 'interval'
      : comparesGroups(passage)
        ? 'test'
        : undefined;
  return tier && { end, isWhole: true, tier };
}
