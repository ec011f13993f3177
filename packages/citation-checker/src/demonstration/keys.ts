import { synonymKeys } from './synonyms.ts';

/** Length of the prefix that serves as a key; a shorter word is compared whole. */
const rootLength = 5;
/**
 * Endings that one root takes in words with the same meaning: allergy, allergic; ventilate, ventilator. `-itis` and
 * `-oma` do not qualify.
 */
const ending =
  /^(?:e|i|y|a|o|al|i?al|ic|ical|iv|ativ|at|ate|ator|ation|ion|it|iti?v|ity|ment|ou|ant|ent|anc|enc|er|or|ed|ing|ist|iz|abl|ibl|ful|ness|ar|ari|ori|atori|um|u|s|es|si|t|d|c|tic|ti|n|an|ian|ish|ese|li|in|iall?i?|all?i|icall?i|uou|g|ger|r|st|eu|el)?$/;

/** Returns true if two stems are forms of one root: "prognosi" and "prognost". */
export function isSameRoot(one: string, other: string): boolean {
  if (one === other) return true;
  const shorter = Math.min(one.length, other.length);
  if (/\d/.test(one) || /\d/.test(other)) return false;
  let shared = 0;
  while (shared < shorter && one[shared] === other[shared]) shared++;
  if (shared < rootLength && !(shared === 4 && shared === shorter)) return false;
  return ending.test(one.slice(shared)) && ending.test(other.slice(shared));
}

/** Keys for looking up a stem and its synonyms, and that of the forms of its root. */
type Keys = { own: readonly string[]; root: string };

/** Cache of words, which are looked up repeatedly; bounded to limit memory. */
const known = new Map<string, Keys>();
const knownMax = 20_000;

function keysFor(stem: string): Keys {
  let keys = known.get(stem);
  if (!keys) {
    keys = { own: [stem, ...synonymKeys(stem)], root: `^${stem.slice(0, 4)}` };
    if (known.size >= knownMax) known.clear();
    known.set(stem, keys);
  }
  return keys;
}

/** Returns the key for looking up the forms of a root. */
export const rootOf = (stem: string): string => keysFor(stem).root;

/** Returns the keys under which a stem is indexed, itself first. */
export const keysOf = (stem: string): readonly string[] => keysFor(stem).own;
