import type { Part } from './assemble.ts';
import { codeParts } from './code-parts.ts';
import { byPmid, type EvidenceBase } from './evidence-base.ts';
import { quotedAbstract, quotedBackground, quotedConclusion, quotedTheme } from './quoted-sections.ts';
import { reviewWords } from './words.ts';

/** The whole review without a model, in reading order: quotations, counts, and the record of the search. */
export function quotedReview(base: EvidenceBase): Part[] {
  const { request, scope, themes, units, conflicts } = base;
  const { language } = scope;
  const { parts } = reviewWords[language];
  const studies = byPmid(base.studies);
  const code = codeParts(base, undefined);
  const abstract = quotedAbstract({
    topic: request.question,
    conflicting: conflicts.length,
    ...{ language, themes, studies, units },
  });
  return [
    { heading: parts.abstract, level: 2, text: abstract },
    { heading: parts.background, level: 2, text: quotedBackground(units, language) },
    code.methods,
    { heading: parts.findings, level: 2, text: '' },
    ...themes.map(
      (theme): Part => ({ heading: theme.heading, level: 3, text: quotedTheme(theme, studies, language) }),
    ),
    code.table,
    code.conflicts,
    code.limitations,
    code.gaps,
    { heading: parts.conclusion, level: 2, text: quotedConclusion(units, studies, language) },
  ];
}
