import { memoizeByText } from './memoize-by-text.ts';

type Span = { start: number; end: number };

const auxiliaries =
  'was|were|is|are|had|has|have|did|does|do|can|could|may|might|will|would|should|must|cannot';
const verbs =
  'shows|showed|increase[sd]|decrease[sd]|reduce[sd]|rose|fell|improve[sd]|worsen(?:s|ed)|inhibit(?:s|ed)|enhance[sd]|suppress(?:es|ed)|augment(?:s|ed)|stimulate[sd]|induce[sd]|promote[sd]|cause[sd]|leads|led|remain(?:s|ed)|resulted|produce[sd]|play(?:s|ed)|appear(?:s|ed)|seem(?:s|ed)|require[sd]|lower(?:s|ed)|raise[sd]|prevent(?:s|ed)|block(?:s|ed)|mediate[sd]|binds|bound|correlate[sd]|predict(?:s|ed)|differ(?:s|ed)|occur(?:s|red)|developed|died|received|underwent|exhibit(?:s|ed)|express(?:es|ed)|contain(?:s|ed)|regulate[sd]|activate[sd]|restore[sd]|abolish(?:es|ed)|fail(?:s|ed)|reveal(?:s|ed)|indicate[sd]|decline[sd]|experience[sd]|reported|began|became|lack(?:s|ed)|affect(?:s|ed)|accelerate[sd]|impair(?:s|ed)|attenuate[sd]|delayed|gave|took|tended|ranged|averaged|yield(?:s|ed)|achieve[sd]|reach(?:es|ed)|supported|interact(?:s|ed)|recruit(?:s|ed)|controlled|determine[sd]|formed|grew|lost|contributed|depends|depended|acts|acted|served|represent(?:s|ed)|encode[sd]|involve[sd]|confer(?:s|red)|exceed(?:s|ed)|emerge[sd]|persist(?:s|ed)|survived|varied|varies|recovered|responded|display(?:s|ed)|demonstrate[sd]|relapsed';
const everyFinite = new RegExp(String.raw`\b(?:${auxiliaries}|${verbs})\b`, 'gi');

/** Conjunctions and marks that may separate statements. */
const joints =
  /[;；]|,?\s(?:and|but|while|whilst|whereas|although|though|yet|or)\s(?:that\s)?|[,，]\s?(?:而|但)/giu;

/** Matches a beginning that is no subject of its own: a pronoun, or a word that continues the preceding statement. */
const noSubject =
  /^\s*(?:it|they|this|these|those|that|there|which|who|whom|whose|what|we|he|she|some|none|one|others?|neither|both|its|their|to|not|in|on|at|for|with|by|from|of|as|than|after|before|during|among|between|within|under|without|when|where|if|because|since|thus|therefore|hence|then|also|so|only|\w{2,20}ly)\b/i;

/** Matches a condition of its own before the subject, or before a pronoun. */
const placed = /^\s*(?:in|at|among|for|with|after|during|under)\b/i;
const placedAgain =
  /^\s*(?:in|at|among|for|with|after|during|under)\b.{2,60}\b(?:it|they|this|these|there)\b/i;

/** Matches a word after which another statement begins, so that the verb before it is not that of what follows. */
const subordinating = /\b(?:that|which|who|whether|when|if|because|where)\b/gi;

/** Matches the first of two items that "and" joins, without a verb after it. */
const pairing = /\b(?:both|between|either|neither|combination of|combined)\b(?!.{0,120}\b(?:and|n?or)\b)/i;

/** Maximum number of statements; the rest is one, or an artificial text would take quadratic time. */
const statementsMax = 12;
/** Maximum characters before a conjunction, and of a subject with its verb. */
const verbWithin = 300;
const subjectWithin = 140;

/**
 * Splits a sentence into the statements that it joins, each with a subject and a verb of its own: "A rose, and B fell".
 * A statement whose subject is a pronoun, or that has none, belongs to the preceding one. Linear in the text.
 */
export const mainClausesOf = memoizeByText((text: string): readonly Span[] => {
  const bare = text.replace(/\([^()]{0,160}\)|\[[^[\]]{0,160}\]/g, (inside) => ' '.repeat(inside.length));
  const found: Span[] = [];
  let start = 0;
  for (const { index, 0: joint } of bare.matchAll(joints)) {
    if (found.length >= statementsMax) break;
    const from = index + joint.length;
    if (
      !/[;；而但]/.test(joint) &&
      !(
        hasVerb(bare.slice(Math.max(start, index - verbWithin), index), joint) &&
        hasSubject(bare, from, joint)
      )
    )
      continue;
    found.push({ start, end: index });
    start = from;
  }
  found.push({ start, end: text.length });
  return found;
});

/** Returns true for a text whose last statement has a verb: the main one, if a comma ends a subordinate one. */
function hasVerb(text: string, joint: string): boolean {
  const last = [...text.matchAll(subordinating)].at(-1);
  const rest = last ? text.slice(last.index + last[0].length) : text;
  const isClosed =
    joint.startsWith(',') && last && !/^(?:that|whether)$/i.test(last[0]) && !rest.includes(',');
  const own = isClosed ? text : rest;
  const verb = [...own.matchAll(everyFinite)].at(-1);
  return verb !== undefined && !(/\b(?:and|or)\b/i.test(joint) && pairing.test(own.slice(verb.index)));
}

/** Returns true if a subject and its verb begin at a position; a verb after "who" or "where" is not its own. */
function hasSubject(text: string, from: number, joint: string): boolean {
  const after =
    text.slice(from, from + subjectWithin).split(/[,;:；，]|\s(?:but|while|whereas|although|though)\s/)[0] ??
    '';
  // "While at 2 mM it was": another condition.
  const isContrast = /whil|whereas/.test(joint) ? placed.test(after) : placedAgain.test(after);
  if (noSubject.test(after) && !isContrast) return false;
  const found = [...after.matchAll(everyFinite)].filter(({ index }) => {
    const subject = after.slice(0, index);
    // "Reduced mortality was": a participle before a noun is no verb.
    return /\p{L}{2}|\p{Lu}/u.test(subject) && !describing.test(subject);
  });
  return found.some(({ index }, at) => at >= [...after.slice(0, index).matchAll(subordinating)].length);
}

/** Matches the end of a text after which a participle describes the next noun. */
const describing =
  /\b(?:an?|the|this|these|those|of|in|with|for|from|by|at|on|no|any|more|less|(?:and|or)(?: \w{2,20}ly)?) $/i;
