import { grammarFixes } from './grammar-fixes.ts';
import { articles } from './rules-articles.ts';
import { polishUnits } from './rules-units.ts';

/** Verbs that can end with "in": "those who came in in the morning". */
const verbsWithIn =
  'came|comes?|coming|check(?:ed)?|log(?:ged)?|sign(?:ed)?|kick(?:ed|s)?|phased?|moved?|went|goes|brought|took|taken|built|dropped|stepped|handed|sets?|brings?';

/** Words that are doubled only by mistake; "that that", "had had", "what it is is" may be right. */
const doubled = new RegExp(
  [
    ...['the', 'an', 'of', 'to', 'and', 'or', 'with', 'for', 'by', 'at', 'as', 'from'].map(
      (word) => `(?<=\\b[${word[0]}${word[0]?.toUpperCase()}]${word.slice(1)})[ \\t]+${word}\\b(?!-)`,
    ),
    `(?<=(?<!\\b(?:${verbsWithIn})[ \\t])\\b[Ii]n)[ \\t]+in\\b(?!-| (?:vitro|vivo|situ|silico|utero)\\b)`,
  ].join('|'),
  'g',
);

/**
 * Matches a word and its abbreviation without a space between them; "poly(ADP-ribose)", "iron(III)" and "child(ren)"
 * are names and words.
 */
const glued = /(?<=(?<!\b(?:co)?poly)[a-z]{4})\((?!(?:I{1,3}|I?V|VI{0,3})\))(?=\p{Lu}{2,}[\p{L}\d-]*\))/gu;

/** Matches a range of ascending whole numbers that is not a date, telephone number, name or difference. */
const range = /(?<![\w.\-/–:*#+^=$€£])(\d{1,4})-(\d{1,4})(?![\w\-/–:*+]|\.\d)/g;
/** Context that makes an apparent range an identifier. */
const identifies =
  /\b(?:nos?\.?|numbers?|approval|protocol|id|ids|grant|code|tel|phone|fax|registration|reference|catalog(?:ue)?|licen[cs]e|lot|batch|isbn|issn|icd|section|rule)(?![\p{L}])[^.;]{0,24}$/iu;

/** Corrects one line of English. */
export function polishEnglish(line: string): string {
  let text = line
    .replace(/(?<=[^\s|])[ \t]{2,}(?=\S)/g, ' ')
    .replace(/(?<=[\p{L}\d)\]%])(?<!\b[Pp])[ \t]+(?=[,;?!.](?:\s|$))|(?<=\p{L}{2})[ \t]+(?=:(?:\s|$))/gu, '')
    .replace(/(?<=[\p{L}\d)\]%])[ \t]+([,;])(?=\p{L})/gu, '$1 ')
    // Not between digits, where one comma would make a single number of two.
    .replace(/(?<![\d,;])([,;])\1+|([,;])\2+(?![\d,;])/g, '$1$2')
    .replace(/(?<![./\d])\.\.(?![./\\\d])/g, '.')
    // Applies to words, not to numbers, times, file names or chemical names ("cis,cis-muconic").
    .replace(/(?<=\p{Ll}),(?=\p{L}{2,}(?![\p{L}-]))/gu, ', ')
    .replace(/(?<=\p{Ll});(?=\p{L}{2})/gu, '; ')
    .replace(glued, ' (')
    .replace(/(?<=[\p{L}\d)])[ \t]+--[ \t]+(?=[\p{L}(])/gu, ' – ')
    .replace(doubled, '');
  text = polishUnits(text).replace(range, (found, from: string, to: string, at: number, whole: string) =>
    isRange(from, to) && !identifies.test(whole.slice(Math.max(0, at - 48), at)) ? `${from}–${to}` : found,
  );
  for (const [wrong, right] of grammarFixes) text = text.replace(wrong, right);
  return articles(text);
}

function isRange(from: string, to: string): boolean {
  const isPlain = ![from, to].some((number) => /^0\d/.test(number));
  // "555-1234" is a telephone, "15-2034" a file.
  return (
    isPlain &&
    Number(from) < Number(to) &&
    to.length - from.length < 2 &&
    !(from.length === 3 && to.length === 4)
  );
}
