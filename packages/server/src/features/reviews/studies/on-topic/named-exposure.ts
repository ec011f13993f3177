import { indexTerms } from '@citewell/core/text/words.ts';
import { abstractSentences } from '../../../../literature/studies/abstract-sentences.ts';
import type { Study, StudyEffect } from '../studies.ts';
import { concernsOpposite } from './opposite.ts';

/** Subject of a sentence, which is associated with an outcome. */
const associated =
  /(?:^|[.;:] )(?:[A-Z]{4,20}:? )?(?:the )?((?:(?!(?:there|it|this|that|these|they|both|neither|which|and|or)\b)[\p{L}\d-]{1,30} ?){1,6}?) (?:was|were|is|are) (?:[a-z]{2,20} ){0,3}associated with\b|([\p{Script=Han}A-Za-z\d]{2,16})与[^，。；]{2,30}相关/u;

/**
 * Returns the words of an effect's sentence for that of which it is: what the study gave, what is associated with the outcome, or the
 * topic's own name for it (`wordings`). Undefined if the sentence names none: a ratio says nothing without its exposure.
 */
export function namedExposure(
  { article, intervention }: Study,
  { sentenceStart, isExposureStated, comparator, outcome }: StudyEffect,
  wordings: readonly string[],
): string | undefined {
  const sentence = abstractSentences(article).find(({ start }) => start === sentenceStart)?.text ?? '';
  const [, subject, hanSubject] = associated.exec(sentence) ?? [];
  if (
    intervention &&
    isExposureStated &&
    intervention.text !== comparator?.text &&
    !concernsOpposite(sentence, intervention.text)
  )
    return intervention.text;
  const own = subject ?? hanSubject;
  const isOutcome = own !== undefined && outcome.span.text.toLowerCase().includes(own.toLowerCase());
  if (own && !isOutcome && wordings.some((wording) => shareTerms(own, wording))) return own;
  const lower = sentence.toLowerCase();
  const isOfOutcome = (wording: string) => outcome.span.text.toLowerCase().includes(wording.toLowerCase());
  const [longest] = wordings
    .filter(
      (wording) =>
        lower.includes(wording.toLowerCase()) && wording !== comparator?.text && !isOfOutcome(wording),
    )
    .toSorted((one, other) => other.length - one.length);
  if (!longest) return intervention && isExposureStated ? undefined : own;
  // Chinese has no spaces at which a word ends: 维生素D in 维生素D组, but 维生素D缺乏 is another exposure.
  if (/\p{Script=Han}/u.test(sentence)) {
    const after = sentence.slice(lower.indexOf(longest.toLowerCase()) + longest.length);
    return longest + (/^(?:缺乏|不足|过量)/.exec(after)?.[0] ?? '');
  }
  const around = new RegExp(
    String.raw`(?<![\p{L}-])(?:(?:continu(?:ed|ing)|persistent|current|former|past|passive|heavy|never|no|non)[ -])?${longest.replace(/[^\p{L}\d ]/gu, '.')}\p{L}{0,3}(?: (?:cessation|reduction|withdrawal|use|therapy|treatment|intake|consumption))?`,
    'iu',
  );
  return around.exec(sentence)?.[0] ?? longest;
}

function shareTerms(one: string, other: string): boolean {
  const terms = new Set(indexTerms(other));
  return indexTerms(one).some((term) => terms.has(term));
}
