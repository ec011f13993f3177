import type { Article } from '@citewell/core/records/article.ts';
import { isGenericTerm, isStopWord } from '@citewell/core/text/stop-words.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { sentenceKind } from '../../../literature/ranking/sentences/sentence-kind.ts';
import { inlineLabel, labelledSentences } from '../../../literature/studies/abstract-sentences.ts';
import { readBoundEffects } from './bound-effects.ts';
import { effectStatement, tellsComparison, withContrast } from './effect-statement.ts';
import { isFurtherAnalysis, subgroupOf, wordsOfAll } from './subgroups.ts';

/** Sentences that only the one before explains, and figures told apart from what they are of. */
const needsOthers =
  /\bthis (?:relative risk|risk|association|difference|effect|ratio|estimate)\b|^[^,;]{0,40} (?:it|they) [a-z]|^(?:(?:however|moreover|furthermore|in addition|also|similarly|conversely),? )?(?:this|these|those|it|they|such|the same|the (?:association|effect|difference|corresponding))\b|^(?:for example|although|though|while|whereas|similarly)\b|\brespectively\b|分别/i;
const interval = /\d[.·]\d{1,4} ?(?:-|–|—|−|to|～|~|至) ?[-−–]?\d{1,4}[.·]\d/g;
/** A measure of an effect by its words, and figures called an interval, in whatever form they stand. */
const measured =
  /\b(?:(?:hazards?|odds|risk|rate) ratios?|relative risks?|[asA]?HRs?|[acA]?ORs?|[aA]?[iI]?RRs?|SMD|W?MD|mean differences?|risk differences?)\b|风险比|比值比|优势比|相对危险度|均数差/;
const isInterval = /\b9\d(?:\.\d)? ?(?:%|per ?cent)|\bCIs?\b|置信区间|可信区间/i;
/** Figures that a model expects, and not those of the study. */
const expected = /\bpredicted\b|\bexpected\b|预测值/i;
/** Characters of a sentence that a cell of a table can have. */
const sentenceMax = 420;
/** Adjustment of a model: the effect is not one of what it was adjusted for. */
const adjustedFor =
  /\b(?:after|with|when) (?:[a-z]+ )?adjust\w+ (?:for|of) [^,;()]{1,200}|(?:校正|调整)[^，；（）]{1,60}后/gi;
/** Words of the title that a sentence has if it is on what the study asked: this many, and this share of them. */
const titlesMin = 2;
const shortTitle = 4;
const shareMin = 0.25;

/**
 * Finds the sentence that tells a study's effect as a whole, where its outcome is in no list or it tells several: the one that has most of
 * the title's words, and what is compared. Undefined where it needs another sentence, or is on a part of the people.
 *
 * @example
 * statedEffectOf(article)?.text; // 'Women with high birth weights were at 3-fold risk of dense breasts (odds ratio: 2.9, 95% CI 1.1 to 7.9)'
 */
export function statedEffectOf(article: Article, population: string): Stated | undefined {
  const all = wordsOfAll(article, population);
  const titled = new Set(
    indexTerms(article.title).filter((term) => !isGenericTerm(term) && !isStopWord(term)),
  );
  const sentences = labelledSentences(article);
  const found = sentences.flatMap(({ label, text, start }, at) => {
    const kind = sentenceKind(label, text, at, sentences.length);
    const from = inlineLabel(text)?.length ?? 0;
    if (kind === 'setting' || needsOthers.test(text.slice(from)) || isFurtherAnalysis(text)) return [];
    const stated = statementIn(text, from, all);
    if (!stated) return [];
    const own = { text: text.slice(from, stated.end), start: start + from, end: start + stated.end };
    const told = stated.isWhole ? own.text.replace(adjustedFor, ' ') : own.text;
    const shared = new Set(indexTerms(told)).intersection(titled).size;
    const enough = Math.max(titled.size < shortTitle ? 1 : titlesMin, shareMin * titled.size);
    return shared >= enough ? [{ own, shared }] : [];
  });
  const most = Math.max(0, ...found.map(({ shared }) => shared));
  return found.find(({ shared }) => shared === most)?.own;
}

type Stated = { text: string; start: number; end: number };

/** Finds the end of what a sentence states from its beginning: a single effect with what it is set against, or else the whole sentence. */
function statementIn(text: string, from: number, all: string): { end: number; isWhole?: true } | undefined {
  const [effect, another] = readBoundEffects(text);
  if (effect && subgroupOf(text, { from: 0, start: effect.start, end: effect.end }, all)) return undefined;
  const isSingle = effect && !another && (text.match(interval)?.length ?? 0) <= 1;
  const statement = isSingle ? effectStatement(text, effect) : undefined;
  const stated = statement && withContrast(text, statement, effect?.start ?? 0);
  if (stated && stated.start <= from) return stated;
  const end = text.replace(/(?<![.\s])[.\s]+$/, '').length;
  const isTold =
    measured.test(text) &&
    isInterval.test(text) &&
    (text.match(interval)?.length ?? 0) > 0 &&
    !expected.test(text);
  return isTold && end - from <= sentenceMax && tellsComparison(text.slice(from, end))
    ? { end, isWhole: true }
    : undefined;
}
