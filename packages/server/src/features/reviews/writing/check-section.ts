import { citedEvidence } from '@citewell/sdk/citation-markers';
import type { PipelineContext } from '../../../pipeline/context.ts';
import type { EvidenceBase } from '../gathering/evidence-base.ts';
import type { SectionName } from '../model/review-writer.ts';
import type { EvidenceUnit } from '../sections/evidence-units.ts';
import { isOnOtherOutcome, keepOnTopic } from '../sections/on-topic.ts';
import type { Conflict } from '../studies/conflicts.ts';
import { type CheckedText, checkWritten, sentencesOf } from './check-text.ts';

/**
 * Checks a writer's text for a section. A section on conflicting evidence is accepted only as a whole: each study it
 * cites must be paired with a disagreeing one, and every sentence must address the disagreement. Of a conclusion, only
 * on-topic sentences are kept.
 */
export async function checkSection(
  section: SectionName,
  text: string,
  passages: readonly EvidenceUnit[],
  base: Pick<EvidenceBase, 'articles' | 'conflicts' | 'readings' | 'scope'>,
  context: Pick<PipelineContext, 'work' | 'signal'>,
): Promise<CheckedText> {
  if (section === 'conclusion') {
    const { text: written, kept, dropped } = await checkWritten(text, passages, base, context);
    const onTopic = keepOnTopic(written, base.scope.parts);
    return { text: onTopic.text, kept: kept - onTopic.dropped, dropped: dropped + onTopic.dropped };
  }
  if (section !== 'conflicts') return checkWritten(text, passages, base, context);
  const checked = await checkWritten(text, passages, base, context, { contrasts: true });
  if (hasBothSides(checked.text, passages, base.conflicts)) return checked;
  return { text: '', kept: 0, dropped: checked.kept + checked.dropped };
}

function hasBothSides(
  text: string,
  passages: readonly EvidenceUnit[],
  conflicts: readonly Conflict[],
): boolean {
  const studyOf = new Map(passages.map(({ id, article }) => [id, article.pmid]));
  const studiesIn = (part: string) => new Set(citedEvidence(part).flatMap((id) => studyOf.get(id) ?? []));
  const cited = studiesIn(text);
  const speaksOfIt = text
    .split('\n')
    .flatMap(sentencesOf)
    .every((sentence) => {
      const outcomes = conflicts
        .filter(({ units }) => units.some(({ article }) => studiesIn(sentence).has(article.pmid)))
        .map(({ outcome }) => outcome);
      return outcomes.some((outcome) => !isOnOtherOutcome(outcome, sentence));
    });
  if (!speaksOfIt) return false;
  return [...cited].every((study) =>
    conflicts.some(({ units }) => {
      const pair = units.map(({ article }) => article.pmid);
      return pair.includes(study) && pair.every((each) => cited.has(each));
    }),
  );
}
