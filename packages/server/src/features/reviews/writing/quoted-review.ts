import { byPmid, type EvidenceBase } from '../gathering/evidence-base.ts';
import { deterministicSections } from '../sections/deterministic-sections.ts';
import { methodsInBrief } from '../sections/methods-section.ts';
import {
  annotatedList,
  annotatedSections,
  annotatedThemes,
  conclusionsOf,
  quotedAbstract,
  quotedBackground,
} from '../sections/quoted-sections.ts';
import { reviewWords } from '../sections/review-words.ts';
import type { Part } from './assemble.ts';

/**
 * Writes a review without a model, in reading order: an annotated list of the evidence by theme, with the record of the
 * search. It draws no conclusions and reports only demonstrated disagreements.
 */
export function quotedReview(base: EvidenceBase): Part[] {
  const { scope, units, conflicts } = base;
  const { language } = scope;
  const { parts } = reviewWords[language];
  const code = deterministicSections(base, undefined);
  return [
    {
      ...{ heading: parts.abstract, level: 2 },
      text: quotedAbstract(base, methodsInBrief(base, undefined), annotatedThemes(base)),
    },
    { heading: parts.background, level: 2, text: quotedBackground(units, language) },
    code.methods,
    { heading: parts.findings, level: 2, text: '' },
    ...annotatedSections(base).map((section): Part => ({ ...section, level: 3 })),
    code.table,
    ...(conflicts.length > 0 ? [code.conflicts] : []),
    code.limitations,
    code.gaps,
  ];
}

/** Lists the few records on a topic that has too few for a review. */
export function annotatedRecords(base: EvidenceBase): Part[] {
  const { scope, units, studies } = base;
  const { language } = scope;
  const leads = conclusionsOf(units, byPmid(studies));
  return [
    {
      heading: reviewWords[language].parts.findings,
      level: 2,
      text: annotatedList(leads, units, studies, language),
    },
    deterministicSections(base, undefined).methods,
  ];
}
