import type { Subject } from '@citewell/core/records/query.ts';

/** Different things whose names contain a subject's name. */
const namesakes =
  /\b(?:portal|pulmonary(?: arterial)?|intra-?cranial|ocular|venous) hypertension\b|\bdiabetes insipidus\b|\bheat stroke\b|\bstroke (?:volume|work|index)\b|\b(?:respiratory|marrow|ST(?:-segment)?|synaptic|long-term) depression\b|\bcardiac asthma\b/gi;

/**
 * Creates a function that removes from a text the things whose names merely contain a subject's name: portal hypertension is not
 * hypertension. Those named by the subjects themselves stay.
 */
export function withoutNamesakes(subjects: readonly Subject[]): (text: string) => string {
  const own = subjects
    .flatMap(({ wordings }) => wordings)
    .join('\n')
    .toLowerCase();
  return (text) => text.replace(namesakes, (name) => (own.includes(name.toLowerCase()) ? name : ''));
}
