/** Words that come before a noun phrase and are no part of it. */
const boundary =
  /^(?:in|on|of|for|among|amongst|to|with|from|by|between|the|an?|that|than|all|our|their|its|these|those|both|each|were|was|is|are|had|have|we|when|where|which|who|whether|during|after|before|as|at|into|within|across|per|over|under|against|toward|towards|about|nearly|approximately|affects?|helps?|selects?|predicts?|identify|treat|consecutive|eligible|selected|enrol\w*|includ\w+|recruit\w+|randomi[sz]ed|assigned|allocated|studied|investigated|examined|evaluated|analy[sz]ed|assessed|identified|surveyed|interviewed|followed|compar\w+|treating|managing|involv\w+|compris\w+|stud(?:y|ies)|trial|cohort|survey|versus|vs\.?|METHODS?|RESULTS?|SETTING|PARTICIPANTS|PATIENTS|SUBJECTS|DESIGN|OBJECTIVES?|AIMS?|PURPOSE|INTERVENTIONS?|MEASUREMENTS?|BACKGROUND|\d[\d,.]*|one|two|three|four|five|six|seven|eight|nine|ten|\w*teen|\w+ty(?:-\w+)?|hundred|thousand)$/i;
const isWord = /^[\p{L}\p{N}][\p{L}\p{N}'’/+-]*$/u;
/** Words that join a phrase to a larger group of which it names only a part. */
const joins = /^(?:and|or)$/i;
const isPeopleWord =
  /^(?:patients|participants|adults|women|men|children|adolescents|infants|neonates|newborns|individuals|mothers|fathers|parents|(?:care-?)?givers|carers|relatives|famil(?:y|ies)|spouses|partners|offspring|boys|girls)$/i;
const wordsMax = 4;
/** Words that begin a question, or say which of several. */
const asks =
  /^(?:do|does|did|why|how|can|could|should|will|what|who|some|many|most|few|no|any|other|only|but|not|nor)$/i;
/** Forms of verbs; a compound of them defines people: “community-dwelling”. */
const isVerb = /^[a-z]{3,20}ing$/i;
/** Longest prefix at the beginning of a sentence, where a longer one may have a verb. */
const openingMax = 2;

/**
 * Extends a phrase for people by the words before it that define them ("HIV-infected", "multiple myeloma"); undefined
 * if it is unclear where they begin, or if they are the end of a list.
 */
export function qualifyPopulation(
  phrase: string,
  text: string,
  at: number,
): { phrase: string; start: number } | undefined {
  const words = text
    .slice(Math.max(0, at - 120), at)
    .trimEnd()
    .split(/\s/);
  const prefix: string[] = [];
  for (;;) {
    const word = words.pop() ?? '';
    if (joins.test(word)) {
      if (prefix.length > 0 || isPeopleWord.test(words.at(-1) ?? '')) return undefined;
      break;
    }
    if (word === '') {
      if (prefix.length > openingMax) return undefined;
      break;
    }
    if (asks.test(word)) {
      if (prefix.length > 0) return undefined;
      break;
    }
    // “Infants of HIV-infected mothers” are the infants.
    if (/^(?:of|to)$/i.test(word) && isPeopleWord.test(words.at(-1) ?? '')) return undefined;
    if (boundary.test(word) || isVerb.test(word)) break;
    if (!isWord.test(word)) {
      // "Lung, breast cancer patients": the end of a list; "(COPD) patients": the end of a name.
      if (/\)$/.test(word) || (prefix.length > 0 && !/[.:;?\]]$/.test(word))) return undefined;
      if (prefix.length > openingMax) return undefined;
      break;
    }
    prefix.unshift(word);
    if (prefix.length > wordsMax) return undefined;
  }
  const named = [...prefix, phrase].join(' ');
  const start = prefix.length > 0 ? text.slice(0, at).lastIndexOf(prefix.join(' ')) : at;
  return start < 0 ? undefined : { phrase: named, start };
}
