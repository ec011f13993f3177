import { type Article, abstractText } from '@citewell/core/records/article.ts';
import type { SearchQuery } from '@citewell/core/records/query.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { addressesEveryAspect } from './addresses-every-aspect.ts';

/** "Vitamin D supplementation", "supplementation with zinc", 维生素补充: the substance that was given according to the topic. */
const given =
  /\bsupplement(?:ation|s)? (?:with|of) (?:the )?([\w-]{3,30}(?: [A-Z]\d{0,2}\b)?)|([\w-]{3,30}(?: [A-Z]\d{0,2}\b)?) supplement(?:ation|s)?\b|([^\s与和及对在的，、]{1,10})补充(?!说明|材料)|补充([^\s与和及对在的，、]{1,10})/iu;

/** Sentences in which a substance is what everybody took in addition to what was studied. */
const forAll =
  /\b(?:all|both|each|every|either)\b[^.;]{0,60}\b(?:received|receiv\w+|given|took|taking|provided|supplied|supplemented|supplements?|advised)\b|\bin addition to\b|\b(?:along|together) with (?:calcium|vitamin)|\b(?:provided|given|supplemented|supplied) if\b|\bif (?:[\w-]{1,20} ){0,5}(?:low|deficient)|(?:两组|各组|所有|全部)[^。；]{0,12}(?:均|都|同时)|均(?:同时)?(?:给予|补充|服用|接受)/i;

/** Words for giving something. */
const giving = String.raw`(?:supplement\w*|treat(?:ment|ed|ing)?|therapy|given|gave|administ\w{2,9}|dos(?:es?|ing|ages?)|receiv(?:ed|ing)|tak(?:e|en|ing)|placebo|injections?|replacement|IU|µg|μg|mcg|补充|给予|服用|治疗|剂量)`;

/** Names of single vitamins without the word. */
const vitamins =
  /\b(?:multi-?vitamins?|vitamins?|folic acid|folate|cholecalciferol|ergocalciferol|calcifediol|tocopherols?|ascorbic acid|retinol|beta-?carotene|thiamine|riboflavin|niacin|cobalamin)\b|维生素|叶酸/i;

/**
 * Creates a test of whether a record studied the intervention that a topic names: as what was given or examined, and
 * not as what all participants received in addition to another treatment. Every record passes if the topic names none.
 */
export function studiesIntervention({
  text,
  facets,
  subjects = [],
}: Pick<SearchQuery, 'text' | 'facets' | 'subjects'>): (article: Article) => boolean {
  const substance = given.exec(text)?.slice(1).find(Boolean)?.toLowerCase();
  if (!substance) return () => true;
  const names = [...facets, ...subjects.map(({ wordings }) => wordings)]
    .filter((wordings) =>
      wordings.some(
        (wording) => wording.toLowerCase() === substance || wording.toLowerCase() === `${substance}s`,
      ),
    )
    .flat();
  const words = [substance, ...names].map((name) => name.toLowerCase());
  const isVitamin = /^(?:vitamins?|维生素)$/.test(substance);
  const named = new RegExp(
    words
      .map((word) => {
        const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
        return /\p{Script=Han}/u.test(word) ? escaped : `\\b${escaped}s?\\b`;
      })
      .join('|'),
    'i',
  );
  // The concentration of a vitamin in the blood is no supplementation, nor is that of a mineral next to it.
  const any = isVitamin ? `${named.source}|${vitamins.source}` : named.source;
  const between = String.raw`[^.;,()。；，]{0,40}?`;
  const isGiven = new RegExp(`(?:${any})${between}${giving}|${giving}${between}(?:${any})`, 'i');
  const isNamed = (part: string) =>
    !forAll.test(part) && (named.test(part) || (isVitamin && vitamins.test(part)));
  const isOnAspect = addressesEveryAspect([{ byHeading: true, isOnAspect: isNamed }]);
  return (article) =>
    isOnAspect(article) &&
    [
      article.title,
      ...article.mesh,
      ...splitSentences(abstractText(article)).map(({ text: part }) => part),
    ].some((part) => isNamed(part) && isGiven.test(part));
}
