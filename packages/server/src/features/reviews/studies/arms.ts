import { type Article, abstractText } from '@citewell/core/records/article.ts';
import { splitSentences } from '@citewell/core/text/sentences.ts';
import { indexTerms } from '@citewell/core/text/words.ts';
import { sentenceKind } from '../../../literature/ranking/sentences/sentence-kind.ts';
import { labeledSentences } from '../../../literature/studies/abstract-sentences.ts';
import { completeName } from './cells/complete-phrases.ts';
import { isInterventionName, nounPhrase, populationPhrase } from './cells/study-cells.ts';

/** Words between the two sides of a comparison. */
const sets = /\b(?:versus|vs\.?|compared (?:with|to)|against)(?= )|与[^，。；]{1,40}比较/i;
/** Words by which two interventions in a title were given together. */
const together = /\b(?:combin\w+|plus|concomitant|adjuvant|both|added)\b|联合/i;

/**
 * Separates the arms of a trial whose title joins them: "gastric banding and conventional therapy", of which its
 * abstract compares one with the other. The second is empty where they share a noun ("HPV and Pap tests"), and
 * undefined is returned where they were given together.
 */
export function armsOf(
  intervention: string,
  article: Article,
): [given: string, compared: string] | undefined {
  const joint = [...intervention.matchAll(/ (?:and|or) /g)].at(-1);
  const one = intervention.slice(0, joint?.index);
  const other = joint ? intervention.slice(joint.index + joint[0].length) : '';
  if (other === '' || together.test(intervention) || against.test(article.title)) return undefined;
  const [ofOne, ofOther] = [new Set(indexTerms(one)), new Set(indexTerms(other))];
  const isSet = splitSentences(abstractText(article)).some(({ text }) => {
    const found = sets.exec(text);
    if (!found) return false;
    const sides = [text.slice(0, found.index), text.slice(found.index + found[0].length)].map(
      (side) => new Set(indexTerms(side)),
    );
    const isOn = (terms: ReadonlySet<string>, side: ReadonlySet<string> | undefined) =>
      side !== undefined && terms.isSubsetOf(side);
    return [sides, sides.toReversed()].some(
      ([here, there]) =>
        isOn(ofOne, here) && isOn(ofOther, there) && !isOn(ofOne, there) && !isOn(ofOther, here),
    );
  });
  // "A or B" are never given together.
  if (!isSet) return / or /.test(intervention) ? ['', ''] : undefined;
  return /s$/i.test(other) ? ['', ''] : [one, other];
}

const givesPlacebo =
  /\bplacebo[- ]controlled\b|\b(?:or|versus|vs\.?|with) (?:an? )?(?:matching |matched |identical )?placebo\b/i;
/** Placebo together with a drug that both groups took: the drug is the comparator. */
const addsPlacebo = /\b(?:and|plus) (?:an? )?(?:matching |matched |identical )?placebo\b/i;
/** Sections that report other authors' trials. */
const notOwn =
  /background|introduction|context|rationale|importance|conclusion|discussion|interpretation|背景|结论/i;
/** Matches a title that compares two interventions: "olmesartan vs. ramipril in elderly hypertensive patients". */
const against =
  /^[^:?]{3,80}? (?:versus|vs\.?|compared (?:with|to)) (?:an? |the )?([^:?.,;]{3,60}?)(?= (?:in|for|among|on|during|after|as|and (?:the )?risk)\b|[:?.,;]|$)/i;

/** Matches the other side of a comparison after the intervention: "hydroxyethyl starch versus albumin". */
const otherSide =
  /^ (?:versus|vs\.?|(?:as )?compared (?:with|to)) (?:an? |the )?([^:?.,;()]{3,60}?)(?= (?:in|for|among|on|during|after|at|as|with|and|to|were|was)\b|[:?.,;()]|$)/i;

/**
 * Finds the one comparator that the aim and the methods of a study name for its intervention; empty if they name none,
 * or several.
 */
function comparedInMethods(given: string, methods: readonly string[]): string {
  if (given === '') return '';
  const found = methods.flatMap((text) => {
    const [, ...following] = text.toLowerCase().split(given.toLowerCase());
    return following.flatMap((rest) => {
      const [, other = ''] = otherSide.exec(rest) ?? [];
      const whole = completeName(nounPhrase(other).replace(populationPhrase, ''));
      return whole !== '' && isInterventionName(whole) ? [whole] : [];
    });
  });
  const [one = '', ...others] = new Set(found);
  return others.length === 0 ? one : '';
}

/**
 * Finds the comparator of a study: its title or the sentence on its comparison names it, or it is a trial whose methods
 * have a placebo. Empty if none names exactly one.
 */
export function comparatorOfStudy(
  { title, abstract }: Pick<Article, 'title' | 'abstract'>,
  isTrial: boolean,
  given = '',
): string {
  const [, titled = ''] = against.exec(title.replace(/^\[/, '')) ?? [];
  const named = completeName(nounPhrase(titled).replace(populationPhrase, ''));
  if (isInterventionName(named) && !/\b(?:versus|vs|or)\b/i.test(named)) return named;
  const sentences = labeledSentences({ abstract });
  const methods = sentences.filter(({ label = '' }) => !notOwn.test(label));
  const before = sentences.filter(
    ({ label, text }, at) => sentenceKind(label, text, at, sentences.length) === 'setting',
  );
  const compared = comparedInMethods(
    given,
    before.map(({ text }) => text),
  );
  if (compared !== '') return compared;
  const text = [title, ...methods.map(({ text }) => text)].join('\n');
  return isTrial && givesPlacebo.test(text) && !addsPlacebo.test(text) ? 'placebo' : '';
}
