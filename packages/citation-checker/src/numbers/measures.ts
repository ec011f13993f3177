import { plainDigits, type Quantity } from '../reading/quantities.ts';
import type { ReadText } from '../reading/tokens.ts';

/**
 * Measure of a number in a finding: a kind of estimate, a bound of its interval, a spread or a count; '' if unknown.
 */
export type Measure =
  | 'HR'
  | 'OR'
  | 'RR'
  | 'sensitivity'
  | 'specificity'
  | 'PPV'
  | 'NPV'
  | 'mean'
  | 'median'
  | 'spread'
  | 'range'
  | 'p'
  | 'n'
  | 'level'
  | 'low'
  | 'high'
  | '';

/** Number with its measure, and the estimate to which an interval belongs. */
export type Measured = { quantity: Quantity; measure: Measure; estimate?: Quantity };

/**
 * Maximum characters between a measure's name and its number: "hazard ratio [HR], 0.74", "mean (SD) operating time was
 * 62".
 */
const gap = String.raw`[^\d;.]{0,24}$`;
const near = String.raw`\W{0,4}(?:(?:of|was|were|is|为)\s?)?\W{0,3}$`;
/**
 * Excludes the second of two coordinated measures: in "sensitivity and specificity of 97 % and 92 %" it would claim
 * the first number.
 */
const alone = String.raw`(?<!\p{L},?\s?(?:and|or|,|和|与|及|、)\s?(?:an?\s|the\s)?)`;
/** Matches a test's measure before its number: "a specificity of 97.0 %". */
const ofTest = (names: string) =>
  new RegExp(String.raw`${alone}(?:${names})(?:(?!\sand\s|\sor\s)[^\d,;.、和与及]){0,24}$`, 'iu');
