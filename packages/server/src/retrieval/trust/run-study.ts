import type { RunStudy } from '@citewell/sdk';
import type { StudySummary } from '../../literature/studies/read-study.ts';
import { groupOf } from '../../literature/studies/study-groups.ts';
import { isStudyKind } from '../../literature/studies/study-label.ts';

/** Converts the facts of a study to their form in a run record, with the English name of its group. */
export function toRunStudy({ group, isMixed, ...facts }: StudySummary): RunStudy {
  return { ...facts, ...(group && { group: group.en }), ...(isMixed && { is_mixed: isMixed }) };
}

/** Converts the facts back from a run record of this service; an unknown kind or group is omitted. */
export function fromRunStudy({ group: name, is_mixed: isMixed, kind, ...facts }: RunStudy): StudySummary {
  const group = name === undefined ? undefined : groupOf(name);
  return {
    ...facts,
    ...(kind !== undefined && isStudyKind(kind) && { kind }),
    ...(group && { group }),
    ...(isMixed && { isMixed }),
  };
}
