import type { RunStudy } from '@citewell/sdk';
import type { StudySummary } from '../../literature/studies/read-study.ts';
import { groupOf } from '../../literature/studies/study-groups.ts';
import { isStudyKind } from '../../literature/studies/study-label.ts';

/** Converts what is known of a study to its form in a run, with the English name of its group. */
export function toRunStudy({ group, isMixed, ...facts }: StudySummary): RunStudy {
  return { ...facts, ...(group && { group: group.en }), ...(isMixed && { is_mixed: isMixed }) };
}

/** Reads it back from a run that this service made; a kind or group of another name is left out. */
export function fromRunStudy({ group: name, is_mixed: isMixed, kind, ...facts }: RunStudy): StudySummary {
  const group = name === undefined ? undefined : groupOf(name);
  return {
    ...facts,
    ...(kind !== undefined && isStudyKind(kind) && { kind }),
    ...(group && { group }),
    ...(isMixed && { isMixed }),
  };
}
