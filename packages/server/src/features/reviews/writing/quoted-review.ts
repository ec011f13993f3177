import { byPmid, type EvidenceBase } from '../gathering/evidence-base.ts';
import { codeParts } from '../sections/code-parts.ts';
import { methodsInBrief } from '../sections/methods-section.ts';
import {
  besideConclusion,
  quotedAbstract,
  quotedBackground,
  quotedConclusion,
  quotedTheme,
} from '../sections/quoted-sections.ts';
import { reviewWords } from '../sections/words.ts';
import type { Part } from './assemble.ts';

/** The whole review without a model, in reading order: quotations, counts, and the record of the search. */
export function quotedReview(base: EvidenceBase): Part[] {
  const { scope, themes, units } = base;
  const { language } = scope;
  const { parts } = reviewWords[language];
  const studies = byPmid(base.studies);
  const code = codeParts(base, undefined);
  return [
    { heading: parts.abstract, level: 2, text: quotedAbstract(base, methodsInBrief(base, undefined)) },
    { heading: parts.background, level: 2, text: quotedBackground(units, language) },
    code.methods,
    { heading: parts.findings, level: 2, text: '' },
    ...besideConclusion(themes, units, studies).map(
      (theme): Part => ({ heading: theme.heading, level: 3, text: quotedTheme(theme, studies, language) }),
    ),
    code.table,
    code.conflicts,
    code.limitations,
    code.gaps,
    { heading: parts.conclusion, level: 2, text: quotedConclusion(units, studies, language) },
  ];
}
