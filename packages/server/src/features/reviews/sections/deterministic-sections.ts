import type { EvidenceBase } from '../gathering/evidence-base.ts';
import { conflictsSection } from '../studies/conflicts.ts';
import { namesOf } from '../studies/themes.ts';
import type { Part } from '../writing/assemble.ts';
import { gapsSection, limitsSection } from './limits-section.ts';
import { methodsSection } from './methods-section.ts';
import { annotatedThemes } from './quoted-sections.ts';
import { reviewWords } from './review-words.ts';
import { tableSection } from './table-section.ts';

/** Writes the sections that are never left to a model. */
export function deterministicSections(base: EvidenceBase, writer: string | undefined) {
  const { request, scope, found, flow, themes, studies, plots, conflicts, readings } = base;
  const { language } = scope;
  const { parts } = reviewWords[language];
  const part = (heading: string, text: string): Part => ({ heading, level: 2, text });
  // Without a model the sections are the annotated ones.
  const names = namesOf(writer === undefined ? annotatedThemes(base) : themes);
  return {
    methods: part(
      parts.methods,
      methodsSection({ request, scope, found, flow, themes: names, readings, writer }),
    ),
    table: part(parts.table, tableSection(studies, plots, language)),
    conflicts: part(parts.conflicts, conflictsSection(conflicts, studies.length, language)),
    limitations: part(parts.limitations, limitsSection(base)),
    gaps: part(parts.gaps, gapsSection(base)),
  };
}
