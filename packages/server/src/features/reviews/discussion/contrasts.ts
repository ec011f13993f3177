/** "HIV-infected", "seronegative", HIV未感染者: with or without a marker or an infection, in one wording. */
const withMarker: readonly (readonly [words: RegExp, as: string])[] = [
  [/(?<=[A-Za-z\d])[- ](?:un|non-?)infected\b|[- ]?\bseronegative\b/gi, ' negative'],
  [/(?<=[A-Z\d]|virus)[- ]infected\b|[- ]?\bseropositive\b/g, ' positive'],
  [/(?:未|非)感染(?=者|患者|人群|组)/g, '阴性'],
];
/** Terms by which people with a marker differ from those without. */
const present = 'posit';
const absent = 'neg';

/** Returns a text in which people with and without a marker are called positive and negative. */
export function normalizeWording(text: string): string {
  return withMarker.reduce((left, [marked, as]) => left.replace(marked, as), text);
}

/** People without what others have, or with a marker that the others lack. */
const others = /\b(?:without|non-?(?=[a-z]))|\b(?:positive|negative)\b|(?:无|未患|非)|[阴阳]性/i;

/** Returns true if words for a comparator are of people who differ from others in one thing alone. */
export function isPriorWork(words: string): boolean {
  return others.test(normalizeWording(words));
}

/** Returns true for a term by which people with a marker differ from those without. */
export function isBiomarker(term: string): boolean {
  return term === present || term === absent;
}

/**
 * Returns the conditions of people with a marker compared with those without it as conditions of the marker; the effect is turned where
 * those without it come first: "HIV-negative patients died less often than HIV-positive patients".
 */
export function withoutContrast<
  C extends { exposures: ReadonlySet<string>; comparator: ReadonlySet<string> },
>(conditions: C): { conditions: C; isReversed: boolean } {
  const { exposures, comparator } = conditions;
  const [other] = comparator;
  const isReversed = other === present && exposures.has(absent);
  if (
    comparator.size !== 1 ||
    exposures.size < 2 ||
    !(isReversed || (other === absent && exposures.has(present)))
  )
    return { conditions, isReversed: false };
  const own = exposures.difference(new Set([present, absent]));
  return { conditions: { ...conditions, exposures: own, comparator: new Set() }, isReversed };
}
