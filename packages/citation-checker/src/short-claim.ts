import type { Comparison } from './comparison.ts';
import { coverage } from './locate.ts';
import { nothingChanged } from './statements/no-effect.ts';
import { findPolarityCues } from './statements/polarity-cues.ts';

/**
 * Maximum number of terms of a sentence whose terms are all essential; two adjacent Chinese characters count as one.
 */
const shortTo = 4;
/** Minimum weighted share of them in a supporting abstract; figures are looked up separately. */
const heldFrom = { same: 0.75, across: 0.7, withFigure: 0.5 };

/** Words for studies in general: "several trials confirmed this" is in no abstract. */
const ofStudies =
  /^(?:stud|trial|meta|review|find|found|result|evidence|confirm|support|show|suggest|report|demonstrat|observ|consist|similar|several|recent|data|analy|author|conclu|this|these|it)/i;

/**
 * Returns true if a short sentence states something that its abstract lacks, or nothing that can be compared:
 * "Apixaban is cheap" shares half of its words with any abstract about apixaban. Among SciFact's claims of this
 * length, hardly any supported one falls below the threshold, and most others do.
 */
export function isKeyTermMissing({ terms, abstract, isCrossLingual, claim }: Comparison): boolean {
  const hasFigure = claim.quantities.some(({ small }) => !small);
  // Words without a translation cannot be compared, and other rules check directions.
  const comparable = terms.filter(({ stems }) => stems.length > 0);
  if (comparable.length === 0)
    return !hasFigure && findPolarityCues(claim.text).length === 0 && !nothingChanged(claim.text);
  const known = comparable.filter(({ text }) => findPolarityCues(text).length === 0);
  const size = comparable.reduce((sum, { text }) => sum + (isPair(text, isCrossLingual) ? 0.5 : 1), 0);
  if (size > shortTo || known.every(({ text }) => ofStudies.test(text))) return false;
  const least = hasFigure ? heldFrom.withFigure : isCrossLingual ? heldFrom.across : heldFrom.same;
  return coverage(known, abstract.stems) < least;
}

function isPair(text: string, isCrossLingual: boolean): boolean {
  return !isCrossLingual && /^\p{Script=Han}{2}$/u.test(text);
}
