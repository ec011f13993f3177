import { hanNumeral } from '@citewell/core/text/chinese-numerals.ts';
import { tenWords, unitWords } from '@citewell/core/text/english-numerals.ts';
import { isAsciiDigit, isAsciiLetter } from './ascii.ts';
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

/** Matches an amount next to the letters of its currency: "R11145", "Rs500", "US$ 20" has a sign instead. */
const nextToCurrency =
  /(?<=(?<![\p{L}\d_.-])(?:R|Rs|DM|FF|SEK|NOK|DKK|CHF|EUR|USD|AUD|CAD|NZD|GBP|CNY|RMB|INR|KES|KSh|TSh|ZAR|HKD|Euro))(?<digits>\d{1,3}(?:,\d{3}){1,3}(?:\.\d{1,2})?|\d{2,9}(?:\.\d{1,2})?)(?![\p{L}\d]|[-.,]?\d)/uy;
/** Matches words that show that letters before a number are a currency: R848 is a compound. */
const ofMoney =
  /\b(?:costs?|costed|costing|prices?|priced|expens\w+|expenditures?|savings?|fees?|charges?|budgets?|spen[dt]|paid|rands?|rupees|dollars|euros?)\b|费用|成本|花费|价格/i;

/**
 * Finds the numbers of a text, normalised by `plainDigits`, in order; the groups show their form. Linear in the text.
 */
export function* findNumbers(plain: string): Generator<RegExpExecArray> {
  const folds = foldsToAscii(plain);
  let isAboutMoney: boolean | undefined;
  for (let place = 0; place < plain.length; place++) {
    const isDigit = isAsciiDigit(plain.charCodeAt(place));
    const isAdjacent = isDigit && isCapital(plain.charCodeAt(place - 1));
    if (
      !isAdjacent &&
      !(isDigit && isAsciiLetter(plain.charCodeAt(place - 1))) &&
      !folds &&
      !beginnings.at(plain, place)
    )
      continue;
    const either = isAdjacent ? nextToStatistic : pattern;
    either.lastIndex = place;
    let match = either.exec(plain);
    if (!match && isDigit && isAsciiLetter(plain.charCodeAt(place - 1))) {
      isAboutMoney ??= ofMoney.test(plain);
      nextToCurrency.lastIndex = place;
      match = isAboutMoney ? nextToCurrency.exec(plain) : null;
    }
    if (!match) continue;
    place += match[0].length - 1;
    yield match;
  }
}

/** Returns true for a code of an ASCII capital. */
const isCapital = (code: number): boolean => code >= 65 && code <= 90;
