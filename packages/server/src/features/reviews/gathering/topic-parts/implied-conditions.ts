import type { SearchQuery } from '@citewell/core/records/query.ts';

/** Treatments with the condition of everybody who gets one, which records need not say. */
const implied: readonly (readonly [given: RegExp, had: RegExp])[] = [
  [
    /\bovulation induction\b|\bovarian stimulation\b|\bin vitro fertili[sz]ation\b|\bIVF\b|促排卵|诱导排卵|体外受精|试管婴儿/i,
    /^(?:infertil|subfertil)|不孕|不育/i,
  ],
  [
    /\bdialysis\b|透析/i,
    /\bend[- ]stage (?:renal|kidney)\b|\b(?:renal|kidney) failure\b|终末期肾|尿毒症|肾衰竭/i,
  ],
  [/\bradical prostatectomy\b|前列腺癌根治/i, /\bprostat\w+ (?:cancer|carcinoma)\b|前列腺癌$/i],
  [
    /\b(?:bariatric|weight[- ]loss|obesity) surgery\b|减[重肥]手术/i,
    /^(?:morbid(?:ly)? |severe(?:ly)? )?obes|^(?:病态)?肥胖/i,
  ],
  // Drugs that are named after what they are taken against.
  [
    /\bpre-?exposure prophylaxis\b|\bPrEP\b|\banti-?retroviral|暴露前预防|抗逆转录病毒/i,
    /^(?:HIV|AIDS|human immunodeficiency)|^艾滋/i,
  ],
  [/\bsmoking cessation\b|戒烟/i, /^(?:smokers?|smoking|tobacco)$|^吸烟者?$/i],
];

/**
 * Removes from a topic a condition that everybody has who gets the treatment named with it: whoever is given drugs for
 * ovulation induction is infertile.
 */
export function withoutImplied(query: SearchQuery): SearchQuery {
  const { subjects = [] } = query;
  const isNamed = (pattern: RegExp, wordings: readonly string[]) =>
    wordings.slice(0, 3).some((wording) => pattern.test(wording));
  const dropped = subjects.filter((subject) =>
    implied.some(
      ([given, had]) =>
        isNamed(had, subject.wordings) &&
        !isNamed(given, subject.wordings) &&
        subjects.some((other) => other !== subject && isNamed(given, other.wordings)),
    ),
  );
  if (dropped.length === 0) return query;
  const names = new Set(dropped.flatMap(({ wordings }) => wordings));
  return {
    ...query,
    subjects: subjects.filter((subject) => !dropped.includes(subject)),
    facets: query.facets.filter((facet) => !facet.some((wording) => names.has(wording))),
  };
}
