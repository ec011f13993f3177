import type { Comparison } from './comparison.ts';
import { coverage } from './locate.ts';
import { findDirections } from './statements/directions.ts';
import { nothingChanged } from './statements/no-effect.ts';

/** Terms of a sentence that is nothing without any one of them; of Chinese, neighbouring characters, two count as one. */
const shortTo = 4;
/** The weighted share of them that an abstract has at least where it supports the sentence; a figure is looked up by itself. */
const heldFrom = { same: 0.75, across: 0.7, withFigure: 0.5 };

/** Words for studies in general: "several trials confirmed this" stands in no abstract. */
const ofStudies =
  /^(?:stud|trial|meta|review|find|found|result|evidence|confirm|support|show|suggest|report|demonstrat|observ|consist|similar|several|recent|data|analy|author|conclu|this|these|it)/i;

/**
 * Returns true if a short sentence states something that its abstract lacks, or nothing that can be compared:
 * "Apixaban is cheap" shares half of its words with any abstract about apixaban. Among SciFact's claims of this
 * length, hardly any supported one falls below the threshold, and most others do.
 */
export function isKeyTermMissing({ terms, abstract, cross, claim }: Comparison): boolean {
  const hasFigure = claim.quantities.some(({ small }) => !small);
  // What has no translation nobody can compare, and which way something goes other rules do.
  const comparable = terms.filter(({ stems }) => stems.length > 0);
  if (comparable.length === 0)
    return !hasFigure && findDirections(claim.text).length === 0 && !nothingChanged(claim.text);
  const known = comparable.filter(({ text }) => findDirections(text).length === 0);
  const size = comparable.reduce((sum, { text }) => sum + (isPair(text, cross) ? 0.5 : 1), 0);
  if (size > shortTo || known.every(({ text }) => ofStudies.test(text))) return false;
  const least = hasFigure ? heldFrom.withFigure : cross ? heldFrom.across : heldFrom.same;
  return coverage(known, abstract.stems) < least;
}

function isPair(text: string, cross: boolean): boolean {
  return !cross && /^\p{Script=Han}{2}$/u.test(text);
}
