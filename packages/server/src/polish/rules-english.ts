import { polishUnits } from './rules-units.ts';
import { slips } from './slips.ts';

/** Words that never stand twice but by a slip; "that that" and "had had" may. */
const doubled =
  /\b(the|an|of|in(?! in (?:vitro|vivo|situ|silico|utero)\b)|to|and|or|is|are|was|were|with|for|by|at|on|as|be|from|this|these|it|we|not)[ \t]+\1\b(?!-)/gi;

/** Begin with a vowel's letter and another sound. */
const consonant = /^(?:uni(?!n|m)|use|usu|uti|ute|ura|uro|ubi|eu|ewe|one(?!rous)|once|ufo)/i;
/** Begin with an h that is not heard. */
const silent = /^(?:hour|honest|honou?r|heir)/i;

/** One line of English. */
export function polishEnglish(line: string): string {
  let text = line
    .replace(/(?<=[^\s|])[ \t]{2,}(?=\S)/g, ' ')
    .replace(/(?<=[\p{L}\d)\]%])[ \t]+(?=[,;:?!](?:\s|$)|\.(?:\s|$))/gu, '')
    .replace(/(?<=[\p{L}\d)\]%])[ \t]+([,;])(?=\p{L})/gu, '$1 ')
    .replace(/([,;:])\1+/g, '$1')
    .replace(/(?<![.\d])\.\.(?![.\d])/g, '.')
    // Of words, not of numbers, times or names of files.
    .replace(/(?<=\p{Ll}),(?=\p{L}{2})/gu, ', ')
    .replace(/(?<=\p{Ll});(?=\p{L}{2})/gu, '; ')
    .replace(/(?<=\p{L})\((?=\p{L}{3})/gu, ' (')
    .replace(/(?<=[\p{L}\d)])[ \t]+--?[ \t]+(?=[\p{L}(])/gu, ' – ')
    .replace(doubled, '$1');
  text = polishUnits(text);
  for (const [wrong, right] of slips) text = text.replace(wrong, right);
  return text
    .replace(/\b([Aa]) (?=[a-z]{2,})(?=([a-z]+))/g, (match, article, word) =>
      startsWithVowel(word) ? `${article}n ` : match,
    )
    .replace(/\b([Aa])n (?=[a-z]{2,})(?=([a-z]+))/g, (match, article, word) =>
      startsWithVowel(word) ? match : `${article} `,
    );
}

function startsWithVowel(word: string): boolean {
  return silent.test(word) || (/^[aeiou]/.test(word) && !consonant.test(word));
}
