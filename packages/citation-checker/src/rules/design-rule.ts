import type { Comparison } from '../comparison.ts';
import type { Finding } from '../finding.ts';
import { claimableDesigns, type Design, designsOf, findDesigns, isTyped, tellsDesign } from './designs.ts';

/**
 * Compares the design that the sentence ascribes to its source ("a double-blind trial") with publication types and
 * the abstract.
 */
export function designFindings({ claim, abstract, publicationTypes, verbatim }: Comparison): Finding[] {
  if (verbatim) return [];
  const own = findDesigns(claim.text).filter(({ sense }) =>
    (claimableDesigns as readonly Design[]).includes(sense),
  );
  if (own.length === 0) return [];
  const said = designsOf(abstract);
  const senses = new Set(said.map(({ sense }) => sense));
  return own.flatMap(({ sense, text }): Finding[] => {
    if (senses.has(sense)) return [];
    const typed = publicationTypes && isTyped(sense, publicationTypes);
    if (typed) return [];
    const instead = said.find((cue) => rivals[sense]?.includes(cue.sense));
    const isKnown = typed === false && publicationTypes !== undefined && tellsDesign(publicationTypes);
    const evidence = instead?.text ?? (isKnown ? publicationTypes.join(', ') : undefined);
    return [{ kind: 'design', force: instead || isKnown ? 'certain' : 'doubt', claim: text, evidence }];
  });
}

/** Designs that a study has instead of another. */
const rivals: Partial<Record<Design, readonly Design[]>> = {
  randomised: ['observational', 'case', 'laboratory'],
  synthesis: ['observational', 'case', 'randomised', 'laboratory'],
  blinded: ['open', 'observational', 'case'],
  placebo: ['open', 'observational', 'case'],
  open: ['blinded'],
  case: ['synthesis', 'randomised'],
};
