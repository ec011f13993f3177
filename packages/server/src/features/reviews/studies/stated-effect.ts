import type { Article } from '@citewell/core/records/article.ts';
import { isGenericTerm, isStopWord } from '@citewell/core/text/stop-words.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { sentenceKind } from '../../../literature/ranking/sentences/sentence-kind.ts';
import { inlineLabel, labelledSentences } from '../../../literature/studies/abstract-sentences.ts';
import { readBoundEffects } from './bound-effects.ts';
import { effectStatement, withContrast } from './effect-statement.ts';
import { isFurtherAnalysis, subgroupOf, wordsOfAll } from './subgroups.ts';

/** Sentences that only the one before explains, and figures of several things. */
const needsOthers =
  /^(?:(?:however|moreover|furthermore|in addition|also|similarly|conversely),? )?(?:this|these|those|it|they|such|the same|the (?:association|effect|difference|corresponding))\b|^(?:for example|although|though|while|whereas|similarly)\b|\brespectively\b|分别/i;
const interval = /\d[.·]\d{1,4} ?(?:-|–|—|−|to|～|~|至) ?[-−–]?\d{1,4}[.·]\d/g;
/** Words of the title that a sentence has if it is on what the study asked: this many, and this share of them. */
const titlesMin = 2;
const shareMin = 0.25;

/**
 * Finds the sentence that tells a study's effect as a whole, where its outcome is in no list: the one that has most of the title's words,
 * a single effect, and what is compared. Undefined where it needs another sentence, or is on a part of the people.
 *
 * @example
 * statedEffectOf(article)?.text; // 'Women with high birth weights were at 3-fold risk of dense breasts (odds ratio: 2.9, 95% CI 1.1 to 7.9)'
 */
export function statedEffectOf(
  article: Article,
  population: string,
): { text: string; start: number; end: number } | undefined {
  const all = wordsOfAll(article, population);
  const titled = new Set(
    indexTerms(article.title).filter((term) => !isGenericTerm(term) && !isStopWord(term)),
  );
  const sentences = labelledSentences(article);
  const found = sentences.flatMap(({ label, text, start }, at) => {
    const kind = sentenceKind(label, text, at, sentences.length);
    const [effect, another] = readBoundEffects(text);
    if (kind === 'setting' || !effect || another || (text.match(interval)?.length ?? 0) > 1) return [];
    const from = inlineLabel(text)?.length ?? 0;
    if (needsOthers.test(text.slice(from)) || isFurtherAnalysis(text)) return [];
    if (subgroupOf(text, { from: 0, start: effect.start, end: effect.end }, all)) return [];
    const whole = effectStatement(text, effect);
    const stated = whole && withContrast(text, whole, effect.start);
    if (!stated || stated.start > from) return [];
    const own = { text: text.slice(from, stated.end), start: start + from, end: start + stated.end };
    const shared = new Set(indexTerms(own.text)).intersection(titled).size;
    return shared >= Math.max(titlesMin, shareMin * titled.size) ? [{ own, shared }] : [];
  });
  const most = Math.max(0, ...found.map(({ shared }) => shared));
  return found.find(({ shared }) => shared === most)?.own;
}
