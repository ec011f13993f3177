/**
 * Endings of index terms by which a noun and its adjective differ, with what remains of both: "atherosclerosis" and "atherosclerotic",
 * "ischemia" and "ischemic", "endothelium" and "endothelial", "endoscopy" and "endoscopic", "asthma" and "asthmatic", "pregnancy" and
 * "pregnant", "eclampsia" and "eclamptic". Each ending comes after enough letters to tell words apart. "Hypoglycemic" is mostly said of
 * drugs, not of hypoglycemia.
 */
const endings: readonly (readonly [RegExp, string])[] = [
  [/(?<=[a-z]{4}o|[a-z]{3}y|poie)(?:si|t)$/, ''],
  [/(?<=metasta)(?:si|s|t)$/, ''],
  [/(?<=[a-z]{4}[ae]n)(?:c|t)$/, 'c'],
  [/(?<=[a-z]{3}ma|edema)t$/, ''],
  [/(?<=phyla)(?:xi|ct)$/, ''],
  [/(?<=[a-z]{2}p)(?:si|t)$/, 's'],
  [/(?<=[a-z](?:theli|bacteri|chondri))(?:um|a)$/, ''],
  [/(?<=psoria)(?:si|t)$/, ''],
  [/(?<=(?<!^vaccin)(?:[a-z]{4}[b-df-hj-np-tv-z]|[a-z]em))(?<!glycem|glycaem)ia$/, ''],
  [/(?<=scop|graph|metr|path|troph|epileps|erg|therm)i$/, ''],
];

/** Roots found before, since records on one question repeat each other's words; forgotten when there are too many. */
const known = new Map<string, string>();
const knownMax = 20_000;

/**
 * Returns what an index term (`indexTerms`) has in common with the noun or adjective derived from the same root, so that a record on
 * "ischemic cardiomyopathy" names ischemia. Comparable only with other results of this function.
 *
 * @example
 * rootOf('atherosclerosi') === rootOf('atherosclerot'); // true
 */
export function rootOf(term: string): string {
  const found = known.get(term);
  if (found !== undefined) return found;
  const [ending, rest = ''] = endings.find(([each]) => each.test(term)) ?? [];
  const root = ending ? term.replace(ending, rest) : term;
  if (known.size >= knownMax) known.clear();
  known.set(term, root);
  return root;
}
