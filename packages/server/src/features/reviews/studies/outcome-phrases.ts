import { type NamedOutcome, namedOutcomes } from './named-outcomes.ts';

/** Nouns, and endings of nouns, for events and conditions of people, in addition to the list of outcomes. */
const happens =
  /(?:\b(?:cancers?|tumou?rs?|neoplasms?|polyps?|diseases?|syndromes?|disorders?|failure|infarct(?:s|ions?)?|thromb(?:osis|oses|oembolism)|embolism|fibrillation|arrhythmias?|arrest|diabetes|dementia|(?:pre-?)?eclampsia|hypertension|hypotension|injur(?:y|ies)|palsy|pneumonia|pneumothorax|sepsis|shock|asthma|wheez(?:e|ing)|ulcers?|perforation|rejection|malaria|delirium|seizures?|blindness|impairment|disabilit(?:y|ies)|macrosomia|stillbirths?|miscarriages?|(?:pre-?term|premature|c(?:a)?esarean) (?:deliver(?:y|ies)|births?|sections?)|dystocia|jaundice|allergy|progression|revasculari[sz]ation|events|abscess(?:es)?|hernias?|oedema|edema|reinfarction|reoperation|transfusions?)|[a-z]{4,20}(?:itis|omas?|osis|a?emia|pathy|plegia|lepsy|penia))$/i;
/** Words that occur in no outcome's name: conjunctions, people, prepositions, and measures. */
const noName =
  /\b(?:and|or|not|no|of|in|for|with|without|to|by|on|at|from|after|during|among|than|that|which|who|this|these|those|their|its|any|both|all|each|other|composite|combined|patients?|women|men|children|adults|history|risks?|levels?|scores?|use|therapy|treatment|group|was|were|had|have|is|are|not)\b/i;
const wordsMax = 5;

/** Returns true if a phrase holds a word for something that happens to people. */
export function namesEvent(phrase: string): boolean {
  return phrase.split(/[^\p{L}-]+/u).some((word) => happens.test(word));
}

/** Returns true for a phrase of a few words whose noun names something that happens to people. */
function isOutcomePhrase(phrase: string): boolean {
  return phrase.split(' ').length <= wordsMax && happens.test(phrase) && !noName.test(phrase);
}

/** Matches the text between two effects of a list, with the second one's outcome: "), preterm delivery (". */
const item =
  /^[)\]]?(?:[;,]? ?P ?[=<>≤] ?[.·\d]{1,8}[)\]]?)?,? ?(?:and |or )?(?:an? |the )?(\p{L}[\p{L}\p{N} '’/-]{2,60}?)(?: \d[.·\d]{0,5} ?% (?:vs\.?|versus) \d[.·\d]{0,5} ?%)? ?[([]?$/iu;

/**
 * Finds the outcome of an effect in a list, if it alone precedes its figure; undefined unless the previous effect
 * (`after`) is bound to an outcome as well. `from` is the end of that one.
 */
export function listedOutcome(
  sentence: string,
  { from, start, after }: { from: number; start: number; after: NamedOutcome | undefined },
): NamedOutcome | undefined {
  if (!after) return undefined;
  const [text, phrase = ''] = item.exec(sentence.slice(from, start)) ?? [];
  if (text === undefined) return undefined;
  const at = from + text.lastIndexOf(phrase);
  const span = { start: at, end: at + phrase.length };
  const [named, ...others] = namedOutcomes(phrase);
  if (named) {
    const isAll = others.length === 0 && named.end === phrase.length && !noName.test(phrase);
    const qualifier = phrase.slice(0, named.start).trim().toLowerCase();
    return isAll ? { name: `${qualifier} ${named.name}`.trim(), ...span } : undefined;
  }
  return isOutcomePhrase(phrase) ? { name: phrase.toLowerCase(), ...span } : undefined;
}

/** Matches "was associated with gestational diabetes (pooled ", up to the figure. */
const association =
  /\b(?:associated|association) (?:with|between [^,;]{2,60} and) (?:an? |the )?(?:(?:increased|incident|new|reduced|lower|higher) )?(?:developing |having )?([\p{L}][\p{L}\p{N} '’/-]{2,60}?),? ?[([]?(?:pooled |adjusted |summary |overall )?$/u;
/** Words of the subject by which it is no single exposure. */
const severalOf = /\b(?:factors?|variables?|predictors?|determinants|characteristics|adjust\w*|history)\b/i;

/** Finds the outcome that an exposure is associated with; undefined if the exposure is an outcome itself. */
export function associatedOutcome(
  sentence: string,
  { from, start }: { from: number; start: number },
): NamedOutcome | undefined {
  const clause = sentence.slice(from, start);
  const match = association.exec(clause);
  const [, phrase = ''] = match ?? [];
  if (!match || !isOutcomePhrase(phrase)) return undefined;
  const subject = clause.slice(clause.lastIndexOf(',', match.index) + 1, match.index);
  const isExposure = !severalOf.test(subject) && namedOutcomes(subject).length === 0 && !namesEvent(subject);
  const at = from + match.index + match[0].lastIndexOf(phrase);
  return isExposure ? { name: phrase.toLowerCase(), start: at, end: at + phrase.length } : undefined;
}

/** Matches an outcome between its measure and figure, with its population: "lung cancer in reducers". */
const afterMeasure =
  /^(?:the |an? |incident |any )?(?:developing |having )?([\p{L}][\p{L}\p{N} '’/-]{2,60}?)(?=$| (?:in|among|at|during|after|within|with|for|compar(?:ed|ing)|associated)\b)/u;

/** Finds the outcome in the words after a measure, if the list of outcomes has none of them. */
export function phraseAfter(following: string): NamedOutcome | undefined {
  const [text, phrase = ''] = afterMeasure.exec(following) ?? [];
  if (text === undefined || !isOutcomePhrase(phrase)) return undefined;
  const start = text.length - phrase.length;
  return { name: phrase.toLowerCase(), start, end: start + phrase.length };
}