const named: [Measure, RegExp][] = [
  // "Mean (SD) weight was 62 (8)": the measure in brackets belongs to the second number.
  [
    'mean',
    /(?:\bmeans?|均[值数])\s?(?:[([（]|±|\+\/-)\s?(?:±\s?)?(?:S\.?[DE]M?\.?|standard (?:deviation|error)|标准差|标准误)\s?[)\]）]?[^\d;.]{0,50}$/i,
  ],
  [
    'median',
    /(?:\bmedian|中位数?)\s?[([（]\s?(?:IQR|interquartile range|range|四分位数?间距|范围)\s?[)\]）][^\d;.]{0,50}$/i,
  ],
  ['sensitivity', ofTest('sensitivity|敏感[度性]|灵敏度')],
  ['specificity', ofTest('specificity|特异[度性]')],
  ['PPV', ofTest(String.raw`positive predictive value|\bPPV|阳性预测值`)],
  ['NPV', ofTest(String.raw`negative predictive value|\bNPV|阴性预测值`)],
  [
    'HR',
    new RegExp(
      String.raw`(?:[Hh]azards? ratios?|(?<![A-Za-z])a?HR|风险比)(?:\W{1,3}(?:a?HR)\W{0,3})?(?:\s(?:for|of|in|with)\s[^\d;.]{0,70}|${gap.slice(0, -1)})$`,
    ),
  ],
  [
    'OR',
    new RegExp(
      String.raw`(?:[Oo]dds ratios?|(?<![A-Za-z])a?OR|比值比)(?:\s(?:for|of|in|with)\s[^\d;.]{0,70}|${gap.slice(0, -1)})$`,
    ),
  ],
  [
    'RR',
    new RegExp(
      String.raw`(?:(?:[Rr]elative risks?|[Rr]isk ratios?|[Rr]ate ratios?|[Ii]ncidence rate ratios?)|(?<![A-Za-z])a?I?RR|相对危险度|相对风险|率比)(?:\s(?:for|of|in|with)\s[^\d;.]{0,70}|${gap.slice(0, -1)})$`,
    ),
  ],
  [
    'spread',
    new RegExp(
      String.raw`(?:±|\+\/-|(?<![A-Za-z])S\.?[DE](?:M)?\.?|standard (?:deviation|error)|标准差|标准误)${near}`,
    ),
  ],
  [
    'range',
    new RegExp(
      String.raw`(?:(?<![A-Za-z])IQR|interquartile range|(?<![A-Za-z])range|四分位(?:数)?间距|范围)${near}`,
      'i',
    ),
  ],
  ['median', /(?:\bmedian|中位)[^\d;.,(]{0,40}$/i],
  ['mean', /(?:\bmean|\baverage|平均|均值)[^\d;.,(]{0,40}$/i],
];

/** Distance before a number within which its measure is searched, in characters. */
const reach = 100;

/** Reads the numbers of a text with their measures, in order. Linear in the text. */
export function readMeasures({ text, quantities }: Pick<ReadText, 'text' | 'quantities'>): Measured[] {
  const plain = plainDigits(text);
  const measured: Measured[] = [];
  let estimate: Quantity | undefined;
  // Last main number, kept while reading: searching for it again would take quadratic time.
  let lastEstimate: Measured | undefined;
  for (const [index, quantity] of quantities.entries()) {
    const last = measured.at(-1);
    const previous = quantities[index - 1];
    const between = previous ? plain.slice(previous.end, quantity.start) : '';
    const before = plain.slice(Math.max(previous?.end ?? 0, quantity.start - reach), quantity.start);
    let measure: Measure = '';
    if (quantity.kind === 'p' || quantity.kind === 'n') measure = quantity.kind;
    else if (
      quantity.percent &&
      [90, 95, 99].includes(quantity.value) &&
      /^\s?(?:CI|confidence|credible|置信|可信)/i.test(plain.slice(quantity.end, quantity.end + 12))
    )
      measure = 'level';
    else if (
      /(?:CI|confidence interval|credible interval|置信区间|可信区间)[\s,:;=()[\]为-]{0,6}(?:was |of )?$/i.test(
        before,
      )
    )
      measure = 'low';
    else if (last?.measure === 'low' && between.length < 8) measure = 'high';
    else if (
      last?.measure === 'range' &&
      measured.at(-2)?.measure !== 'range' &&
      /^\s?(?:-|to|,|–|至|~)\s?$/.test(between)
    )
      measure = 'range';
    // "5.1 vs 2.7 months": both have the measure of the first.
    else if (previous && last && /^\s?(?:vs?\.?|versus|,?\s?and|or|to|-|,|、|和|与|比)\s?$/i.test(between))
      // "9.4 ± 3.0, 11.2 ± 3.4": the number after a spread is the next mean.
      measure = last.measure === 'spread' ? (lastEstimate?.measure ?? '') : last.measure;
    else measure = timesAs(before, quantity) ?? named.find(([, pattern]) => pattern.test(before))?.[0] ?? '';
    // "Odds ratio 3.7 (3.1-4.5), 2.0 (1.7-2.3) for cough".
    const listedRatio = lastEstimate?.measure ?? '';
    if (
      measure === '' &&
      isRatio(listedRatio) &&
      !quantity.percent &&
      !quantity.unit &&
      /^\s?[)\]],?\s?(?:and\s|or\s)?$/.test(between)
    )
      measure = listedRatio;
    // "The relative risk in women above 1.64 mmol/L was 0.43": a ratio has no unit.
    if (isRatio(measure) && (quantity.percent || (quantity.unit && quantity.unit.dimension !== 'fold')))
      measure = '';
    // "mean operating time was 62 minutes in one group and 48 minutes in the other".
    const earlier = lastEstimate;
    if (
      measure === '' &&
      (earlier?.measure === 'mean' || earlier?.measure === 'median') &&
      earlier.quantity.percent === quantity.percent &&
      earlier.quantity.unit?.name === quantity.unit?.name &&
      between.length < 60
    )
      measure = earlier.measure;
    const isBound = measure === 'low' || measure === 'high' || measure === 'p' || measure === 'spread';
    const read: Measured = { quantity, measure, ...(isBound && estimate && { estimate }) };
    measured.push(read);
    if (isEstimate(read)) lastEstimate = read;
    if (measure === 'HR' || measure === 'OR' || measure === 'RR' || measure === '' || measure === 'mean')
      if (!isBound && quantity.kind === 'plain' && !quantity.small) estimate = quantity;
  }
  return measured;
}

/** "The odds were 3 times higher" is an odds ratio, and for risks a relative risk. */
function timesAs(before: string, { unit }: Quantity): Measure | undefined {
  if (unit?.name !== 'fold') return undefined;
  const stated =
    /\b(odds|risk)\b(?!s? ratio)[^\d;.]{0,70}$/i.exec(before)?.[1] ??
    /(风险)[^\d;；。]{0,20}$/.exec(before)?.[1];
  return stated && (stated.toLowerCase() === 'odds' ? 'OR' : 'RR');
}

const isEstimate = ({ measure }: Measured): boolean =>
  measure !== 'spread' &&
  measure !== 'range' &&
  measure !== 'low' &&
  measure !== 'high' &&
  measure !== 'level';

export const isRatio = (measure: Measure): boolean =>
  measure === 'HR' || measure === 'OR' || measure === 'RR';
