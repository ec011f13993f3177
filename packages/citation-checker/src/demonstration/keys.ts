import { synonymKeys } from './synonyms.ts';

/** Keys begin so many letters long; a word of fewer is compared whole. */
const rootLength = 5;
/** Ends that one root takes in words of one meaning: allergy, allergic; ventilate, ventilator. `-itis` and `-oma` are none. */
const ending =
  /^(?:e|i|y|a|o|al|i?al|ic|ical|iv|ativ|at|ate|ator|ation|ion|it|iti?v|ity|ment|ou|ant|ent|anc|enc|er|or|ed|ing|ist|iz|abl|ibl|ful|ness|ar|ari|ori|atori|um|u|s|es|si|t|d|c|tic|ti|n|an|ian|ish|ese|li|in|iall?i?|all?i|icall?i|uou|g|ger|r|st|eu|el)?$/;

/** True where two stems are forms of one root: "prognosi" and "prognost". */
export function isSameRoot(one: string, other: string): boolean {
  if (one === other) return true;
  const shorter = Math.min(one.length, other.length);
  if (/\d/.test(one) || /\d/.test(other)) return false;
  let shared = 0;
  while (shared < shorter && one[shared] === other[shared]) shared++;
  if (shared < rootLength && !(shared === 4 && shared === shorter)) return false;
  return ending.test(one.slice(shared)) && ending.test(other.slice(shared));
}

/** The keys under which a stem and its synonyms are looked up, and the one of the forms of its root. */
type Keys = { own: readonly string[]; root: string };

/** Words are asked for again and again; bounded, so that a text cannot fill memory. */
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

/** The key under which the forms of a root are looked up. */
export const rootOf = (stem: string): string => keysFor(stem).root;

/** Returns the keys under which a stem is indexed, itself first. */
export const keysOf = (stem: string): readonly string[] => keysFor(stem).own;
