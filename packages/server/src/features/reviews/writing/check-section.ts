import { citedEvidence } from '@citewell/sdk/citation-markers';
import type { SectionName } from '../../../llm/review-writer-port.ts';
import type { CallContext } from '../../../pipeline/context.ts';
import type { EvidenceBase } from '../gathering/evidence-base.ts';
import type { Unit } from '../sections/units.ts';
import type { Conflict } from '../studies/conflicts.ts';
import { type CheckedText, checkWritten } from './check-text.ts';

/**
 * Checks what a writer wrote for a section. On conflicting evidence it holds only as a whole: each study that it cites must
 * stand beside one whose finding disagrees with its own.
 */
export async function checkSection(
  section: SectionName,
  text: string,
  passages: readonly Unit[],
  base: Pick<EvidenceBase, 'articles' | 'conflicts' | 'readings'>,
  context: Pick<CallContext, 'work' | 'signal'>,
): Promise<CheckedText> {
  if (section !== 'conflicts') return checkWritten(text, passages, base, context);
  const checked = await checkWritten(text, passages, base, context, { contrasts: true });
  if (hasBothSides(checked.text, passages, base.conflicts)) return checked;
  return { text: '', kept: 0, dropped: checked.kept + checked.dropped };
}

function hasBothSides(text: string, passages: readonly Unit[], conflicts: readonly Conflict[]): boolean {
  const studyOf = new Map(passages.map(({ id, article }) => [id, article.pmid]));
  const cited = new Set(citedEvidence(text).flatMap((id) => studyOf.get(id) ?? []));
  return [...cited].every((study) =>
    conflicts.some(({ units }) => {
      const pair = units.map(({ article }) => article.pmid);
      return pair.includes(study) && pair.every((each) => cited.has(each));
    }),
  );
}
