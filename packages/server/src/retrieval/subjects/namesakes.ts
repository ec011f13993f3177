import type { Subject } from '@citewell/core/records/query.ts';

/** Other things that have a subject's name in theirs. */
const namesakes =
  /\b(?:portal|pulmonary(?: arterial)?|intra-?cranial|ocular|venous) hypertension\b|\bdiabetes insipidus\b|\bheat stroke\b|\bstroke (?:volume|work|index)\b|\b(?:respiratory|marrow|ST(?:-segment)?|synaptic|long-term) depression\b|\bcardiac asthma\b/gi;

/**
 * Makes what takes out of a text the things that only have a subject's name in theirs: portal hypertension is no hypertension. Those
 * that the subjects name themselves stay.
 */
export function withoutNamesakes(subjects: readonly Subject[]): (text: string) => string {
  const own = subjects
    .flatMap(({ wordings }) => wordings)
    .join('\n')
    .toLowerCase();
  return (text) => text.replace(namesakes, (name) => (own.includes(name.toLowerCase()) ? name : ''));
}
