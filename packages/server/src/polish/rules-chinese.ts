import { polishUnits } from './rules-units.ts';

const han = '\\p{Script=Han}';
/** What stands for a protected piece, such as the mark of a citation. */
const piece = '\\uE000-\\uF8FF';

/** Punctuation of half width and its form in Chinese. */
const fullWidth: Record<string, string> = {
  ',': '，',
  ';': '；',
  ':': '：',
  '?': '？',
  '!': '！',
  '.': '。',
};
const widen = (match: string) => fullWidth[match.trim()] ?? match;

/** Characters that never stand twice but by a slip. */
const doubled = /(的|在|和|与|及|被|是|由|于|其)\1(?=\p{Script=Han})/gu;

/** Where punctuation of half width belongs to Chinese: before it, behind it, or at the end of its line. */
const narrow: readonly RegExp[] = [
  new RegExp(`(?<=[${han}）”’】》])[ \\t]*[,;:?!](?=[ \\t]*(?:${han}|[（“‘【《]|$))[ \\t]*`, 'gu'),
  new RegExp(`(?<=[${han}）”’】》])[ \\t]*[,;][ \\t]*(?=[A-Za-z\\d${piece}])`, 'gu'),
  new RegExp(`(?<=[A-Za-z\\d%)\\]${piece}])[ \\t]*[,;][ \\t]*(?=${han})`, 'gu'),
  new RegExp(`(?<=[${han}）”’】》${piece}])[ \\t]*\\.(?=[ \\t]*(?:${han}|$))[ \\t]*`, 'gu'),
  // "2.结果" numbers a list, "500 mg .结果" ends a sentence.
  new RegExp(`(?<=[A-Za-z%)])[ \\t]*\\.[ \\t]*(?=${han})|(?<=\\d)[ \\t]+\\.[ \\t]*(?=${han})`, 'gu'),
];

/** One line that holds Chinese. */
export function polishChinese(line: string): string {
  // Width of letters and digits, not of punctuation.
  let text = line.replace(/[Ａ-Ｚａ-ｚ０-９％]|(?<=[\d０-９])．(?=[\d０-９])/g, (character) =>
    String.fromCharCode(character.charCodeAt(0) - 0xfee0),
  );
  for (const pattern of narrow) text = text.replace(pattern, widen);
  text = text
    .replace(new RegExp(`\\(([^()\\n]*${han}[^()\\n]*)\\)`, 'gu'), '（$1）')
    .replace(/。。。+/g, '……')
    .replace(/([，；：。、])\1+/g, '$1')
    .replace(/[ \t]+(?=[，；：？！。、）】》])|(?<=[，；：？！。、（【《])[ \t]+(?=\S)/g, '')
    .replace(doubled, '$1');
  return polishUnits(text)
    .replace(new RegExp(`(?<=${han})(?=[A-Za-z\\d])|(?<=[A-Za-z\\d])(?=${han})`, 'gu'), ' ')
    .replace(new RegExp(`(?<=${han})[ \\t]+(?=${han})`, 'gu'), '')
    .replace(/(?<=\S)[ \t]{2,}(?=\S)/g, ' ');
}
