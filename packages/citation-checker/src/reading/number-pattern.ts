import { hanNumeral } from '@citewell/core/text/chinese-numerals.ts';
import { tenWords, unitWords } from '@citewell/core/text/english-numerals.ts';
import { isAsciiDigit } from './ascii.ts';
import { buildPrefixIndex, foldsToAscii } from './prefix-index.ts';

const units = unitWords.join('|');
const wordNumber = `(?:${tenWords.join('|')})(?:[- ](?:${units}))?|${units}|hundred|thousand|million`;

const digits = String.raw`\d{1,3}(?:,\d{3}){1,6}(?:\.\d+)?|\d{1,3}(?: \d{3}){1,4}(?![\d.,]\d|\d)|\d+(?:\.\d+)?|(?<![\d.])\.\d+`;
const power = String.raw`\s?[x×*]\s?10\s?(?:\^\s?|\()?(-?\d{1,2}|[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)\)?`;
const scale = String.raw`\s?(百万|千万|万|亿|百|千(?!克|米|卡|帕)|-?(?:hundred|thousand|million|billion)\b)`;

/** Matches a separate number, not one in a name (IL-6, CD4, p53, COVID-19). */
const inDigits = String.raw`(?<![\p{Script=Latin}\p{Script=Greek}\d_.]|[\p{Script=Latin}\p{Script=Greek}]-|(?![为至达约是了])\p{Script=Han}-|\p{Script=Latin}-?\d{1,4}-|,(?=\d{3}))(?<digits>${digits})(?<power>${power})?(?<scale>${scale})?`;
const inHan = [
  `(?<percentOf>百分之)(?<hanPercent>[零〇一二两三四五六七八九十百点]{1,12}|${digits})`,
  `(?<hanPart>[一二两三四五六七八九十]{1,4})分之(?<hanWhole>[一二两三四五六七八九十]{1,4})`,
  `(?<han>${hanNumeral})`,
  `(?<hanHalf>一半|半数)`,
];
const inWords = [
  String.raw`\b(?<fractionCount>one|two|three|four|a)?[- ]?(?<fraction>half|thirds?|quarters?|fourth|fifths?)\b(?! (?:of (?:life|january)|year|day|line|generation|trimester|cycle|stage|grade|phase|dose|degree|party|world))`,
  String.raw`\b(?<partWord>one|two|three|four|five|six|seven|eight|nine)(?: out of| in)(?: every)? (?<wholeWord>two|three|four|five|six|seven|eight|nine|ten|twenty|fifty|hundred)\b(?! (?:years?|months?|weeks?|days?|hours?|groups?|arms?|trials?|studies|cent(?:er|re)s|countries|hospitals)\b)`,
  String.raw`\b(?<times>twice|double[sd]?|doubling|triple[sd]?|tripling|halved?|halving|(?:${wordNumber})-?fold)\b(?!-?blind)`,
  String.raw`\b(?<words>(?:${wordNumber})(?:(?: and | |-)(?:${wordNumber})){0,9})\b(?!-fold)`,
];

const pattern = new RegExp([inDigits, ...inHan, ...inWords].join('|'), 'iuy');
const beginnings = buildPrefixIndex([{ words: [inDigits, ...inWords].join('|'), anywhere: inHan.join('|') }]);

/** Matches a figure without a space after the name of its statistic: "(PR0.90[95%CI0.82-0.98])". */
const nextToStatistic =
  /(?<=(?<![\p{L}\d_.-])(?:CI|a?[OHRP]R|SD|SE|IQR|AUC)=?)(?<digits>\d{1,6}\.\d{1,6})(?![\p{L}\d.])/uy;

/**
 * Finds the numbers of a text, normalised by `plainDigits`, in order; the groups show their form. Linear in the text.
 */
export function* findNumbers(plain: string): Generator<RegExpExecArray> {
  const folds = foldsToAscii(plain);
  for (let place = 0; place < plain.length; place++) {
    const isAdjacent = isAsciiDigit(plain.charCodeAt(place)) && isCapital(plain.charCodeAt(place - 1));
    if (!isAdjacent && !folds && !beginnings.at(plain, place)) continue;
    const either = isAdjacent ? nextToStatistic : pattern;
    either.lastIndex = place;
    const match = either.exec(plain);
    if (!match) continue;
    place += match[0].length - 1;
    yield match;
  }
}

/** Returns true for a code of an ASCII capital. */
const isCapital = (code: number): boolean => code >= 65 && code <= 90;
