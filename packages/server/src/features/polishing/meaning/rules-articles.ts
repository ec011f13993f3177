/** Words that begin with a vowel letter but a consonant sound. */
const consonant =
  /^(?:uni(?!n(?!u|od)|m(?!od|ol|an))|unanim|unary|use|usu|usa|uti|ute|ur[aeio]|uve|uvu|ubi|eu|ewe|one(?!rous)|once|oua|ufo)/;
/** Words that begin with a silent h. */
const silent = /^(?:hour|honest|honou?r|heir)/;

/** Words that no article precedes: "a" before them is a letter, a variable or an arm. */
const notANoun =
  /^(?:and|are|as|at|is|it|if|in|of|on|or|our|us|under|over|until|above|after|also|although|among|about|into|onto|against|any|all|each|either|even|ever|every|is|its|up|upon|am|an|out|off|around|across|along|again)$/;
/** Words followed by a letter as a name: vitamin a, group a. */
const namesLetters =
  /(?:\b(?:vitamins?|hepatitis|types?|groups?|arms?|grades?|class|factors?|proteins?|stages?|influenza|parts?|panels?|figures?|fig\.|tables?|variants?|options?|chains?|domains?|subunits?|points?|phases?|sets?|cases?|models?|cohorts?|sites?|sample|scenario|and|or|versus|vs\.?|[a-z])|[,(/=+]) ?$/i;

/**
 * Corrects "a increase" to "an increase" and "an patient" to "a patient"; leaves it alone before anything but an
 * ordinary word.
 */
export function articles(text: string): string {
  return text
    .replace(
      /(?<![\p{L}\d.'’-])([Aa]) (?=([a-z]{2,})(?![\p{L}\d_]))/gu,
      (found, article: string, word: string, at: number) =>
        startsWithVowel(word) && isArticle(article, word, text, at) ? `${article}n ` : found,
    )
    .replace(
      /(?<![\p{L}\d.'’-])([Aa]n) (?=([a-z]{3,})(?![\p{L}\d_]))/gu,
      (found, article: string, word: string) =>
        // "an herb", "an historical", "an mmol": some speakers say so.
        startsWithVowel(word) || /^h/.test(word) || !/[aeiouy]/.test(word.slice(1, 4))
          ? found
          : `${article[0]} `,
    );
}

function isArticle(article: string, word: string, text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 16), at);
  const follows = text.slice(at + 2 + word.length);
  if (word === 'in')
    return /^ (?:vitro|vivo|situ|silico|utero)\b/.test(follows) && !namesLetters.test(before);
  if (notANoun.test(word)) return false;
  // A capital in mid-sentence is a name: hepatitis A infection.
  if (article === 'A') return /(?:^|[.!?]["”’)]?\s+|^[\s#>*+-]+)$/.test(text.slice(0, at));
  return !namesLetters.test(before);
}

function startsWithVowel(word: string): boolean {
  return silent.test(word) || (/^[aeiou]/.test(word) && !consonant.test(word));
}
