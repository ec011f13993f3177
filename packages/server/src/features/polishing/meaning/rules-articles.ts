/** Begin with a vowel's letter and another sound. */
const consonant =
  /^(?:uni(?!n(?!u|od)|m(?!od|ol|an))|unanim|unary|use|usu|usa|uti|ute|ur[aeio]|uve|uvu|ubi|eu|ewe|one(?!rous)|once|oua|ufo)/;
/** Begin with an h that is not heard. */
const silent = /^(?:hour|honest|honou?r|heir)/;

/** Words that no article stands before: there "a" is a letter, a variable or an arm. */
const notANoun =
  /^(?:and|are|as|at|is|it|if|in|of|on|or|our|us|under|over|until|above|after|also|although|among|about|into|onto|against|any|all|each|either|even|ever|every|is|its|up|upon|am|an|out|off|around|across|along|again)$/;
/** Words after which a letter is a name: vitamin a, group a. */
const namesLetters =
  /(?:\b(?:vitamins?|hepatitis|types?|groups?|arms?|grades?|class|factors?|proteins?|stages?|influenza|parts?|panels?|figures?|fig\.|tables?|variants?|options?|chains?|domains?|subunits?|points?|phases?|sets?|cases?|models?|cohorts?|sites?|sample|scenario|and|or|versus|vs\.?|[a-z])|[,(/=+]) ?$/i;

/** "a increase" is "an increase", "an patient" is "a patient"; what is no ordinary word behind it is left alone. */
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
        // "an herb", "an historical", "an mmol": as somebody says them.
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
