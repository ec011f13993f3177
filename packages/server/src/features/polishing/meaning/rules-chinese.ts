import { polishUnits } from './rules-units.ts';

const han = '\\p{Script=Han}';
/** Placeholder of a protected span, such as a citation marker. */
const piece = '\\uE000-\\uF8FF';

/** Half-width punctuation and its Chinese form. */
const fullWidth: Record<string, string> = {
  ',': '，',
  ';': '；',
  ':': '：',
  '?': '？',
  '!': '！',
  '.': '。',
};
const widen = (match: string) => fullWidth[match.trim()] ?? match;

/** Characters that are doubled only by mistake, and words that end with them: 目的的, 参与与, 涉及及 contain them twice. */
const doubled = new RegExp(
  `(?:${Object.entries({
    的: '目标靶有',
    在: '存内外潜所现正实',
    和: '饱温缓中共总求调柔平混',
    与: '参给赋授介',
    及: '涉普波危累埃以顾提论遍',
    被: '棉',
    是: '但而只凡若于总还就可',
    由: '理自缘事经',
    于: '由对关至属位等',
    其: '尤土极',
  })
    .map(
      ([character, endings]) =>
        `(?<![${endings}${character}])${character}(?=${character}(?![${character}确非]))`,
    )
    .join('|')})(?=.\\p{Script=Han})`,
  'gu',
);

/** Latin abbreviations that keep their full stop in Chinese. */
const abbreviated = String.raw`(?<!\b(?:al|vs|etc|e\.g|i\.e|cf|ca|spp?|subsp|Dr|Prof|Inc|Ltd|Co|Corp|Mr|Mrs|Ms|approx|Univ|Dept|Figs?|Nos?|Vol|Jr|St|[A-Za-z]))`;

/** Contexts in which half-width punctuation belongs to Chinese text: before it, after it, or at the end of its line. */
const narrow: readonly RegExp[] = [
  new RegExp(`(?<=[${han}）”’】》])(?<!男)[ \\t]*[,;:?!](?=[ \\t]*(?:${han}|[（“‘【《]|$))[ \\t]*`, 'gu'),
  new RegExp(`(?<=[${han}）”’】》])[ \\t]*[,;][ \\t]*(?=[A-Za-z\\d${piece}])`, 'gu'),
  new RegExp(`(?<=[A-Za-z\\d%)\\]${piece}])[ \\t]*[,;][ \\t]*(?=${han})`, 'gu'),
  new RegExp(`(?<=[${han}）”’】》${piece}])[ \\t]*\\.(?=[ \\t]*(?:${han}|$))[ \\t]*`, 'gu'),
  // "2.结果" numbers a list, "500 mg .结果" ends a sentence.
  new RegExp(
    `(?<=[A-Za-z%)\\d])[ \\t]+\\.[ \\t]*(?=${han})|${abbreviated}(?<=[A-Za-z%)])\\.[ \\t]*(?=${han})`,
    'gu',
  ),
];

/**
 * Matches meaningless spaces in Chinese: after 的, or around a single character that is not a word. Names and keywords
 * are separated by spaces.
 */
const loose =
  /(?<=\p{Script=Han}|^)[ \t]+(?=[的了在与于为是和对被由将把][ \t])|(?<=[的了于]|[ \t][在与为是和对被由将把])[ \t]+(?=\p{Script=Han})/gu;

/** Corrects one line that contains Chinese. */
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
    .replace(/(?<![ \t])[ \t]+(?=[，；：？！。、）】》])|(?<=[，；：？！。、（【《])[ \t]+(?=\S)/g, '')
    .replace(doubled, '');
  return polishUnits(text)
    .replace(new RegExp(`(?<=${han})(?=[A-Za-z\\d])|(?<=[A-Za-z\\d])(?=${han})`, 'gu'), ' ')
    .replace(loose, '')
    .replace(/(?<=\S)[ \t]{2,}(?=\S)/g, ' ');
}
