import type { Article } from '@citewell/core/records/article.ts';

/** Mentions of what a record did not study, although it names it, each with a word that a text with one has. */
const notStudied: readonly (readonly [sign: RegExp, mention: RegExp])[] = [
  // Those who were left out.
  [
    /\bexclu|\bineligible\b|\bnot (?:eligible|included)\b/i,
    /\b(?:exclud(?:ed|ing)|exclusion criteria)\b[^.;]{0,200}|(?<=^|[.;] ?)[^.;]{0,160}\b(?:were|was) (?:excluded|ineligible|not (?:eligible|included))\b/gi,
  ],
  [/排除|剔除|除外/, /(?:排除|剔除)[^。；]{0,80}|(?<=^|[。；，])[^。；，]{0,40}(?:除外|被排除)/g],
  // Habits that none of the participants had, and factors whose part is already known.
  [
    /\bnever\b|\bnon-?(?:smok|drink)/i,
    /\bwho (?:had )?never (?:smok|dr[au]nk)[^.;,)]{0,60}|\b(?:(?:lifetime|lifelong) )?non-?(?:smok|drink)ing(?: and non-?(?:smok|drink)ing)?\b/gi,
  ],
  [
    /\bbeyond\b|\bover and above\b/,
    /\b(?:beyond|over and above) (?:that of |the effects? of )[^.;,]{0,80}/gi,
  ],
  [
    /\b(?:Although|While|Besides)\b/,
    /\b(?:Although|While|Besides) [^.;]{3,250}?\b(?:have|has) (?:each )?been [^,.;]{0,80},/g,
  ],
  // Subgroups in which a result was the same.
  [
    /\bsub-?groups?\b/i,
    /\b(?:no|not|without) [^.;]{0,60}(?:heterogeneity|interaction|differ\w*)[^.;]{0,160}\bsub-?groups?\b[^.;]{0,120}/gi,
  ],
  // Factors that were counted together.
  [/ \+ /, /\([^()]{2,40}(?: \+ [^()+]{2,40}){2,}\)/g],
  // Diseases of relatives.
  [
    /histor|史/i,
    /\b(?:family|parental|maternal|paternal) histor(?:y|ies) of [^.;,()]{0,60}|(?:家族|父母)[^。；，]{0,4}史/gi,
  ],
];

/**
 * Removes from a record what it names without having studied it: exclusion criteria, habits that all participants lack, subgroups
 * without a result of their own and diseases of relatives. For the tests of records only.
 *
 * @example
 * removeUnstudied(record); // 'Women with gestational diabetes were excluded. Births were counted.' becomes '. Births were counted.'
 */
export function removeUnstudied(article: Article): Article {
  const read = (text: string) =>
    notStudied.reduce((rest, [sign, mention]) => (sign.test(rest) ? rest.replace(mention, ' ') : rest), text);
  return {
    ...article,
    abstract: article.abstract.map((section) => ({ ...section, text: read(section.text) })),
  };
}
