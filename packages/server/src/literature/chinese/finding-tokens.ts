/** A word, a number, a punctuation mark or a whole bracket of a sentence. */
export type Token = { text: string; lower: string; kind: 'word' | 'number' | 'mark' | 'bracket' };

const token =
  /[([](?:[^()[\]]|[([][^()[\]]{0,100}[)\]]){0,250}[)\]]|[<>≥≤=±~]|[-−+]?\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3}){1,3}(?![\d.,·%])|[-−+]?\d[\d.,·]{0,14}(?<=\d)(?: ?%| percent(?![a-z]))?(?![A-Za-z\d])|[^\s()[\],;:<>≥≤=±]{1,60}|[,;:]/gy;

/** Splits a sentence into words, numbers, marks and brackets; undefined if it has anything else or is too long. */
export function readTokens(sentence: string, max = 70): Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < sentence.length; ) {
    if (/\s/.test(sentence[at] ?? '')) {
      at++;
      continue;
    }
    token.lastIndex = at;
    const text = token.exec(sentence)?.[0];
    if (!text || tokens.length === max) return undefined;
    tokens.push({
      text: text.replace(/ percent$/, '%').replace(/ %$/, '%'),
      lower: text.toLowerCase(),
      kind: kindOf(text),
    });
    at += text.length;
  }
  return tokens;
}

