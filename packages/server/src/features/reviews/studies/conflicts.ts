import { indexTerms } from '@citewell/core/text/words.ts';
import type { Language } from '@citewell/sdk';
import { compileFacets, facetCoverage } from '../../../literature/ranking/facets.ts';
import type { EvidenceUnit } from '../sections/evidence-units.ts';
import { quoted } from '../sections/quotation.ts';
import { reviewWords } from '../sections/review-words.ts';
import type { Study, StudyEffect } from './studies.ts';

/** Effects of different studies on one outcome, against one comparator, that cannot both hold in one population. */
export type Conflict = { outcome: string; units: [EvidenceUnit, EvidenceUnit] };

/**
 * Finds demonstrated disagreements: two studies report one measure of one outcome for the same exposure and comparator,
 * and their intervals do not overlap. Values without an interval demonstrate nothing. `topic` contains the topic's
 * facets, each with its wordings.
 */
export function findConflicts(
  studies: readonly Study[],
  units: readonly EvidenceUnit[],
  topic: readonly (readonly string[])[],
): Conflict[] {
  const facets = compileFacets(topic).filter(({ generic }) => !generic);
  const reported = studies.flatMap((study) =>
    study.effects
      .filter(({ isOfSubgroup }) => !isOfSubgroup)
      .flatMap((effect) => {
        const unit = units.find(
          ({ article, start, end, fullText }) =>
            !fullText &&
            article.pmid === study.article.pmid &&
            start <= effect.span.start &&
            effect.span.end <= end,
        );
        const terms = new Set(indexTerms(unit?.text ?? ''));
        const exposures = new Set(
          facets.filter((facet) => facetCoverage(facet, (term) => terms.has(term)) === 1),
        );
        return unit && effect.comparator ? [{ effect, unit, exposures }] : [];
      }),
  );
  const conflicts: Conflict[] = [];
  for (const [at, one] of reported.entries())
    for (const other of reported.slice(at + 1)) {
      const isOtherStudy = one.unit.article.pmid !== other.unit.article.pmid;
      if (!isOtherStudy || one.exposures.intersection(other.exposures).size === 0) continue;
      if (!areComparable(one.effect, other.effect) || overlap(one.effect, other.effect)) continue;
      if (conflicts.some(({ units: pair }) => pair.includes(one.unit) && pair.includes(other.unit))) continue;
      conflicts.push({ outcome: one.effect.outcome.span.text, units: [one.unit, other.unit] });
    }
  return conflicts;
}

/** Effects of one measure on one outcome against the same comparator. */
function areComparable(one: StudyEffect, other: StudyEffect): boolean {
  const comparators = [one, other].map(({ comparator }) => indexTerms(comparator?.text ?? '').join(' '));
  return (
    one.measure === other.measure &&
    one.outcome.name === other.outcome.name &&
    comparators[0] !== '' &&
    comparators[0] === comparators[1]
  );
}

function overlap(one: StudyEffect, other: StudyEffect): boolean {
  return one.low <= other.high && other.low <= one.high;
}

/** Quotes the disagreeing sentences together, or says that none was demonstrated, and by what rule. */
export function conflictsSection(
  conflicts: readonly Conflict[],
  included: number,
  language: Language,
): string {
  const zh = language === 'zh';
  if (included === 1)
    return zh
      ? '仅纳入一项研究，没有可与之比较的结果。'
      : 'Only one study was included, so there is nothing to compare it with.';
  const rule = zh
    ? '仅当两项研究以同一指标、针对同一对照报告同一结局，且其置信区间互不重叠时，才视为矛盾。'
    : 'Studies count as disagreeing only if they report the same measure of the same outcome against the same comparator and their confidence intervals do not overlap.';
  if (conflicts.length === 0)
    return zh
      ? `所纳入的 ${included} 项研究之间未发现可证明的矛盾。${rule}`
      : `No disagreement among the ${included} included studies could be demonstrated. ${rule}`;
  return [
    rule,
    ...conflicts.flatMap(({ outcome, units }) => [
      '',
      `**${reviewWords[language].quote(outcome)}**`,
      '',
      ...units.map((unit) => `- ${quoted(unit, language)}`),
    ]),
  ].join('\n');
}