function kindOf(text: string): Token['kind'] {
  if (/^[([]/.test(text)) return 'bracket';
  if (/^[,;:<>≥≤=±~]$/.test(text)) return 'mark';
  return /^[-−+]?\d[\d.,·\u00a0\u2009\u202f ]*(?: ?%| percent)?$/.test(text) ? 'number' : 'word';
}

const statisticWords: [RegExp, string][] = [
  [/\b(?:adjusted |multivariable[- ]adjusted )hazard ratios?\b/gi, '校正风险比'],
  [/\b(?:adjusted )odds ratios?\b/gi, '校正比值比'],
  [/\bhazard ratios?\b/gi, '风险比'],
  [/\bodds ratios?\b/gi, '比值比'],
  [/\b(?:relative risks?|risk ratios?|rate ratios?)\b/gi, '相对危险度'],
  [/\b(?:weighted |standardi[sz]ed )?mean differences?\b/gi, '均数差'],
  [/\bconfidence intervals?\b/gi, '置信区间'],
  [/\binterquartile range\b/gi, '四分位间距'],
  [/\bstandard deviation\b/gi, '标准差'],
  [/\bstandard error\b/gi, '标准误'],
  [/\btreatment-control difference\b/gi, '治疗组与对照组之差'],
  [/\bpooled\b/gi, '合并'],
  [/\badjusted\b/gi, '校正'],
  [/\bsensitivity\b/gi, '敏感度'],
  [/\bspecificity\b/gi, '特异度'],
  [/\bfor trend\b/gi, '（趋势）'],
  [/\brange\b/gi, '范围'],
  [/\bmedian\b/gi, '中位数'],
  [/\bmean\b/gi, '均值'],
  [/\b(?:versus|vs\.?)(?= )/gi, 'vs'],
  [/(?<=\d%?) to (?=[-−]?\d)/gi, '至'],
  [/(?<=\d) (?:years?)\b/gi, '年'],
  [/(?<=\d) (?:months?)\b/gi, '个月'],
  [/(?<=\d) (?:weeks?)\b/gi, '周'],
  [/(?<=\d) (?:days?)\b/gi, '天'],
  [/(?<=\d) (?:hours?)\b/gi, '小时'],
  [/(?<=\d) (?:patients?|cases?)\b/gi, '例'],
  [/,? respectively\b/gi, ''],
  [/(?<=\d) ?percent\b/gi, '%'],
  [/\bp for (?:linear )?trend\b/gi, '趋势P值'],
  [/\bp[- ]values?\b/gi, 'P值'],
];

const knownInStatistics =
  /\b(?:CI|HR|OR|RR|IRR|SIR|aOR|aHR|aRR|SD|SE|SEM|MD|WMD|SMD|NNT|IQR|AUC|vs|mm|Hg|mmHg|kg|mg|dL|mL|mmol|nmol|pmol|ng|pg|cm|min|IU|P|p|n|N|r|R|L|U|g|h|m|s|F|t|z|I|per|and|or)\b\.?/g;

/** Returns ratios, intervals and P values as Chinese texts write them; undefined for any other content. */
export function chineseStatistics(text: string): string | undefined {
  // "mm(2)" is an exponent, and (5,36) are references.
  if (!/\d/.test(text) || /^\d{1,3}(?:[,–-] ?\d{1,3})*$/.test(text)) return undefined;
  const zh = statisticWords.reduce((said, [pattern, word]) => said.replace(pattern, word), text);
  if (/\p{L}/u.test(zh.replace(/\p{Script=Han}/gu, '').replace(knownInStatistics, ''))) return undefined;
  return zh.replace(/ and /g, '和').replace(/ or /g, '或').trim();
}

const units: Record<string, string> = {
  ...{
    day: '天',
    week: '周',
    month: '个月',
    year: '年',
    hour: '小时',
    minute: '分钟',
    min: '分钟',
    second: '秒',
  },
  ...{
    point: '分',
    patient: '例患者',
    woman: '名女性',
    women: '名女性',
    men: '名男性',
    child: '名儿童',
    children: '名儿童',
  },
  ...{
    adult: '名成人',
    infant: '名婴儿',
    participant: '名受试者',
    subject: '名受试者',
    case: '例',
    time: '倍',
    fold: '倍',
  },
};
const plainUnit =
  /^(?:mm|cm|mL|ml|mg|kg|g|µg|μg|mcg|ng|pg|L|dL|mmol|nmol|mmHg|IU|U|D|h|s|ms|kcal|kPa|Gy|mg\/d|mg\/day|mg\/dL|mg\/dl|mg\/kg|mg\/L|mmol\/L|nmol\/L|g\/dL|g\/day|g\/d|ng\/mL|ng\/ml|pg\/mL|pg\/ml|kg\/m2|mL\/min|ml\/min|IU\/L|IU\/day)$/;

const numerals = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** Returns the value of a number or numeral, as written in Chinese texts. */
export function chineseNumber({ text, lower, kind }: Token): string | undefined {
  if (kind === 'number') return text.replace('·', '.');
  const at = numerals.indexOf(lower);
  return at > 0 ? String(at) : undefined;
}

/** Returns a quantity ("12.5%", "6 months", "3.2 ± 1.1 mm") completely, or undefined. */
export function chineseQuantity(tokens: readonly Token[]): string | undefined {
  const [first, ...others] = tokens;
  if (!first) return undefined;
  const sign = /^[<>≥≤~]$/.test(first.text) ? first.text : '';
  const [value, ...rest] = sign ? others : tokens;
  const number = value && chineseNumber(value);
  if (!number) return undefined;
  const [mark, spread, ...unitAfter] = rest;
  const isSpread = mark && /^(?:±|\+\/-)$/.test(mark.text) && spread?.kind === 'number';
  const unit = isSpread ? unitAfter : rest;
  const written = `${sign}${number}${isSpread ? ` ± ${spread.text}` : ''}`;
  if (unit.length === 0) return written;
  if (number.endsWith('%')) return undefined;
  if (unit.length > 1) {
    if (unit.length === 2 && unit[0]?.lower === 'percentage' && /^points?$/.test(unit[1]?.lower ?? ''))
      return `${written}个百分点`;
    if (unit.length === 2 && unit[0]?.lower === 'mm' && unit[1]?.text === 'Hg') return `${written} mmHg`;
    return undefined;
  }
  const { text = '', lower = '' } = unit[0] ?? {};
  const zh = units[lower] ?? units[lower.replace(/s$/, '')];
  if (zh) return `${written}${zh}`;
  return plainUnit.test(text) ? `${written} ${text}` : undefined;
}
